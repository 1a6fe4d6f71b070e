import { foldText } from '../text/fold-text.js';
import { shortened } from '../text/cell-text.js';
import { currencyNamed } from '../cells/currency-name.js';
import { figuresOfLine } from './figures.js';
import { cellsOfLine, textOf, type PdfLine } from './pdf-page.js';

/** Section of a PDF with the statement of one account. */
export interface PdfSection {
  readonly id: string;
  readonly label: string;
  /** Last four digits of the account or card number; null if not printed. */
  readonly accountTail: string | null;
  readonly currency: string;
}

export interface FoundSection extends PdfSection {
  readonly lines: readonly PdfLine[];
}

const ACCOUNT =
  /\b(?:(?:numero|num|no|n) (?:de )?(?:la |tu )?(?:cuenta|contrato|tarjeta)|cuenta|cta|contrato|tarjeta|account(?: (?:number|no))?|card(?: number)?|clabe(?: interbancaria)?)\b/g;
const NUMBER = /^[\d*x•·][\d*x•· -]{2,28}\d/;
/** Number of 8 or more digits or masked digits, in one piece or in groups. */
const LONG_NUMBER = /(?<![\p{L}\d.,/*])(?:[\d*x•·]{2,8}[ -]){0,5}[\d*x•·]{2,20}(?![\p{L}\d/*]|[.,]\d)/gu;
/** Words for numbers that do not identify an account. */
const OTHER_NUMBER =
  /\b(?:cliente|customer|client|rfc|curp|folio|referencia|ref|tel|telefonos?|phone|linea|llam[ae]|whatsapp|fax|pagina|page|hoja|certificado|serie|sello|fiscal|uuid|sucursal|suc|branch|convenio|poliza|autorizacion|reporte|rastreo|plaza|cr|cp|adicional|titular|digital|virtual|fecha|date|periodo|period)\b/;
const CURRENCIES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:dolares|usd|dolar|us dollars?)\b/, 'USD'],
  [/\b(?:euros?|eur)\b/, 'EUR'],
];

/**
 * Account number on a line. Account numbers identify a section better than card numbers and CLABEs. The word of a
 * heading is unknown, as in `PAGARÉ 4455667788`.
 */
interface AccountLine {
  readonly at: number;
  /** Digits after the mask. For a CLABE, only the digits of its account. */
  readonly digits: string;
  readonly kind: 'account' | 'card' | 'clabe' | 'heading';
}

const KINDS = ['account', 'card', 'clabe', 'heading'] as const;

/** Returns the account numbers that a line states, such as `Cuenta 0123456789`. */
function accountsIn(line: PdfLine, at: number): AccountLine[] {
  const text = textOf(line.words);
  if (text.length > 200) return [];
  const folded = unaccented(text)
    .replace(/[.:#°º]/g, ' ')
    .replace(/\s+/g, ' ');
  return [...folded.matchAll(ACCOUNT)].flatMap((label): AccountLine[] => {
    const behind = folded.slice(label.index + label[0].length, label.index + label[0].length + 60);
    // Additional cards of an account have separate tables in the same section.
    if (/^ (?:adicional|titular|digital|virtual)\b/.test(behind)) return [];
    const rest = behind.replace(/^[^\d*x•·]{0,30}/, '');
    const [number] = NUMBER.exec(rest) ?? [];
    if (number === undefined || number.replace(/\D/g, '').length < 4 || /^(?:19|20)\d\d$/.test(number.trim()))
      return [];
    if (/^.?\d*[.,/]\d/.test(rest.slice(number.length - 1))) return [];
    const kind = label[0].startsWith('clabe') ? 'clabe' : /tarjeta|card/.test(label[0]) ? 'card' : 'account';
    return [{ at, kind, digits: digitsOf(number, kind === 'clabe') }];
  });
}

/** Returns the account-like number of a short line that states nothing else, such as `INVERSIÓN No. 0012345633`. */
function headingIn(line: PdfLine, at: number): AccountLine[] {
  const text = unaccented(textOf(line.words));
  if (line.words.length > 10 || text.length > 100 || OTHER_NUMBER.test(text) || !/\p{L}{3}/u.test(text)) return [];
  if (figuresOfLine(line.words, line.size).figures.length > 0) return [];
  const numbers = [...text.matchAll(LONG_NUMBER)].map(([number]) => number.trim());
  const long = numbers.filter((number) => /\d{3}$/.test(number) && between(number.replace(/[ -]/g, '').length, 8, 20));
  return numbers.length === 1 ? long.map((number) => ({ at, kind: 'heading', digits: digitsOf(number, false) })) : [];
}

const between = (value: number, least: number, most: number) => value >= least && value <= most;

function digitsOf(number: string, isClabe: boolean): string {
  const digits = number.replace(/^.*[*x•·]/, '').replace(/\D/g, '');
  // The first six digits of a CLABE name the bank and the city, and the last one is a check digit.
  return (isClabe || number.startsWith('0')) && digits.length === 18 ? digits.slice(6, 17) : digits;
}

/** True if two printed numbers are the same account. Numbers may be masked or printed without their first digits. */
function isSameNumber(one: AccountLine, two: AccountLine): boolean {
  const [a, b] = [one, two].map(({ digits }) => digits.replace(/^0+(?=\d{4})/, '')) as [string, string];
  return a.endsWith(b) || b.endsWith(a);
}

function unaccented(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

interface Start {
  readonly header: number;
  readonly account: AccountLine | null;
  readonly numbers: AccountLine[];
}

/** Line from which the lines belong to a section. */
interface Switch {
  readonly at: number;
  readonly start: Start;
}

/**
 * Splits a document into the sections of its accounts. A section begins at the account number above a header, unless
 * the number belongs to an earlier section.
 * @param headers indexes of the headers of tables
 * @param isRow true for a line of a transaction, whose text may name other accounts
 */
export function findSections(
  lines: readonly PdfLine[],
  headers: readonly number[],
  isRow: (at: number) => boolean,
): FoundSection[] {
  const starts: Start[] = [];
  const switches: Switch[] = [];
  const isRepeated = repeatedLines(lines);
  for (const [index, header] of headers.entries()) {
    const above = accountsAbove(lines, header, headers[index - 1] ?? -1, isRow);
    const accounts = starts.length === 0 ? above : above.filter(({ at }) => !isRepeated(at));
    if (accounts.length === 0 && starts.length > 0) continue;
    const known = knownSection(starts, accounts);
    const own = accounts.filter((each) => !starts.some((start) => start !== known && isNumberOf(start, each)));
    const start = known ?? { header, account: mainOf(own), numbers: [] };
    start.numbers.push(...own);
    if (known === undefined) starts.push(start);
    if (switches.at(-1)?.start !== start) switches.push({ at: Math.min(header, ...own.map(({ at }) => at)), start });
  }
  if (starts.length <= 1) return [onlySection(lines, starts[0])];
  const ids = new Map<string, number>();
  return starts.map((start) => {
    const ranges = switches.flatMap((each, index) =>
      each.start === start ? [{ from: each.at, to: switches[index + 1]?.at ?? lines.length }] : [],
    );
    const tail = start.account?.digits.slice(-4) ?? null;
    const base = tail ?? 'account';
    const times = (ids.get(base) ?? 0) + 1;
    ids.set(base, times);
    return {
      id: times === 1 ? base : `${base}-${times}`,
      label: labelOf(start.account === null ? undefined : lines[start.account.at], tail),
      accountTail: tail,
      currency: currencyOf(lines.slice(ranges[0]!.from, Math.min(ranges[0]!.to, start.header + 1))),
      lines: ranges.flatMap(({ from, to }) => lines.slice(from, to)),
    };
  });
}

function onlySection(lines: readonly PdfLine[], start: Start | undefined): FoundSection {
  const labelled = start?.numbers.filter(({ kind }) => kind !== 'heading');
  const account = mainOf(labelled ?? lines.slice(0, MOST_LINES_ABOVE).flatMap(accountsIn).slice(0, 1));
  const tail = account?.digits.slice(-4) ?? null;
  return {
    id: tail ?? 'account',
    label: labelOf(account === null ? undefined : lines[account.at], tail),
    accountTail: tail,
    currency: currencyOf(lines.slice(0, (start?.header ?? 0) + 1)),
    lines,
  };
}

function mainOf(accounts: readonly AccountLine[]): AccountLine | null {
  return KINDS.flatMap((kind) => accounts.find((each) => each.kind === kind) ?? [])[0] ?? null;
}

const isNumberOf = ({ numbers }: Start, account: AccountLine) => numbers.some((each) => isSameNumber(each, account));

/**
 * Returns the section of a table by the nearest line with a number. A card or a CLABE next to a known account belongs to
 * that account.
 */
function knownSection(starts: readonly Start[], accounts: readonly AccountLine[]): Start | undefined {
  const nearest = accounts.filter(({ at }) => at === accounts[0]!.at);
  const ofNearest = starts.find((start) => nearest.some((each) => isNumberOf(start, each)));
  if (ofNearest !== undefined || nearest.some(({ kind }) => kind === 'account' || kind === 'heading')) return ofNearest;
  return starts.find((start) => accounts.some((each) => isNumberOf(start, each)));
}

/** True for a line that the previous page has at the same place. It identifies the document, not a table. */
function repeatedLines(lines: readonly PdfLine[]): (at: number) => boolean {
  const keyOf = (page: number, { y, words }: PdfLine) => `${page}/${Math.round(y)}/${textOf(words)}`;
  const keys = new Set(lines.map((line) => keyOf(line.page, line)));
  return (at) => keys.has(keyOf(lines[at]!.page - 1, lines[at]!));
}

const MOST_LINES_ABOVE = 400;
const MOST_LINES_TO_HEADING = 10;

/**
 * Account numbers between a header and the table before, nearest first. Prefers the header's own page, and lines
 * without amounts, because a summary lists several accounts.
 */
function accountsAbove(
  lines: readonly PdfLine[],
  header: number,
  before: number,
  isRow: (at: number) => boolean,
): AccountLine[] {
  const found: AccountLine[] = [];
  for (let at = header - 1; at > before && header - at < MOST_LINES_ABOVE && !isRow(at); at -= 1) {
    const line = lines[at]!;
    const isNear = header - at <= MOST_LINES_TO_HEADING && line.page === lines[header]!.page;
    if (found.length > 0 && line.page !== lines[header]!.page) break;
    const labelled = accountsIn(line, at);
    found.push(...(labelled.length > 0 || !isNear ? labelled : headingIn(line, at)));
  }
  const plain = found.filter(({ at }) => figuresOfLine(lines[at]!.words, lines[at]!.size).figures.length === 0);
  return plain.length > 0 ? plain : found;
}

function labelOf(line: PdfLine | undefined, tail: string | null): string {
  if (line === undefined) return 'Cuenta';
  const cells = cellsOfLine(line, 1.5);
  const cell = cells.find(({ text: each }) => /\p{L}{3}.*\d{3}/u.test(each)) ?? cells[0]!;
  const text = cell.text.replace(/[\d*xX•·][\d*xX•· -]{4,}\d/g, `•${tail ?? ''}`);
  return shortened(text, 80);
}

function currencyOf(lines: readonly PdfLine[]): string {
  for (const line of lines) {
    const text = foldText(textOf(line.words));
    const stated = /\b(?:moneda|divisa|currency)\b (?!extranjera|origen)(?:de la cuenta )?(.{2,20})/.exec(text);
    if (stated !== null) {
      const named =
        CURRENCIES.find(([pattern]) => pattern.test(stated[1]!))?.[1] ??
        currencyNamed(stated[1]!.split(' ')[0]!.toUpperCase());
      if (named) return named;
      if (/\b(?:nacional|pesos|mxn)\b/.test(stated[1]!)) return 'MXN';
    }
    const account = /\b(?:cuenta|account)\b/.test(text)
      ? CURRENCIES.find(([pattern]) => pattern.test(text))
      : undefined;
    if (account) return account[1];
  }
  return 'MXN';
}
