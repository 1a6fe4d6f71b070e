import { streamSafe } from '@app/kernel/pure';

/** Folds a text for comparison: lower case, no accents, and single spaces instead of all but letters and digits. */
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
