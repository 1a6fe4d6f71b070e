import { day, Field, oneOf } from '@app/kernel';
import type { AnswerFormat } from '@app/presenting';
import { answerFormat } from '@app/presenting';
import type { HistoryInterval } from './history-points.js';

export class NetWorthHistoryRequest {
  /** Defaults to one year before `to`. */
  @Field(day(), { optional: true })
  from?: string;

  /** Last day and last point. Defaults to today in Mexico. */
  @Field(day(), { optional: true })
  to?: string;

  /** Distance between points. Weekly points are Sundays, monthly points the last day of the month. */
  @Field(oneOf('day', 'week', 'month'), { optional: true, byDefault: 'day' })
  interval: HistoryInterval = 'day';

  @Field(answerFormat(), { optional: true })
  format?: AnswerFormat;
}
