import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { EventRow } from './feed.query.js';

const ACTOR_KINDS = ['api_key', 'oauth_grant', 'person', 'command_line', 'service'] as const;

@ApiSchema({ name: 'EventActor', description: 'Who made it happen.' })
export class EventActorView {
  @ApiProperty({ enum: ACTOR_KINDS, description: '`service` for what the service noticed by itself.' })
  kind!: (typeof ACTOR_KINDS)[number];

  @ApiProperty({ type: String, nullable: true, description: 'The id of the key, the grant or the person.' })
  id!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The name of the key or the app; null for a person.',
    example: 'Presupuesto en mi hoja',
  })
  name!: string | null;
}

@ApiSchema({ name: 'EventSubject', description: 'What it happened to.' })
export class EventSubjectView {
  @ApiProperty({ description: 'The family of the type: the word before its dot.', example: 'transaction' })
  kind!: string;

  @ApiProperty({ type: String, pattern: '^\\S+$' })
  id!: string;
}

/** Something that happened. */
@ApiSchema({ name: 'Event', description: 'Something that happened.' })
export class EventView {
  @ApiProperty({ description: 'The same in the feed and in each delivery to a webhook.' })
  id!: string;

  @ApiProperty({ description: 'What happened, such as `transaction.created`.', example: 'transaction.updated' })
  type!: string;

  @ApiProperty({ description: 'When it was asked for, or noticed.' })
  at!: string;

  /** User or program that made the change. */
  @ApiProperty({ type: EventActorView })
  actor!: EventActorView;

  /** Resource that the event is about. */
  @ApiProperty({ type: EventSubjectView })
  subject!: EventSubjectView;

  @ApiProperty({
    type: [String],
    description:
      'The names of the fields that an update changed, as requests name them (`categoryId`, `archived`), without their values.',
    example: 'amount',
  })
  changed!: readonly string[];

  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'The ids and figures that the type tells besides its subject.',
    example: { accountIds: ['019aa0c2-7d1e-7c43-9a57-3f1c8e2b0a01'] },
  })
  data!: object;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The X-Request-Id of the request that did it.',
    pattern: '^[A-Za-z0-9._-]{1,128}$',
    example: '01a2008a-e66f-73c8-99ed-99b37115a9b8',
  })
  requestId!: string | null;
}

@ApiSchema({ name: 'EventPage', description: 'A page of events.' })
export class EventPageView {
  @ApiProperty({ type: [EventView] })
  items!: EventView[];

  @ApiProperty({ description: 'Asking again with it gives what came since.' })
  nextCursor!: string;

  @ApiProperty({ description: 'Whether more is there already. A page may be short, or empty, and more follow.' })
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
