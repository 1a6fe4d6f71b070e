import { Field, oneOf, PageRequest } from '@app/kernel';
import { eventTypeList } from './event-type.rule.js';

export class ListEventsRequest extends PageRequest {
  /** Comma-separated types, or families such as `transaction.*`. @example transaction.* */
  @Field(eventTypeList(), { optional: true })
  types?: string;

  /** Without a cursor: `now` skips all past events and returns a cursor for future ones. */
  @Field(oneOf('now'), { optional: true })
  from?: 'now';
}
