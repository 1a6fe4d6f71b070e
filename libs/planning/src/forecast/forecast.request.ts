import { day, Field } from '@app/kernel';
import type { AnswerFormat } from '@app/presenting';
import { answerFormat } from '@app/presenting';

export class ForecastRequest {
  /** The last day of the forecast: today in Mexico up to a year ahead. 30 days ahead unless given. */
  @Field(day(), { optional: true })
  until?: string;

  @Field(answerFormat(), { optional: true })
  format?: AnswerFormat;
}
