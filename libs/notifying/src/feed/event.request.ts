import { Field, oneOf, PageRequest } from '@app/kernel';
import { eventTypeList } from './event-type.rule.js';

export class ListEventsRequest extends PageRequest {
  /** Comma-separated event types, or families such as `transaction.*`. @example transaction.* */
  @Field(eventTypeList(), { optional: true })
  types?: string;

  /** `now` skips past events and returns a cursor for later ones. Has no effect together with `cursor`. */
  @Field(oneOf('now'), { optional: true })
  from?: 'now';
}
