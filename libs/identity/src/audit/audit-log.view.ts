import { ApiProperty, ApiSchema } from '@nestjs/swagger';

const ACTOR_KINDS = ['api_key', 'oauth_grant', 'person', 'command_line'] as const;

/** Who acted. */
@ApiSchema({ name: 'AuditActor', description: 'Who acted.' })
export class AuditActorView {
  @ApiProperty({
    enum: ACTOR_KINDS,
    description: 'A person acts in the developer area, an administrator at the command line.',
  })
  kind!: (typeof ACTOR_KINDS)[number];

  @ApiProperty({ type: String, nullable: true, description: 'The id of the key, the grant or the person.' })
  id!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The name of the key or the app, a person’s e-mail, or the administrator’s account on the machine.',
  })
  name!: string | null;
}

/** One change, and who made it. */
@ApiSchema({ name: 'AuditEntry', description: 'One change, and who made it.' })
export class AuditEntryView {
  @ApiProperty()
  id!: string;

  @ApiProperty({ description: 'When it was asked for.' })
  at!: string;

  @ApiProperty({ type: AuditActorView })
  actor!: AuditActorView;

  @ApiProperty({
    description:
      'The operation, as its method and path, or the command. Behind a sign-in that failed stands `(refused)`.',
  })
  action!: string;

  @ApiProperty({ type: String, nullable: true, description: 'The id of the resource that was changed or created.' })
  resourceId!: string | null;

  @ApiProperty({ type: [String], description: 'The fields that were given; never what was in them.' })
  fields!: readonly string[];

  @ApiProperty({ type: String, nullable: true, description: 'The X-Request-Id.' })
  requestId!: string | null;
}

@ApiSchema({ name: 'AuditLogPage', description: 'A page of the audit log.' })
export class AuditLogPageView {
  @ApiProperty({ type: [AuditEntryView] })
  items!: AuditEntryView[];

  @ApiProperty({ type: String, nullable: true })
  nextCursor!: string | null;
}
