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
  /** The first day; the first of this month in Mexico unless given. At most 20 years before the last. */
  @Field(day(), { optional: true })
  from?: string;

  /** The last day; today in Mexico unless given. */
  @Field(day(), { optional: true })
  to?: string;

  /** Spending less refunds, or earning less what was reversed. */
  @Field(oneOf('expense', 'income'), { optional: true, byDefault: 'expense' })
  type: CategoryKind = 'expense';

  /** What each item stands for. A week begins on Monday; a quincena is the 1st to the 15th, or the rest of the month. */
  @Field(oneOf(...SPENDING_GROUPS), { optional: true, byDefault: 'category' })
  groupBy: SpendingGroup = 'category';

  /** Only this category and everything below it. */
  @Field(filterReference(), { optional: true })
  categoryId?: string;

  @Field(filterReference(), { optional: true })
  accountId?: string;

  /** Only this merchant, without regard to case, accents and spaces. */
  @Field(text(0, 1000), { optional: true })
  merchant?: string;

  /** Only what has this tag, without regard to case and accents. */
  @Field(tagName(), { optional: true })
  tag?: string;

  /** With the period right before, of as many days or whole months; or with the same dates a year earlier. */
  @Field(oneOf(...COMPARISONS), { optional: true, byDefault: 'none' })
  compare: Comparison = 'none';

  @Field(answerFormat(), { optional: true })
  format?: AnswerFormat;
}
