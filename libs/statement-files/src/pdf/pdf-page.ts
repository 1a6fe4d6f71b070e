/** Word on a page. Coordinates are in points along the reading direction, with `y` growing upwards. */
export interface PdfWord {
  readonly text: string;
  /** True for the first word of a run. */
  readonly isFirst?: boolean;
  readonly x0: number;
  readonly x1: number;
}

/** Run of characters that the PDF draws in one piece. */
export interface PdfRun extends PdfWord {
  readonly y: number;
  readonly size: number;
  readonly isMonospaced: boolean;
}

export interface PdfPage {
  readonly number: number;
  readonly runs: readonly PdfRun[];
}

/** Line of text on a page. The lines of each page are numbered from 1, from the top. */
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

/** Maximum gap between words of the same cell, as a share of the font size. */
const CELL_GAP = 0.75;

/** Minimum gap between words of two runs that makes them two headings, as a share of the font size. */
const RUN_GAP = 0.2;

/** Groups the words of a header into headings. If some run has several words, each run is a heading. */
export function headingsOfLine({ words, size }: Pick<PdfLine, 'words' | 'size'>): PdfWord[][] {
  const hasRuns = words.some(({ isFirst }) => !isFirst);
  const parts: PdfWord[][] = [];
  for (const word of words) {
    const last = parts.at(-1)?.at(-1);
    const gap = hasRuns && word.isFirst ? RUN_GAP : CELL_GAP;
    if (last === undefined || word.x0 - last.x1 > gap * size) parts.push([word]);
    else parts.at(-1)!.push(word);
  }
  return parts;
}

/** Joins consecutive words. */
export function joined(words: readonly PdfWord[]): PdfWord {
  return { text: textOf(words), x0: words[0]!.x0, x1: Math.max(...words.map(({ x1 }) => x1)) };
}

/** Groups the words of a line into cells. Wide gaps separate the cells. */
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
