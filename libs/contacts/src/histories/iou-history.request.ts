import { currency, cursor, day, Field, oneOf, queryInteger } from '@app/kernel';

/** Filters of a statement. They do not affect running balances. */
export class StatementRequest {
  @Field(day(), { optional: true })
  from?: string;

  @Field(day(), { optional: true })
  to?: string;

  /** Only debts and repayments in this currency. */
  @Field(currency(), { optional: true })
  currency?: string;

  /** Sort order: `asc` returns the oldest item first, `desc` the latest. */
  @Field(oneOf('asc', 'desc'), { optional: true, byDefault: 'asc' })
  order: 'asc' | 'desc' = 'asc';
}

export class IouHistoryRequest extends StatementRequest {
  /** Maximum number of items on the page. @example 50 */
  @Field(queryInteger(1, 200), { optional: true, byDefault: 50 })
  limit: number = 50;

  /** `nextCursor` of the previous page. */
  @Field(cursor(), { optional: true })
  cursor?: string;
}
