import type { RowWarning } from './statement-row.js';

export interface InstallmentPart {
  readonly number: number;
  readonly months: number;
}

const MAX_MONTHS = 60;
/** Matches `02 DE 06`, but not a date such as `02 de 06 de 2026` or part of a longer number. */
const OF = /(?<![\d./:-])(\d{1,2}) ?DE ?(\d{1,2})(?![\d./:-])(?! ?DE)/i;
/**
 * Matches `2/6`, which may be a date. It is an installment only if the description also has a word for installments.
 */
const SLASHED = /(?<![\d./:-])(\d{1,2}) ?\/ ?(\d{1,2})(?![\d./:-])/;
const WORDS = /\b(MSI|MESES|MENS|MENSUALIDAD(ES)?|PARCIALIDAD(ES)?|CUOTAS?|S\/INT(ERES(ES)?)?)\b/i;

/**
 * Returns the installment that a description names, such as `LIVERPOOL 02 DE 06`, `AMAZON 2/6 MSI` or `MENS 2 DE 6
 * SEARS`. Returns null if it names none.
 */
export function installmentPart(description: string): InstallmentPart | null {
  const match = OF.exec(description) ?? (WORDS.test(description) ? SLASHED.exec(description) : null);
  if (match === null) return null;
  const [number, months] = [Number(match[1]), Number(match[2])];
  return number >= 1 && number <= months && months >= 2 && months <= MAX_MONTHS ? { number, months } : null;
}

export function partWarning({ number, months }: InstallmentPart): RowWarning {
  const detail = `The row is payment ${number} of ${months} of a purchase in installments. If the whole purchase is already recorded, exclude the row so it does not count twice.`;
  return { code: 'INSTALLMENT_PART', detail };
}
