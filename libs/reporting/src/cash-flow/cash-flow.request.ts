import type { Interval } from '@app/kernel';
import { day, Field, INTERVALS, oneOf, filterReference } from '@app/kernel';
import type { AnswerFormat } from '@app/presenting';
import { answerFormat } from '@app/presenting';

export class CashFlowRequest {
  /** The first day; the first of this month in Mexico unless given. At most 20 years before the last. */
  @Field(day(), { optional: true })
  from?: string;

  /** The last day; today in Mexico unless given. */
  @Field(day(), { optional: true })
  to?: string;

  /** What each point stands for. A week begins on Monday; a quincena is the 1st to the 15th, or the rest of the month. */
  @Field(oneOf(...INTERVALS), { optional: true, byDefault: 'month' })
  interval: Interval = 'month';

  @Field(filterReference(), { optional: true })
  accountId?: string;

  @Field(answerFormat(), { optional: true })
  format?: AnswerFormat;
}
