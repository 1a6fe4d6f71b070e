import { Field, oneOf, PageRequest } from '@app/kernel';
import { eventTypeList } from './event-type.rule.js';

export class ListEventsRequest extends PageRequest {
  /** Only these types, or families such as `transaction.*`. @example transaction.* */
  @Field(eventTypeList(), { optional: true })
  types?: string;

  /** Without a cursor: `now` begins at the end and answers no event, but a cursor for those to come. */
  @Field(oneOf('now'), { optional: true })
  from?: 'now';
}
