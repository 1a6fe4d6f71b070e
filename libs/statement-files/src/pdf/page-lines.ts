import type { PdfLine, PdfPage, PdfRun, PdfWord } from './pdf-page.js';

/** Maximum distance between the baselines of words on the same line, as a share of the font size. */
const SAME_LINE = 0.4;

/** Relative widths of characters in a proportional font such as Helvetica. */
const NARROW: ReadonlyMap<string, number> = new Map([
  ...[..." .,:;'!|/\\iIjl"].map((each) => [each, 0.27] as const),
  ...[...'-()[]ftr'].map((each) => [each, 0.33] as const),
  ...[...'mwMW%'].map((each) => [each, 0.85] as const),
]);

/** Splits a page into lines of words, from top to bottom and from left to right. */
export function linesOfPage({ number, runs }: PdfPage): PdfLine[] {
  const sorted = runs.toSorted((a, b) => b.y - a.y || a.x0 - b.x0);
  const groups: PdfRun[][] = [];
  for (const run of sorted) {
    const group = groups.at(-1);
    const near = group && group[0]!.y - run.y <= Math.max(1, SAME_LINE * Math.min(run.size, group[0]!.size));
    if (near) group.push(run);
    else groups.push([run]);
  }
  return groups
    .flatMap((group) => {
      const words = withoutCopies(group.flatMap(wordsOf).sort((a, b) => a.x0 - b.x0));
      return words.length === 0 ? [] : [{ y: group[0]!.y, size: usualSize(group), words }];
    })
    .map((line, at) => ({ page: number, line: at + 1, ...line }));
}

function usualSize(runs: readonly PdfRun[]): number {
  return runs.map(({ size }) => size).sort((a, b) => a - b)[runs.length >> 1]!;
}

/** Removes words that a PDF draws twice at nearly the same position to imitate bold type. */
function withoutCopies(words: readonly PdfWord[]): PdfWord[] {
  const kept: PdfWord[] = [];
  for (const word of words) {
    const isCopy = kept
      .slice(-4)
      .some(({ text, x0, x1 }) => text === word.text && Math.abs(x0 - word.x0) < Math.max(1, (x1 - x0) * 0.1));
    if (!isCopy) kept.push(word);
  }
  return kept;
}

function wordsOf({ text, x0, x1, isMonospaced }: PdfRun): PdfWord[] {
  const widths = [...text].map((each) => (isMonospaced ? 1 : (NARROW.get(each) ?? 0.57)));
  const scale = (x1 - x0) / (widths.reduce((sum, each) => sum + each, 0) || 1);
  const words: PdfWord[] = [];
  let x = x0;
  let begun: { text: string; x0: number } | null = null;
  for (const [at, each] of [...text].entries()) {
    const isSpace = each.trim() === '';
    if (isSpace && begun !== null) words.push({ ...begun, x1: x });
    if (isSpace) begun = null;
    else if (begun === null) begun = { text: each, x0: x };
    else begun.text += each;
    x += widths[at]! * scale;
  }
  if (begun !== null) words.push({ ...begun, x1 });
  return words.map((word, at) => (at === 0 ? { ...word, isFirst: true } : word));
}
