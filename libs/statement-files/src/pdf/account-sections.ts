import { foldText } from '../text/fold-text.js';
import { shortened } from '../text/cell-text.js';
import { currencyNamed } from '../cells/currency-name.js';
import { cellsOfLine, textOf, type PdfLine } from './pdf-page.js';

/** Account in a PDF. */
export interface PdfSection {
  readonly id: string;
  readonly label: string;
  /** Last four digits of the account or card number; null if not printed. */
  readonly accountTail: string | null;
  readonly currency: string;
}

export interface FoundSection extends PdfSection {
  /** Indexes of the first line and of the line after the last one. */
  readonly from: number;
  readonly to: number;
}

const ACCOUNT =
  /\b(?:(?:numero|num|no|n) (?:de )?(?:la |tu )?(?:cuenta|contrato|tarjeta)|cuenta|cta|contrato|tarjeta|account(?: (?:number|no))?|card(?: number)?|clabe(?: interbancaria)?)\b/g;
const NUMBER = /(?:(?:[*xX•·]{2,}|[*xX•·]+\s?)[\s-]?)+\d{3,6}|\d(?:[\d -]{2,24})\d/g;
const CURRENCIES: readonly (readonly [RegExp, string])[] = [
  [/\b(?:dolares|usd|dolar|us dollars?)\b/, 'USD'],
  [/\b(?:euros?|eur)\b/, 'EUR'],
];

export interface AccountLine {
  readonly at: number;
  readonly number: string;
  readonly tail: string;
  readonly isClabe: boolean;
}

/** Returns the account number that a line states, such as `Cuenta 0123456789`; null for other lines. */
export function accountIn(line: PdfLine, at: number): AccountLine | null {
  const text = textOf(line.words);
  if (text.length > 200) return null;
  const folded = text.normalize('NFD').replace(/\p{M}+/gu, '').toLowerCase().replace(/[.:#°º]/g, ' ').replace(/\s+/g, ' ');
  let clabe: AccountLine | null = null;
  for (const label of folded.matchAll(ACCOUNT)) {
    const behind = folded.slice(label.index + label[0].length, label.index + label[0].length + 60);
    const match = /^[^\d*x•·]{0,30}/.exec(behind);
    const rest = behind.slice(match?.[0].length ?? 0);
    const number = new RegExp(NUMBER.source).exec(rest);
    if (number === null || number.index > 0) continue;
    const digits = number[0].replace(/\D/g, '');
    if (digits.length < 4 || /\d[.,/]\d/.test(rest.slice(0, number[0].length + 2)) || isYear(number[0])) continue;
    if (label[0].startsWith('clabe')) {
      clabe ??= { at, number: digits, tail: digits.length === 18 ? digits.slice(13, 17) : digits.slice(-4), isClabe: true };
    } else return { at, number: digits, tail: digits.slice(-4), isClabe: false };
  }
  return clabe;
}

const isYear = (text: string) => /^(?:19|20)\d\d$/.test(text.trim());

/**
 * Splits a document into the sections of its accounts. A section begins at the account number above a header, if it
 * differs from the number before.
 * @param headers indexes of the headers of tables
 * @param isRow true for a line of a movement, whose text may name other accounts
 */
export function findSections(
  lines: readonly PdfLine[],
  headers: readonly number[],
  isRow: (at: number) => boolean,
): FoundSection[] {
  const starts: { at: number; account: AccountLine | null; header: number }[] = [];
  let before = -1;
  for (const header of headers) {
    let account: AccountLine | null = null;
    let first = header;
    for (let at = header - 1; at > before && header - at < 400; at -= 1) {
      if (isRow(at)) break;
      const found = accountIn(lines[at]!, at);
      if (found === null) continue;
      if (account === null || (account.isClabe && !found.isClabe && account.at - at < 6)) account = found;
      if (account.at - at < 6) first = at;
    }
    before = header;
    const current = starts.at(-1);
    const isSame = current !== undefined && (account === null || current.account?.tail === account.tail);
    if (!isSame) starts.push({ at: account === null ? header : Math.max(first, account.at), account, header });
  }
  if (starts.length === 0) {
    const account = lines.slice(0, 400).map(accountIn).find((each) => each !== null) ?? null;
    starts.push({ at: 0, account, header: 0 });
  }
  const merged = starts.filter(
    ({ account }, at) => account === null || starts.findIndex((each) => each.account?.tail === account.tail) === at,
  );
  const ids = new Map<string, number>();
  return merged.map(({ at, account, header }, index) => {
    const to = merged[index + 1]?.at ?? lines.length;
    const tail = account?.tail ?? null;
    const base = tail ?? 'account';
    const times = (ids.get(base) ?? 0) + 1;
    ids.set(base, times);
    const from = merged.length === 1 ? 0 : at;
    return {
      id: times === 1 ? base : `${base}-${times}`,
      label: labelOf(account === null ? undefined : lines[account.at], tail),
      accountTail: tail,
      currency: currencyOf(lines.slice(merged.length === 1 ? 0 : at, Math.min(to, header + 1))),
      ...{ from, to },
    };
  });
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
      const named = CURRENCIES.find(([pattern]) => pattern.test(stated[1]!))?.[1] ?? currencyNamed(stated[1]!.split(' ')[0]!.toUpperCase());
      if (named) return named;
      if (/\b(?:nacional|pesos|mxn)\b/.test(stated[1]!)) return 'MXN';
    }
    const account = /\b(?:cuenta|account)\b/.test(text) ? CURRENCIES.find(([pattern]) => pattern.test(text)) : undefined;
    if (account) return account[1];
  }
  return 'MXN';
}
