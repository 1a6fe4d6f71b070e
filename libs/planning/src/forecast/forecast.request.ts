import { day, Field } from '@app/kernel';
import type { AnswerFormat } from '@app/presenting';
import { answerFormat } from '@app/presenting';

export class ForecastRequest {
  /** Last day of the forecast, at most 12 months from today in Mexico. Defaults to 30 days from today. */
  @Field(day(), { optional: true })
  until?: string;

  @Field(answerFormat(), { optional: true })
  format?: AnswerFormat;
}
