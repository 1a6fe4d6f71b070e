import { day, Field, oneOf } from '@app/kernel';
import type { AnswerFormat } from '@app/presenting';
import { answerFormat } from '@app/presenting';
import type { HistoryInterval } from './history-points.js';

export class NetWorthHistoryRequest {
  /** A year before the last day unless given. */
  @Field(day(), { optional: true })
  from?: string;

  /** The last day, and always the last point; today in Mexico unless given. */
  @Field(day(), { optional: true })
  to?: string;

  /** How far the points are apart. A week stands at its Sunday, a month at its last day. */
  @Field(oneOf('day', 'week', 'month'), { optional: true, byDefault: 'day' })
  interval: HistoryInterval = 'day';

  @Field(answerFormat(), { optional: true })
  format?: AnswerFormat;
}
