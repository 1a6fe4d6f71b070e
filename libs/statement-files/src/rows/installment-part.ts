import type { RowWarning } from './statement-row.js';

/** Which part of a purchase in installments a movement is: the second of six. */
export interface InstallmentPart {
  readonly number: number;
  readonly months: number;
}

const MAX_MONTHS = 60;
/** `02 DE 06`, but no date such as `02 de 06 de 2026`, and no part of a longer number. */
const OF = /(?<![\d./:-])(\d{1,2}) ?DE ?(\d{1,2})(?![\d./:-])(?! ?DE)/i;
/** `2/6` is a part only beside a word that says so, since it may be a date. */
const SLASHED = /(?<![\d./:-])(\d{1,2}) ?\/ ?(\d{1,2})(?![\d./:-])/;
const WORDS = /\b(MSI|MESES|MENS|MENSUALIDAD(ES)?|PARCIALIDAD(ES)?|CUOTAS?|S\/INT(ERES(ES)?)?)\b/i;

/**
 * Reads which part of a purchase in installments a description names, as card statements write it: `LIVERPOOL 02 DE 06`,
 * `AMAZON 2/6 MSI`, `MENS 2 DE 6 SEARS`. Null where it names none. Source: contract section 20, months without interest.
 */
export function installmentPart(description: string): InstallmentPart | null {
  const found = OF.exec(description) ?? (WORDS.test(description) ? SLASHED.exec(description) : null);
  if (found === null) return null;
  const [number, months] = [Number(found[1]), Number(found[2])];
  return number >= 1 && number <= months && months >= 2 && months <= MAX_MONTHS ? { number, months } : null;
}

/** Returns the warning of a row that is such a part. */
export function partWarning({ number, months }: InstallmentPart): RowWarning {
  const detail = `The row is part ${number} of ${months} of a purchase in installments: where the purchase is entered as a whole, it must not count again.`;
  return { code: 'INSTALLMENT_PART', detail };
}
