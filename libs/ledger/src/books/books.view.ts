import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { day, Field } from '@app/kernel';

@ApiSchema({ description: 'Last day whose figures cannot change.' })
export class BooksView {
  /** Last closed day; null if the books are open. @example 2026-10-31 */
  closedThrough!: string | null;
  /** Time of the last closing or reopening; null if the books were never closed. */
  updatedAt!: string | null;
}

export class CloseBooksRequest {
  /** Last closed day, before today in Mexico. An earlier day than before reopens the days after it, null all days. */
  @Field(day(), { nullable: true })
  closedThrough!: string | null;
}

export const ACTOR_KINDS = ['api_key', 'oauth_grant', 'person', 'command_line', 'service'] as const;

@ApiSchema({ name: 'BookActor', description: 'Actor of a change.' })
export class BookActorView {
  @ApiProperty({
    enum: ACTOR_KINDS,
    description:
      'Kind of actor: an API key, an app (`oauth_grant`), a user in the developer area (`person`), an administrator at ' +
      'the command line, or the service itself.',
  })
  kind!: (typeof ACTOR_KINDS)[number];

  @ApiProperty({ type: String, nullable: true, description: 'ID of the key, grant or user; null if there is none.' })
  id!: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name of the key or app; null if unknown.',
    example: 'Presupuesto en mi hoja',
  })
  name!: string | null;
}

@ApiSchema({ description: 'A call that changed closed days with `intoClosed=true`.' })
export class BookExceptionView {
  /** Time of the request. */
  at!: string;
  /** Actor of the change. */
  @ApiProperty({ type: BookActorView })
  actor!: BookActorView;
  /** ID of the operation in the OpenAPI document. @example updateTransaction */
  action!: string;
  /** IDs of the first 500 transactions of closed days that changed; empty if only an opening balance changed. */
  transactionIds!: string[];
  @ApiProperty({
    type: String,
    nullable: true,
    description: '`X-Request-Id` of the request.',
    pattern: '^[A-Za-z0-9._-]{1,128}$',
    example: '01a2008a-e66f-73c8-99ed-99b37115a9b8',
  })
  requestId!: string | null;
}

@ApiSchema({ description: 'A page of calls that changed closed days.' })
export class BookExceptionPageView {
  items!: BookExceptionView[];
  nextCursor!: string | null;
}
