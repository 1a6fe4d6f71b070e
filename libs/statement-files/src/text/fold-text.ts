import { streamSafe } from '@app/kernel/pure';

/**
 * Folds text for comparison: converts it to lower case without accents, and replaces all characters except letters and
 * digits with single spaces.
 */
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
