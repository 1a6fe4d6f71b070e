import { normaliseText } from '@app/kernel/pure';

const MAX_NAME_LENGTH = 255;

export function uploadedName(name: string): string {
  const last = name.split(/[\\/]/).at(-1)!;
  const printable = String(normaliseText(last.toWellFormed().replace(/\p{Cc}/gu, '')));
  return [...printable].slice(0, MAX_NAME_LENGTH).join('') || 'statement';
}
