import type { Interval } from '@app/kernel';
import { day, Field, INTERVALS, oneOf, filterReference } from '@app/kernel';
import type { AnswerFormat } from '@app/presenting';
import { answerFormat } from '@app/presenting';

export class CashFlowRequest {
  /** First day of the period, at most 20 years before `to`. Defaults to the first day of the current month in Mexico. */
  @Field(day(), { optional: true })
  from?: string;

  /** Last day of the period. Defaults to today in Mexico. */
  @Field(day(), { optional: true })
  to?: string;

  /**
   * Length of the intervals. A week starts on Monday. A quincena is the 1st to the 15th of a month, or the rest of the
   * month.
   */
  @Field(oneOf(...INTERVALS), { optional: true, byDefault: 'month' })
  interval: Interval = 'month';

  /** Counts only transactions in this account. */
  @Field(filterReference(), { optional: true })
  accountId?: string;

  @Field(answerFormat(), { optional: true })
  format?: AnswerFormat;
}
