import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { EventActorView } from '@app/identity';
import type { EventRow } from './feed.query.js';

@ApiSchema({ name: 'EventSubject', description: 'Resource of the event.' })
export class EventSubjectView {
  @ApiProperty({ description: 'Kind of resource: the family of the event type.', example: 'transaction' })
  kind!: string;

  @ApiProperty({ type: String, pattern: '^\\S+$', description: 'ID of the resource.' })
  id!: string;
}

@ApiSchema({ name: 'Event', description: 'A change in the workspace.' })
export class EventView {
  @ApiProperty({ description: 'Unique ID, the same in the feed and in webhook deliveries.' })
  id!: string;

  @ApiProperty({ description: 'Event type, such as `transaction.created`.', example: 'transaction.updated' })
  type!: string;

  @ApiProperty({
    description: 'Time of the request that caused the event, or time at which the service detected the event.',
  })
  at!: string;

  /** User, key, app or service that made the change. */
  @ApiProperty({ type: EventActorView })
  actor!: EventActorView;

  /** Resource that changed. */
  @ApiProperty({ type: EventSubjectView })
  subject!: EventSubjectView;

  @ApiProperty({
    type: [String],
    description: 'Names of the fields that an update changed, as in requests (`categoryId`, `archived`).',
    example: 'amount',
  })
  changed!: readonly string[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'Additional IDs and figures, depending on `type`.',
    example: { accountIds: ['019aa0c2-7d1e-7c43-9a57-3f1c8e2b0a01'] },
  })
  data!: object;

  @ApiProperty({
    type: String,
    nullable: true,
    description: '`X-Request-Id` of the request that caused the event; null if no request caused the event.',
    pattern: '^[A-Za-z0-9._-]{1,128}$',
    example: '01a2008a-e66f-73c8-99ed-99b37115a9b8',
  })
  requestId!: string | null;
}

@ApiSchema({ name: 'EventPage', description: 'A page of events.' })
export class EventPageView {
  @ApiProperty({ type: [EventView] })
  items!: EventView[];

  @ApiProperty({ description: 'Cursor of the next events.' })
  nextCursor!: string;

  @ApiProperty({ description: 'True if more events are available now, even if this page is not full.' })
  hasMore!: boolean;
}

export function eventView(row: EventRow): EventView {
  return {
    id: row.id,
    type: row.type,
    at: row.at,
    actor: { kind: row.actorKind as EventActorView['kind'], id: row.actorId, name: row.actorName },
    subject: { kind: row.type.slice(0, row.type.indexOf('.')), id: row.subjectId },
    changed: row.changed,
    data: row.data,
    requestId: row.requestId,
  };
}
