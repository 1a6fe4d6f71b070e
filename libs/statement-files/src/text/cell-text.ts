import { streamSafe } from '@app/kernel/pure';

/** Maximum length of a transaction's notes, in code points. */
export const MAX_NOTES_LENGTH = 2_000;

/** Printable Latin-1 with single spaces, which is already NFC and is returned unchanged. */
const KEPT = /^[!-~\u00a1-\u00ff]+(?: [!-~\u00a1-\u00ff]+)*$/;

/** Normalizes a text to one line: trimmed, NFC, with single spaces in place of spaces and control characters. */
export function lineText(cell: string): string {
  if (cell === '' || KEPT.test(cell)) return cell;
  return streamSafe(cell)
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** Normalizes a text with several lines, truncated to a number of code points. */
export function notesText(cell: string, mostCodePoints: number): string {
  if (cell === '') return cell;
  const lines = streamSafe(cell)
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n\t]+/g, ' ');
  const text = lines.replace(/(?![\n\t])\p{Cc}/gu, '').trim();
  if (text.length <= mostCodePoints) return text;
  return [...text].slice(0, mostCodePoints).join('').trimEnd();
}

export function isLongerThan(text: string, codePoints: number): boolean {
  return text.length > codePoints && (text.length > codePoints * 2 || [...text].length > codePoints);
}

/** Quotes a cell in a message: one line, truncated to a number of code points. */
export function shortened(cell: string, codePoints = 40): string {
  const text = lineText(cell);
  return isLongerThan(text, codePoints) ? `${[...text].slice(0, codePoints).join('')}…` : text;
}
