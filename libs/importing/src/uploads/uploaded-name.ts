import { normaliseText } from '@app/kernel/pure';

const MAX_NAME_LENGTH = 255;

/** Removes folders and control characters, and truncates to 255 characters. */
export function uploadedName(name: string): string {
  const last = name.split(/[\\/]/).at(-1)!;
  const printable = String(normaliseText(last.toWellFormed().replace(/\p{Cc}/gu, '')));
  return [...printable].slice(0, MAX_NAME_LENGTH).join('') || 'statement';
}
