import { Field } from './field.decorator.js';
import { cursor, queryInteger } from './field-rule.js';

export class PageRequest {
  /** Maximum number of items on the page. @example 50 */
  @Field(queryInteger(1, 200), { optional: true, byDefault: 50 })
  limit: number = 50;

  /** `nextCursor` of the previous page. */
  @Field(cursor(), { optional: true })
  cursor?: string;
}
