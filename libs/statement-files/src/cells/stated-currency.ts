import { isCurrency } from '@app/kernel/pure';
import { foldText } from '../text/fold-text.js';

const DOLLARS = new Set(
  (
    'MXN USD CAD AUD NZD SGD HKD TWD ARS CLP COP UYU DOP BRL CUP BBD BSD BZD BMD KYD FJD GYD JMD LRD NAD SBD SRD TTD ' +
    'XCD CVE NIO TOP WST BOB PYG'
  ).split(' '),
);
const PESOS = new Set(['MXN', 'ARS', 'CLP', 'COP', 'UYU', 'DOP', 'CUP', 'PHP']);
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/\bUS\$|\bU\$S|\bUSD\$/i, 'USD'],
  [/€/, 'EUR'],
  [/£/, 'GBP'],
  [/₽/, 'RUB'],
];

export function hasDollarSign(currency: string): boolean {
  return DOLLARS.has(currency);
}

/**
 * Returns the first currency that the text names. Returns `$` if the text has only this sign and the account's currency
 * does not use it. Returns null if the text names the account's currency or none.
 */
export function foreignCurrency(text: string, account: string): string | null {
  const codes = (text.match(/(?<!\p{L})[A-Z]{3}(?!\p{L})/gu) ?? []).filter(isCurrency);
  const signs = SIGNS.filter(([sign]) => sign.test(text)).map(([, currency]) => currency);
  const words = foldText(text)
    .split(' ')
    .map((word) => namedByWord(word, account));
  const named = [...codes, ...signs, ...words.filter((currency) => currency !== null)];
  if (named.includes(account)) return null;
  return named[0] ?? (text.includes('$') && !hasDollarSign(account) ? '$' : null);
}

function namedByWord(word: string, account: string): string | null {
  if (/^(dolar(es)?|dollars?)$/.test(word)) return hasDollarSign(account) && account !== 'MXN' ? account : 'USD';
  if (/^euros?$/.test(word)) return 'EUR';
  return /^pesos?$/.test(word) ? (PESOS.has(account) ? account : 'MXN') : null;
}

const LABEL =
  /^\s*(?:tipo de )?(?:account |statement )?(?:moneda|divisa|currency|devise|w[aä]hrung|kontow[aä]hrung|valuta|waluta|moeda|munt|mena|m[eě]na|p[eé]nznem|валюта)(?: (?:de (?:la )?cuenta|of (?:the )?account|du compte|del conto|da conta|rachunku|счета))?\s*(?::\s*(.{0,40})|)$/iu;

/**
 * Yields the values of currency labels above a table. A value is in the cell of its label or in the next filled cell.
 */
export function* currencyLines(lines: Iterable<readonly string[]>): Generator<string> {
  for (const cells of lines) {
    for (const [at, cell] of cells.slice(0, 50).entries()) {
      const label = cell.length > 100 ? null : LABEL.exec(cell);
      if (label) yield label[1]?.trim() || (cells.slice(at + 1).find((next) => next.trim() !== '') ?? '').slice(0, 40);
    }
  }
}
