import type { Money } from '@app/kernel/pure';

const MILLION = 1_000_000;

const formats = new Map<string, Intl.NumberFormat>();

function currencyFormat(currency: string, decimals: number): Intl.NumberFormat {
  const key = `${currency} ${decimals}`;
  const known = formats.get(key);
  if (known) return known;
  const [minimumFractionDigits, maximumFractionDigits] = [decimals, decimals];
  const format = new Intl.NumberFormat('es-MX', {
    ...{ style: 'currency', currency, minimumFractionDigits, maximumFractionDigits },
  });
  formats.set(key, format);
  return format;
}

/** Formats -12345.60 MXN as `-$12,345.60`. */
export function moneyText(amount: Money): string {
  return currencyFormat(amount.currency, 2).format(amount.toString() as Intl.StringNumericLiteral);
}

/**
 * Formats the ticks of an axis, such as `$12,000`. If any of them is at least one million, formats all in millions,
 * such as `$1.5 M`.
 */
export function tickTexts(ticks: readonly number[], currency: string): string[] {
  const step = ticks.length > 1 ? Math.abs(ticks[1]! - ticks[0]!) : 1;
  const unit = Math.max(...ticks.map(Math.abs)) >= MILLION ? MILLION : 1;
  const decimals = Math.min(4, Math.max(0, Math.ceil(-Math.log10(step / unit) - 1e-9)));
  const format = currencyFormat(currency, decimals);
  return ticks.map((tick) => format.format(tick === 0 ? 0 : tick / unit) + (unit === 1 || tick === 0 ? '' : '\u00A0M'));
}

/** Formats 0.3451 as `34.5 %`. A value that rounds to zero has no sign. */
export function shareText(share: string): string {
  return `${(Number(share) * 100).toFixed(1).replace(/^-(?=0\.0$)/, '')}\u00A0%`;
}

// eslint-disable-next-line no-control-regex -- characters that XML forbids or that change the text direction
const UNSEEMLY = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\uffff]+/g;
/** Maximum width of names in descriptions, in em. */
export const MAX_DESCRIBED = 60;
/** Maximum length of a name in UTF-16 units. Longer names are cut before their width is measured. */
const MAX_UNITS = 300;

/**
 * Removes characters that XML forbids or that change the direction of text. Splits `]]>`, which XML does not allow in
 * text (XML 1.0 section 2.4). The renderer escapes everything else.
 */
export function plainText(text: string): string {
  return text.toWellFormed().replaceAll(/\s+/g, ' ').replaceAll(UNSEEMLY, '').replaceAll(']]>', ']] >').trim();
}

export function shortName(name: string, ems: number): string {
  const plain = plainText(name.slice(0, MAX_UNITS));
  if (widthOf(plain) <= ems) return plain;
  let cut = '';
  let width = widthOf('…');
  for (const segment of graphemes(plain)) {
    width += widthOf(segment);
    if (width > ems) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}

/** Estimates the width of a text in em. The estimate is rather too high than too low, because fonts differ. */
export function widthOf(text: string): number {
  let width = 0;
  for (const segment of graphemes(text)) {
    if (/^[.,:;|'ilj\s]/.test(segment)) width += 0.34;
    else if (/^[\p{Lu}mw%…–]/u.test(segment)) width += 0.8;
    else width += segment <= LAST_LATIN ? 0.64 : 1.15;
  }
  return width;
}

const LAST_LATIN = '\u024f';
// eslint-disable-next-line no-control-regex -- letters without combining characters
const LATIN = /^[\u0000-\u024f…–]*$/;
let segmenter: Intl.Segmenter | undefined;

function graphemes(text: string): string[] {
  if (LATIN.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter('es-MX', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
