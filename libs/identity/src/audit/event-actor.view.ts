import { ApiProperty, ApiSchema } from '@nestjs/swagger';

const ACTOR_KINDS = ['api_key', 'oauth_grant', 'person', 'command_line', 'service'] as const;

@ApiSchema({ name: 'EventActor', description: 'Actor that caused the event.' })
export class EventActorView {
  @ApiProperty({
    enum: ACTOR_KINDS,
    description:
      'Kind of actor: an API key, an app (`oauth_grant`), a user in the developer area (`person`), an administrator at ' +
      'the command line, or the service for events that it detected itself.',
  })
  kind!: (typeof ACTOR_KINDS)[number];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'ID of the key, grant or user; null for an administrator and for the service.',
  })
  id!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      "Name of the key or app, or the administrator's operating system user name; null for a user, for the service, " +
      'and if there is none.',
    example: 'Presupuesto en mi hoja',
  })
  name!: string | null;
}
