import { normaliseText } from '@app/kernel/pure';

const MAX_NAME_LENGTH = 255;

/** The name under which an upload is kept: without folders and control characters, at most 255 characters long. */
export function uploadedName(name: string): string {
  const last = name.split(/[\\/]/).at(-1)!;
  const printable = String(normaliseText(last.toWellFormed().replace(/\p{Cc}/gu, '')));
  return [...printable].slice(0, MAX_NAME_LENGTH).join('') || 'statement';
}
