import { ColumnDecimals } from '../cells/decimal-votes.js';
import { minorUnits, type DecimalSeparator } from '../cells/parse-amount.js';
import { exactFigure } from '../cells/workbook-cells.js';

/** A figure such as `1,000`, which may mean 1 or 1000. */
const AMBIGUOUS = /^-?[1-9]\d{0,2}([.,])\d{3}$/;

export interface OfxAmounts {
  /** Returns a plain figure. If the amount is ambiguous, returns a text that is not an amount. */
  readonly of: (text: string) => string;
  readonly isScaleUnlikely: boolean;
}

/**
 * Normalizes amounts with a decimal point or comma. For an ambiguous figure such as `1,000`, the first of these decides
 * that can: the caller's separator, the stated balance, the other amounts, or a currency without cents, in which it
 * means thousands. If none of them decides, a point is a decimal point, as in the standard, and a comma is an error.
 */
export function ofxAmounts(
  texts: readonly string[],
  balance: string,
  callerDecimal: DecimalSeparator | null,
  hasMinorUnit: boolean,
): OfxAmounts {
  const amounts = texts.map(bareFigure);
  const unclear = amounts.flatMap((text) => AMBIGUOUS.exec(text)?.[1] ?? []);
  const decimals = new ColumnDecimals();
  for (const text of [...amounts, bareFigure(balance)]) decimals.see(0, text.replace('-', ''));
  const decided =
    callerDecimal ??
    (unclear.length === 0 ? null : byBalance(amounts, bareFigure(balance))) ??
    decimals.certain() ??
    (hasMinorUnit || unclear.length === 0 ? null : unclear[0] === '.' ? ',' : '.');
  const of = (text: string) => {
    const bare = bareFigure(text);
    const separator = AMBIGUOUS.exec(bare)?.[1];
    if (separator === undefined) return plainFigure(bare) ?? text;
    if (decided === null && separator === ',') return `${text} ?`;
    return read(bare, decided ?? '.');
  };
  return { of, isScaleUnlikely: decided === null && unclear.length > 0 };
}

function byBalance(amounts: readonly string[], balance: string): DecimalSeparator | null {
  const fits = (['.', ','] as const).filter((decimal) => {
    const minor = (text: string) => minorOf(AMBIGUOUS.test(text) ? read(text, decimal) : (plainFigure(text) ?? ''));
    const [stated, ...parts] = [balance, ...amounts].map(minor);
    return (
      stated != null && parts.every((part) => part !== null) && parts.reduce((sum, part) => sum + part, 0n) === stated
    );
  });
  return fits.length === 1 ? fits[0]! : null;
}

function minorOf(figure: string): bigint | null {
  const minor = figure === '' ? null : minorUnits(figure.replace('-', ''), '.', 15);
  return minor !== null && figure.startsWith('-') ? -minor : minor;
}

function read(text: string, decimal: DecimalSeparator): string {
  const figure = text.includes(decimal) ? text.replace(decimal, '.') : text.replace(/[.,]/, '');
  return exactFigure(figure) ?? text;
}

function bareFigure(text: string): string {
  return text.replace(/\s+/g, '').replace(/^\+/, '');
}

function plainFigure(bare: string): string | null {
  if (/^-?\d{1,3}([.,]\d{3}){2,}$/.test(bare)) return exactFigure(bare.replace(/[.,]/g, ''));
  const [whole, decimals] = /^-?\d{1,3}(,\d{3})+\./.test(bare)
    ? bare.replaceAll(',', '').split('.')
    : /^-?\d{1,3}(\.\d{3})+,/.test(bare)
      ? bare.replaceAll('.', '').split(',')
      : bare.replace(',', '.').split('.');
  return exactFigure(decimals === undefined ? bare : `${whole}.${decimals}`);
}
