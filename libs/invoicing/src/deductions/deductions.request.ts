import type { FieldRule } from '@app/kernel';
import { amount, Field, parseAmount, queryInteger } from '@app/kernel';
import { rfc } from '../taxpayers/rfc.js';

const income = (): FieldRule => {
  const rule = amount();
  return {
    ...rule,
    detail: `${rule.detail}, not negative`,
    check: (value) => rule.check(value) && parseAmount(value as string) >= 0n,
  };
};

export class DeductionsRequest {
  /** Year of issue of the invoices. @example 2026 */
  @Field(queryInteger(2000, 2200))
  year!: number;

  /** RFC of the taxpayer who received the invoices. Ignores case. */
  @Field(rfc())
  rfc!: string;

  /** Total income of the year, including exempt income. Without it, the report does not compute the general cap. */
  @Field(income(), { optional: true })
  totalIncome?: string;
}
