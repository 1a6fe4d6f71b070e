/** Word on a page. Coordinates are in points along the reading direction, with `y` growing upwards. */
export interface PdfWord {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
}

/** Run of characters that the PDF shows in one piece. */
export interface PdfRun extends PdfWord {
  readonly y: number;
  readonly size: number;
  readonly isMonospaced: boolean;
}

export interface PdfPage {
  readonly number: number;
  readonly runs: readonly PdfRun[];
}

/** Line of text on a page. Lines are numbered from 1 from the top of each page. */
export interface PdfLine {
  readonly page: number;
  readonly line: number;
  readonly y: number;
  readonly size: number;
  readonly words: readonly PdfWord[];
}

export interface Place {
  readonly page: number;
  readonly line: number;
}

/** Words closer than this share of the font size belong to one cell. */
const CELL_GAP = 0.75;

/** Groups the words of a line into cells, which wide gaps separate. */
export function cellsOfLine({ words, size }: Pick<PdfLine, 'words' | 'size'>, gap = CELL_GAP): PdfWord[] {
  const cells: PdfWord[] = [];
  for (const word of words) {
    const last = cells.at(-1);
    if (last !== undefined && word.x0 - last.x1 < gap * size) {
      cells[cells.length - 1] = { text: `${last.text} ${word.text}`, x0: last.x0, x1: Math.max(last.x1, word.x1) };
    } else cells.push(word);
  }
  return cells;
}

export function textOf(words: readonly PdfWord[]): string {
  return words.map(({ text }) => text).join(' ');
}

export function overlap(first: Pick<PdfWord, 'x0' | 'x1'>, second: Pick<PdfWord, 'x0' | 'x1'>): number {
  return Math.min(first.x1, second.x1) - Math.max(first.x0, second.x0);
}
