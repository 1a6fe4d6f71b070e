import { day, Field, INTERVALS, oneOf, PageRequest, filterReference, text } from '@app/kernel';
import type { Interval } from '@app/kernel';
import type { AnswerFormat } from '@app/presenting';
import { answerFormat } from '@app/presenting';
import type { CategoryKind } from '@app/ledger';
import { tagName } from '@app/ledger';
import { COMPARISONS } from '../periods/comparison.js';
import type { Comparison } from '../periods/comparison.js';

export const SPENDING_GROUPS = ['category', 'account', 'merchant', 'tag', ...INTERVALS] as const;
export type SpendingGroup = 'category' | 'account' | 'merchant' | 'tag' | Interval;

export class SpendingRequest extends PageRequest {
  /** First day of the period, at most 20 years before `to`. Defaults to the first day of the current month in Mexico. */
  @Field(day(), { optional: true })
  from?: string;

  /** Last day of the period. Defaults to today in Mexico. */
  @Field(day(), { optional: true })
  to?: string;

  /** `expense` for spending minus refunds, `income` for income minus reversals. */
  @Field(oneOf('expense', 'income'), { optional: true, byDefault: 'expense' })
  type: CategoryKind = 'expense';

  /**
   * Grouping of the items. A week starts on Monday. A quincena is the 1st to the 15th of a month, or the rest of the
   * month.
   */
  @Field(oneOf(...SPENDING_GROUPS), { optional: true, byDefault: 'category' })
  groupBy: SpendingGroup = 'category';

  /** Counts only transactions in this category and its subcategories. */
  @Field(filterReference(), { optional: true })
  categoryId?: string;

  /** Counts only transactions in this account. */
  @Field(filterReference(), { optional: true })
  accountId?: string;

  /** Counts only transactions with this merchant. Ignores case, accents and spaces. @example oxxo */
  @Field(text(0, 1000), { optional: true })
  merchant?: string;

  /** Counts only transactions with this tag. Ignores case and accents. */
  @Field(tagName(), { optional: true })
  tag?: string;

  /**
   * Period to compare with: `previous` for the same number of days or months immediately before, `year` for the same
   * dates one year earlier, or `none`.
   */
  @Field(oneOf(...COMPARISONS), { optional: true, byDefault: 'none' })
  compare: Comparison = 'none';

  @Field(answerFormat(), { optional: true })
  format?: AnswerFormat;
}
