import { day, Field, oneOf } from '@app/kernel';
import type { AnswerFormat } from '@app/presenting';
import { answerFormat } from '@app/presenting';
import type { HistoryInterval } from './history-points.js';

export class NetWorthRequest {
  /** Day at whose end to compute the net worth. Without it, balances include future-dated transactions. */
  @Field(day(), { optional: true })
  date?: string;
}

export class NetWorthHistoryRequest {
  /** First day of the period. Defaults to one year before `to`. */
  @Field(day(), { optional: true })
  from?: string;

  /** Last day of the period and date of the last point. Defaults to today in Mexico. */
  @Field(day(), { optional: true })
  to?: string;

  /** Interval between points. Weekly points are Sundays; monthly points are the last days of the months. */
  @Field(oneOf('day', 'week', 'month'), { optional: true, byDefault: 'day' })
  interval: HistoryInterval = 'day';

  @Field(answerFormat(), { optional: true })
  format?: AnswerFormat;
}
