import { currency, cursor, day, Field, oneOf, queryInteger } from '@app/kernel';

/** Which part of a contact's history is shown, and which way round. Balances count from its beginning all the same. */
export class StatementRequest {
  @Field(day(), { optional: true })
  from?: string;

  @Field(day(), { optional: true })
  to?: string;

  @Field(currency(), { optional: true })
  currency?: string;

  /** Oldest first, or with `desc` latest first. */
  @Field(oneOf('asc', 'desc'), { optional: true, byDefault: 'asc' })
  order: 'asc' | 'desc' = 'asc';
}

export class IouHistoryRequest extends StatementRequest {
  /** How many items the page holds at most. */
  @Field(queryInteger(1, 200), { optional: true, byDefault: 50 })
  limit: number = 50;

  /** Where the page before ended, as its `nextCursor` said. */
  @Field(cursor(), { optional: true })
  cursor?: string;
}
