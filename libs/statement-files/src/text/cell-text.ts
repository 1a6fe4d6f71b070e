import { streamSafe } from '@app/kernel/pure';

export const MAX_NOTES_LENGTH = 2_000;

const KEPT = /^[!-~\u00a1-\u00ff]+(?: [!-~\u00a1-\u00ff]+)*$/;

/** Returns the text in NFC on one trimmed line, with single spaces. */
export function lineText(cell: string): string {
  if (cell === '' || KEPT.test(cell)) return cell;
  return streamSafe(cell)
    .normalize('NFC')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

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

export function shortened(cell: string, codePoints = 40): string {
  const text = lineText(cell);
  return isLongerThan(text, codePoints) ? `${[...text].slice(0, codePoints).join('')}…` : text;
}
