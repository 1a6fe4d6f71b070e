import { isCurrency, streamSafe } from '@app/kernel/pure';

const NAMES: Readonly<Record<string, readonly string[]>> = {
  MXN: ['mxn', 'mxp', 'mx', 'mn', 'peso', 'pesos', 'nacional', 'moneda nacional', 'peso mexicano', 'pesos mexicanos'],
  USD: ['usd', 'us', 'dls', 'dlls', 'dll', 'dolar', 'dolares', 'dollar', 'dollars', 'us dollar', 'us dollars'],
  EUR: ['eur', 'euro', 'euros', '€'],
  GBP: ['gbp', 'libra', 'libras', 'libra esterlina', 'libras esterlinas', '£'],
  JPY: ['jpy', 'yen', 'yenes', '円'],
  BRL: ['brl', 'reais', 'real'],
  CHF: ['chf', 'sfr', 'fr'],
  CZK: ['czk', 'kč', 'kc'],
  HUF: ['huf', 'ft', 'forint'],
  PLN: ['pln', 'zł', 'zl'],
  RUB: ['rub', 'rur', 'руб', '₽'],
  TRY: ['try', 'tl', 'turk lirasi'],
  RON: ['ron', 'lei', 'leu'],
  UAH: ['uah', 'грн', '₴'],
  BGN: ['bgn', 'лв'],
  CNY: ['cny', 'rmb', '人民币', '元'],
  KRW: ['krw', '원'],
  ILS: ['ils', 'nis', 'שח', '₪'],
};

const BY_NAME = new Map(
  Object.entries(NAMES).flatMap(([currency, names]) => names.map((name) => [name, currency] as const)),
);
for (const dollars of ['dolar americano', 'dolares americanos', 'dolares estadounidenses', 'dolar estadounidense']) {
  BY_NAME.set(dollars, 'USD');
}

/**
 * Returns the currency that a text such as `M.N.`, `MXP`, `Pesos`, `DLS` or a code names. Returns null if the currency
 * is unknown, as for a `$` on its own.
 */
export function currencyNamed(text: string): string | null {
  const plain = streamSafe(text)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[.$]/g, '')
    .replace(/\s+/g, ' ');
  const name = plain.trim();
  const known = BY_NAME.get(name);
  if (known) return known;
  if (isCurrency(name.toUpperCase())) return name.toUpperCase();
  const [first, ...rest] = name.split(/ ?[-/()] ?/).filter((part) => part !== '');
  return rest.length > 0 && first !== undefined ? (BY_NAME.get(first) ?? null) : null;
}

/**
 * False for currencies without cents, such as the yen. Their amounts have no decimals, so three digits after a
 * separator are thousands.
 */
export function hasMinorUnit(currency: string): boolean {
  if (!/^[A-Za-z]{3}$/.test(currency)) return true;
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits !== 0;
}
