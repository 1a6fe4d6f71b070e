import { streamSafe } from '@app/kernel/pure';

/** Folds text for comparison: lower case, no accents, and a single space for all other characters between words. */
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
