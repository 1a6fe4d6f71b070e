import { ApiProperty, ApiSchema } from '@nestjs/swagger';

const ACTOR_KINDS = ['api_key', 'oauth_grant', 'person', 'command_line'] as const;

@ApiSchema({ name: 'AuditActor', description: 'Actor of a change.' })
export class AuditActorView {
  @ApiProperty({
    enum: ACTOR_KINDS,
    description:
      'Kind of actor: an API key, an app (`oauth_grant`), a user in the developer area (`person`), or an administrator at the command line.',
  })
  kind!: (typeof ACTOR_KINDS)[number];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'ID of the key, grant or user; null for an administrator and for a failed sign-in.',
  })
  id!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'Name of the key, app or member. For an administrator, the user name in the operating system. Null without a name.',
    example: 'Presupuesto en mi hoja',
  })
  name!: string | null;
}

@ApiSchema({ name: 'AuditEntry', description: 'An entry of the audit log: a change and its actor.' })
export class AuditEntryView {
  @ApiProperty()
  id!: string;

  @ApiProperty({ description: 'Time of the request.' })
  at!: string;

  /** Actor of the change. */
  @ApiProperty({ type: AuditActorView })
  actor!: AuditActorView;

  @ApiProperty({
    description: 'Method and path of the operation, or name of the command. Failed sign-ins end with `(refused)`.',
    example: 'PATCH /v1/transactions/{id}',
  })
  action!: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'ID of the created or changed resource; null if the change does not concern a single resource.',
    pattern: '^\\S+$',
  })
  resourceId!: string | null;

  @ApiProperty({
    type: [String],
    description: 'Names of the fields in the request, without their values.',
    example: 'amount',
  })
  fields!: readonly string[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: '`X-Request-Id` of the request; null for a change by an administrator.',
    pattern: '^[A-Za-z0-9._-]{1,128}$',
    example: '01a2008a-e66f-73c8-99ed-99b37115a9b8',
  })
  requestId!: string | null;
}

@ApiSchema({ name: 'AuditLogPage', description: 'A page of the audit log.' })
export class AuditLogPageView {
  @ApiProperty({ type: [AuditEntryView] })
  items!: AuditEntryView[];

  @ApiProperty({ type: String, nullable: true })
  nextCursor!: string | null;
}
