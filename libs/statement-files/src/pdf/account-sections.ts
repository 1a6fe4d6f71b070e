import { foldText } from '../text/fold-text.js';
import { shortened } from '../text/cell-text.js';
import { currencyNamed } from '../cells/currency-name.js';
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
  /** Index of the first line, and below it that of the line after the last one. */
  readonly from: number;
  readonly to: number;
}

const ACCOUNT =
  /\b(?:(?:numero|num|no|n) (?:de )?(?:la |tu )?(?:cuenta|contrato|tarjeta)|cuenta|cta|contrato|tarjeta|account(?: (?:number|no))?|card(?: number)?|clabe(?: interbancaria)?)\b/g;
const NUMBER = /^(?:(?:(?:[*xX•·]{2,}|[*xX•·]+\s?)[\s-]?)+\d{3,6}|\d(?:[\d -]{2,24})\d)/;
const CURRENCIES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:dolares|usd|dolar|us dollars?)\b/, 'USD'],
  [/\b(?:euros?|eur)\b/, 'EUR'],
];

/** Line with an account number. The number of an account identifies a section better than that of a card or a CLABE. */
interface AccountLine {
  readonly at: number;
  readonly tail: string;
  readonly kind: 'account' | 'card' | 'clabe';
}

const KINDS = ['account', 'card', 'clabe'] as const;

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
    const digits = number?.replace(/\D/g, '') ?? '';
    if (number === undefined || digits.length < 4 || /^(?:19|20)\d\d$/.test(number.trim())) return [];
    if (/^.?\d*[.,/]\d/.test(rest.slice(number.length - 1))) return [];
    const kind = label[0].startsWith('clabe') ? 'clabe' : /tarjeta|card/.test(label[0]) ? 'card' : 'account';
    // The last digit of a CLABE is a check digit.
    return [{ at, kind, tail: kind === 'clabe' && digits.length === 18 ? digits.slice(13, 17) : digits.slice(-4) }];
  });
}

function unaccented(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

interface Start {
  readonly at: number;
  readonly header: number;
  readonly account: AccountLine | null;
  readonly tails: Set<string>;
}

/**
 * Splits a document into the sections of its accounts. A section begins at the account number above a table header, if
 * it differs from all numbers of the section before.
 * @param headers indexes of the table headers
 * @param isRow true for a line of a movement, whose text may name other accounts
 */
export function findSections(
  lines: readonly PdfLine[],
  headers: readonly number[],
  isRow: (at: number) => boolean,
): FoundSection[] {
  const starts: Start[] = [];
  for (const [index, header] of headers.entries()) {
    const accounts = accountsAbove(lines, header, headers[index - 1] ?? -1, isRow);
    const account = KINDS.flatMap((kind) => accounts.find((each) => each.kind === kind) ?? [])[0] ?? null;
    const same = starts.find(({ tails }) => accounts.some(({ tail }) => tails.has(tail)));
    if (same !== undefined || (account === null && starts.length > 0)) {
      for (const { tail } of accounts) (same ?? starts.at(-1)!).tails.add(tail);
      continue;
    }
    const at = accounts.length === 0 ? header : Math.min(...accounts.map((each) => each.at));
    starts.push({ at, header, account, tails: new Set(accounts.map(({ tail }) => tail)) });
  }
  if (starts.length === 0) {
    const account = lines.slice(0, MOST_LINES_ABOVE).flatMap(accountsIn)[0] ?? null;
    starts.push({ at: 0, header: 0, account, tails: new Set() });
  }
  const ids = new Map<string, number>();
  return starts.map(({ at, account, header }, index) => {
    const to = starts[index + 1]?.at ?? lines.length;
    const tail = account?.tail ?? null;
    const base = tail ?? 'account';
    const times = (ids.get(base) ?? 0) + 1;
    ids.set(base, times);
    const from = starts.length === 1 ? 0 : at;
    return {
      id: times === 1 ? base : `${base}-${times}`,
      label: labelOf(account === null ? undefined : lines[account.at], tail),
      accountTail: tail,
      currency: currencyOf(lines.slice(from, Math.min(to, header + 1))),
      ...{ from, to },
    };
  });
}

const MOST_LINES_ABOVE = 400;

/**
 * Returns the account numbers between a header and the table before it, nearest first. Prefers those on the page of the
 * header.
 */
function accountsAbove(
  lines: readonly PdfLine[],
  header: number,
  before: number,
  isRow: (at: number) => boolean,
): AccountLine[] {
  const found: AccountLine[] = [];
  for (let at = header - 1; at > before && header - at < MOST_LINES_ABOVE && !isRow(at); at -= 1) {
    if (found.length > 0 && lines[at]!.page !== lines[header]!.page) break;
    found.push(...accountsIn(lines[at]!, at));
  }
  return found;
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
