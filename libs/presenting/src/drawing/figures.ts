import type { Money } from '@app/kernel/pure';

const MILLION = 1_000_000;

const formats = new Map<string, Intl.NumberFormat>();

/** How es-MX writes amounts of a currency. Every currency has two decimals here. */
function currencyFormat(currency: string, decimals: number): Intl.NumberFormat {
  const key = `${currency} ${decimals}`;
  const known = formats.get(key);
  if (known) return known;
  const [minimumFractionDigits, maximumFractionDigits] = [decimals, decimals];
  const made = new Intl.NumberFormat('es-MX', {
    ...{ style: 'currency', currency, minimumFractionDigits, maximumFractionDigits },
  });
  formats.set(key, made);
  return made;
}

/** An amount to the cent, however large: of -12345.60 MXN it is `-$12,345.60`. */
export function moneyText(amount: Money): string {
  return currencyFormat(amount.currency, 2).format(amount.toString() as Intl.StringNumericLiteral);
}

/** Figures of an axis whose ticks are `step` apart, in millions where the largest is one: `$12,000`, `$1.5 M`. */
export function tickTexts(ticks: readonly number[], currency: string): string[] {
  const step = ticks.length > 1 ? Math.abs(ticks[1]! - ticks[0]!) : 1;
  const unit = Math.max(...ticks.map(Math.abs)) >= MILLION ? MILLION : 1;
  const decimals = Math.min(4, Math.max(0, Math.ceil(-Math.log10(step / unit) - 1e-9)));
  const format = currencyFormat(currency, decimals);
  return ticks.map((tick) => format.format(tick === 0 ? 0 : tick / unit) + (unit === 1 || tick === 0 ? '' : '\u00A0M'));
}

/** `shareText('0.3451')` is `34.5 %`; what rounds to nothing has no sign. */
export function shareText(share: string): string {
  return `${(Number(share) * 100).toFixed(1).replace(/^-(?=0\.0$)/, '')}\u00A0%`;
}

// eslint-disable-next-line no-control-regex -- what XML has no place for, and what turns the direction of the text around it
const UNSEEMLY = /[\u0000-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\uffff]+/g;
/** How long a name may be in a description, in the size of its letters. */
export const MAX_DESCRIBED = 60;
/** Longer names are cut before they are taken apart. */
const MAX_UNITS = 300;

/**
 * A text on one line, without what XML cannot hold or what would turn other text around. The renderer escapes the rest, but for
 * the end of a CDATA section, which is allowed in no text either (XML 1.0 section 2.4).
 */
export function plainText(text: string): string {
  return text.toWellFormed().replaceAll(/\s+/g, ' ').replaceAll(UNSEEMLY, '').replaceAll(']]>', ']] >').trim();
}

/**
 * A name as a chart shows it: plain, and cut to so many times the size of its letters.
 */
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

/** About how wide a text is, in the size of its letters: fonts differ, so rather too much. */
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
// eslint-disable-next-line no-control-regex -- all letters that stand by themselves
const LATIN = /^[\u0000-\u024f…–]*$/;
let segmenter: Intl.Segmenter | undefined;

/** What a reader takes for one character each. */
function graphemes(text: string): string[] {
  if (LATIN.test(text)) return [...text];
  segmenter ??= new Intl.Segmenter('es-MX', { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
