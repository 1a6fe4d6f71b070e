import { streamSafe } from '@app/kernel/pure';

/** Accents put away, lower case, anything but letters and digits a single space: how words are compared here. */
export function foldText(text: string): string {
  return streamSafe(text)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Whether a cell holds nothing that can be seen. */
export function isBlank(cell: string): boolean {
  return cell === '' || cell.trim() === '';
}
