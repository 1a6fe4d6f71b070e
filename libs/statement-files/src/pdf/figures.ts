import { minorUnits, readAmountText } from '../cells/parse-amount.js';
import type { PdfWord } from './pdf-page.js';

/** Amount on a line, with its sign and position. */
export interface PdfFigure extends PdfWord {
  /** Amount without a sign, in minor units. */
  readonly minor: bigint;
  readonly sign: '+' | '-' | null;
}

const CORE = /^[-+−–(]{0,2}\$?[-+−–]?(?:\d{1,3}(?:,\d{3}){1,4}|\d{1,13})\.\d{2}\)?[-+−–]?(?:CR|DR|DB)?$/iu;
const SIGN = /^(?:[-+−–]|\$|[-+−–]\$|\$[-+−–]|MXN|MN|M\.N\.|USD|\()$/iu;
const SIGN_BEHIND = /^(?:[-+−–]|CR|DR|DB|\))$/iu;
/** Maximum distance, in points, between a figure and a currency sign at the other edge of its column. */
const SIGN_REACH = 90;

/** Separates the figures on a line from its other words. A sign next to a figure is part of the figure. */
export function figuresOfLine(
  words: readonly PdfWord[],
  size: number,
): { readonly figures: PdfFigure[]; readonly texts: PdfWord[] } {
  const figures: PdfFigure[] = [];
  const texts: PdfWord[] = [];
  let marks: PdfWord[] = [];
  for (const [at, word] of words.entries()) {
    const last = figures.at(-1);
    const isBehind = last !== undefined && marks.length === 0 && last === lastOf(words, at, figures);
    if (isBehind && SIGN_BEHIND.test(word.text) && word.x0 - last.x1 < 0.6 * size && last.sign === null) {
      const joined = figureIn({ ...last, text: `${last.text}${word.text}`, x1: word.x1 });
      if (joined !== null) {
        figures[figures.length - 1] = joined;
        continue;
      }
    }
    if (SIGN.test(word.text)) {
      marks.push(word);
      continue;
    }
    const near = CORE.test(word.text) ? marks.filter(({ x0 }) => word.x0 - x0 < SIGN_REACH).slice(-3) : [];
    texts.push(...marks.filter((mark) => !near.includes(mark)));
    marks = [];
    const figure = CORE.test(word.text)
      ? (figureIn({
          text: [...near, word].map(({ text }) => text).join(''),
          x0: near[0]?.x0 ?? word.x0,
          x1: word.x1,
        }) ?? figureIn(word))
      : null;
    if (figure === null) texts.push(...near, word);
    else figures.push(figure);
  }
  texts.push(...marks);
  return { figures, texts: texts.sort((a, b) => a.x0 - b.x0) };
}

function lastOf(words: readonly PdfWord[], at: number, figures: readonly PdfFigure[]): PdfFigure | null {
  const before = words[at - 1];
  const last = figures.at(-1);
  return before !== undefined && last !== undefined && Math.abs(last.x1 - before.x1) < 0.01 ? last : null;
}

function figureIn({ text, x0, x1 }: PdfWord): PdfFigure | null {
  const plain = text.replace(/[−–]/g, '-');
  const written = readAmountText(plain.replace(/M\.N\./i, 'MXN').replace(/\bMN(?=[\d$])/i, 'MXN'));
  if (typeof written === 'string') return null;
  const minor = minorUnits(written.figure, '.');
  if (minor === null) return null;
  const side = written.side === 'credit' ? '-' : written.side === 'debit' ? '+' : null;
  const sign = side ?? (written.negative ? '-' : plain.includes('+') ? '+' : null);
  return { text, x0, x1, minor, sign };
}
