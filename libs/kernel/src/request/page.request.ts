import { Field } from './field.decorator.js';
import { cursor, queryInteger } from './field-rule.js';

/** What every paged list takes. */
export class PageRequest {
  /** How many items the page holds at most. @example 50 */
  @Field(queryInteger(1, 200), { optional: true, byDefault: 50 })
  limit: number = 50;

  /** Where the page before ended, as its `nextCursor` said. */
  @Field(cursor(), { optional: true })
  cursor?: string;
}
