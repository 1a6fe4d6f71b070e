import { dateRank } from '../tables/date-headings.js';
import { sidesNamed } from '../cells/side-words.js';
import { foldText } from '../text/fold-text.js';
import { headingsOfLine, joined, overlap, textOf, type PdfLine, type PdfWord } from './pdf-page.js';

export type PdfRole =
  'date' | 'description' | 'reference' | 'debit' | 'credit' | 'amount' | 'balance' | 'part' | 'other';

export interface PdfColumn extends PdfWord {
  readonly role: PdfRole;
  /** Priority among columns of the same role. */
  readonly rank: number;
}

/** Header of a table of transactions. */
export interface PdfHeader {
  readonly columns: readonly PdfColumn[];
  /** Number of lines of the header. */
  readonly height: number;
  /** True for the table of purchases in months, in which the amount is the payment of this statement. */
  readonly isInMonths: boolean;
}

const DESCRIPTION =
  /^(?:detalle |descripcion |concepto )?(?:de (?:la |las |los )?|del )?(?:descripcion|conceptos?|detalles?|movimientos?|transaccion(?:es)?|operacion(?:es)?|establecimiento|comercio|leyenda|descriptions?|details?|transactions?|merchant|particulars|narrative)\b|\b(?:descripcion|concepto|description)\b/;
const REFERENCE = /\b(?:referencia|ref|folio|autorizacion|aut|reference|docto|documento|cheque|rastreo|sucursal|suc)\b/;
const IN_MONTHS =
  /\b(?:pago requerido|mensualidad|saldo pendiente|monto original|importe original|(?:no|num|numero) de pago|pago del mes)\b/;
const MONTHS_AMOUNT = /\b(?:pago requerido|mensualidad|pago del mes|cargo del mes|monto del pago)\b/;
const PART = /\b(?:(?:no|num|numero) (?:de )?(?:pago|mensualidad)|parcialidad|plazo|pagos?)\b/;

function roleOf(heading: string, isInMonths: boolean): { role: PdfRole; rank: number } {
  const text = foldText(heading);
  const words = text.split(' ');
  if (isInMonths) {
    if (MONTHS_AMOUNT.test(text)) return { role: 'amount', rank: 9 };
    if (/\b(?:original|pendiente|saldo|tasa|intereses)\b/.test(text)) return { role: 'other', rank: 0 };
    if (PART.test(text)) return { role: 'part', rank: 1 };
  }
  const rank = words.length > 6 ? null : dateRank(text, words);
  if (rank !== null && !/\b(?:limite|vencimiento)\b/.test(text)) return { role: 'date', rank };
  if (/\b(?:saldos?|balance)\b/.test(text)) return { role: 'balance', rank: /\bliq/.test(text) ? 1 : 2 };
  const { debit, credit } = sidesNamed(text);
  const isAmount = /\b(?:montos?|importes?|amounts?|cantidad)\b/.test(text);
  if (debit !== credit && !DESCRIPTION.test(text)) return { role: debit ? 'debit' : 'credit', rank: 2 };
  if (isAmount && !/\b(?:original|pendiente|extranjer[oa]|foreign|minimo)\b/.test(text))
    return { role: 'amount', rank: 3 };
  if (debit && credit && words.length <= 4) return { role: 'amount', rank: 1 };
  if (DESCRIPTION.test(text))
    return { role: 'description', rank: /^(?:descripcion|concepto|description)/.test(text) ? 3 : 2 };
  return REFERENCE.test(text) ? { role: 'reference', rank: 1 } : { role: 'other', rank: 0 };
}

/** Second words of a heading whose first word is in the line above. */
const SUBORDINATE = /^(?:oper|operacion|liq|liquidacion|valor|aplicacion|cargo|registro)$/;
const MAX_HEIGHT = 3;
const MAX_LINE_GAP = 2.4;

/**
 * Finds a header that begins at a line. A header has headings for a date, a description, and an amount or both sides.
 */
export function headerAt(lines: readonly PdfLine[], at: number): PdfHeader | null {
  let tallest: PdfHeader | null = null;
  for (let height = 1; height <= MAX_HEIGHT && at + height <= lines.length; height += 1) {
    const window = lines.slice(at, at + height);
    if (window.some(isBody) || !areClose(window)) break;
    const header = headerOf(window);
    if (header !== null && tallest !== null && isDescription(window.at(-1)!, tallest)) break;
    tallest = header ?? tallest;
  }
  if (tallest === null || tallest.height === 1) return tallest;
  const below = headerOf(lines.slice(at + 1, at + tallest.height));
  // If the first line is only a title, the header means the same without it.
  return below !== null && score(below) >= score(tallest) ? null : tallest;
}

/** True for text below the heading of the descriptions alone, which may be the first description. */
function isDescription(line: PdfLine, { columns }: PdfHeader): boolean {
  const cells = headingsOfLine(line).map(joined);
  const under = columns.filter((column) => overlap(column, cells[0]!) > 0);
  const isSubordinate = CONNECTING.test(cells[0]!.text) || SUBORDINATE.test(foldText(cells[0]!.text));
  return cells.length === 1 && !isSubordinate && under.length > 0 && under.every(({ role }) => role === 'description');
}

const MAX_LETTER_GAP = 0.5;

/** Joins letters that are drawn apart, as in `F E C H A`. */
export function withoutLetterSpacing(line: PdfLine): PdfLine {
  const { words, size } = line;
  const isLetter = ({ text }: PdfWord) => /^\p{L}$/u.test(text);
  if (words.filter(isLetter).length < 5) return line;
  const parts: PdfWord[][] = [];
  for (const word of words) {
    const last = parts.at(-1)?.at(-1);
    const isNext = last !== undefined && isLetter(last) && isLetter(word) && word.x0 - last.x1 < MAX_LETTER_GAP * size;
    if (isNext) parts.at(-1)!.push(word);
    else parts.push([word]);
  }
  return { ...line, words: parts.map((part) => ({ ...joined(part), text: part.map(({ text }) => text).join('') })) };
}

function isBody({ words }: PdfLine): boolean {
  return words.length > 24 || words.some(({ text }) => /^\d|\d{2}/.test(text));
}

function areClose(window: readonly PdfLine[]): boolean {
  return window.every(({ page, y, size }, at) => {
    const above = window[at - 1];
    return above === undefined || (above.page === page && above.y - y < MAX_LINE_GAP * Math.max(size, above.size));
  });
}

function score({ columns }: PdfHeader): number {
  return columns.filter(({ role }) => role !== 'other').length * 10 + columns.filter(({ rank }) => rank > 1).length;
}

function headerOf(window: readonly PdfLine[]): PdfHeader | null {
  const cells = window.map((line) => splitHeadings(headingsOfLine(line)));
  const base = cells.reduce((most, each) => (each.length > most.length ? each : most), []);
  if (base.length > 16) return null;
  const columns = base.map((cell) => ({ ...cell, texts: [] as string[] }));
  for (const line of cells) {
    for (const cell of line) {
      const under = columns.filter((column) => overlap(column, cell) > 0);
      // A heading above two others, such as `SALDO` over `OPERACIÓN` and `LIQUIDACIÓN`, may touch only one of them.
      const beside = line === base ? [] : columns.filter((column) => SUBORDINATE.test(foldText(column.text)));
      const near = columns.filter(
        (column) => under.includes(column) || (beside.includes(column) && overlap(column, cell) > -15),
      );
      if (near.length === 0) columns.push({ ...cell, texts: [cell.text] });
      for (const column of near) {
        column.texts.push(cell.text);
        if (near.length === 1)
          Object.assign(column, { x0: Math.min(column.x0, cell.x0), x1: Math.max(column.x1, cell.x1) });
      }
    }
  }
  const whole = foldText(columns.map(({ texts }) => texts.join(' ')).join(' '));
  const isInMonths = IN_MONTHS.test(whole);
  const read = columns
    .map(({ x0, x1, texts }) => ({ text: texts.join(' '), x0, x1, ...roleOf(texts.join(' '), isInMonths) }))
    .sort((a, b) => a.x0 - b.x0);
  const has = (role: PdfRole) => read.some((column) => column.role === role);
  const isTable = has('date') && has('description') && ((has('debit') && has('credit')) || has('amount'));
  return isTable ? { columns: read, height: window.length, isInMonths } : null;
}

const CONNECTING = /^(?:de|del|la|el|y|e|of|and|[/|+-])$/i;

/** Words that begin a new heading. */
const SEPARATE =
  /^(?:fecha|date|dia|descripcion|concepto|description|detalle|referencia|folio|cargos?|abonos?|retiros?|depositos?|debitos?|creditos?|withdrawals|deposits|debits|credits|monto|importe|amount|saldos?|balance)$/;

/**
 * Splits words that contain several headings, such as `FECHA CONCEPTO`, before each word that begins another heading.
 */
function splitHeadings(cells: readonly (readonly PdfWord[])[]): PdfWord[] {
  return cells.flatMap((words) => {
    const parts: PdfWord[][] = [];
    for (const word of words) {
      const last = parts.at(-1);
      if (last === undefined || beginsHeading(last, word)) parts.push([word]);
      else last.push(word);
    }
    return parts.map(joined);
  });
}

function beginsHeading(before: readonly PdfWord[], word: PdfWord): boolean {
  if (!SEPARATE.test(foldText(word.text)) || CONNECTING.test(before.at(-1)!.text)) return false;
  const [role, next] = [roleOf(textOf(before), false).role, roleOf(word.text, false).role];
  // `MONTO CARGOS` and `FECHA CARGO` are each a single heading.
  const isQualified = (role === 'amount' || role === 'date') && (next === 'debit' || next === 'credit');
  return role !== 'other' && role !== next && !isQualified;
}
