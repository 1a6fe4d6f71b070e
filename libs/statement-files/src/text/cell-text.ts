import { streamSafe } from '@app/kernel/pure';

/** Maximum length of a transaction's notes, in code points. */
export const MAX_NOTES_LENGTH = 2_000;

/** Text that is kept as it is, nearly all of it: printable Latin-1, which is NFC, with single spaces inside. */
const KEPT = /^[!-~\u00a1-\u00ff]+(?: [!-~\u00a1-\u00ff]+)*$/;

/** What is kept of one line of text: trimmed, NFC, every run of spaces and control characters one space. */
export function lineText(cell: string): string {
  if (cell === '' || KEPT.test(cell)) return cell;
  return streamSafe(cell)
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** What is kept of a longer text: as above, but its lines stay lines, and it ends after so many code points. */
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

/** Whether a text has more code points than that. */
export function isLongerThan(text: string, codePoints: number): boolean {
  return text.length > codePoints && (text.length > codePoints * 2 || [...text].length > codePoints);
}

/** A cell as a message quotes it: one line, of no more than so many code points. */
export function shortened(cell: string, codePoints = 40): string {
  const text = lineText(cell);
  return isLongerThan(text, codePoints) ? `${[...text].slice(0, codePoints).join('')}…` : text;
}
