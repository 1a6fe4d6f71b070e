import { streamSafe } from '@app/kernel/pure';

/** Folds a text for comparison: no accents, lower case, a single space in place of anything but letters and digits. */
export function foldText(text: string): string {
  return streamSafe(text)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

export function isBlank(cell: string): boolean {
  return cell === '' || cell.trim() === '';
}
