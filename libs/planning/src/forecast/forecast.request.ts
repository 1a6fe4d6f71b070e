import { day, Field } from '@app/kernel';
import type { AnswerFormat } from '@app/presenting';
import { answerFormat } from '@app/presenting';

export class ForecastRequest {
  /** Last day of the forecast: from today (Mexico City) to one year ahead. Default: 30 days ahead. */
  @Field(day(), { optional: true })
  until?: string;

  @Field(answerFormat(), { optional: true })
  format?: AnswerFormat;
}
