import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { EventActorView } from '@app/identity';
import { day, Field } from '@app/kernel';

@ApiSchema({ description: 'State of the books. Figures up to `closedThrough` cannot change.' })
export class BooksView {
  /** Last closed day; null if the books are open. @example 2026-10-31 */
  closedThrough!: string | null;
  /** Time of the last change of `closedThrough`; null if the books were never closed. */
  updatedAt!: string | null;
}

@ApiSchema({ description: 'Last day to close.' })
export class CloseBooksRequest {
  /**
   * Last day to close, before today in Mexico; null to reopen all days. A day earlier than the current one reopens the
   * days after it.
   */
  @Field(day(), { nullable: true })
  closedThrough!: string | null;
}

@ApiSchema({ description: 'A request that changed closed days with `intoClosed=true`.' })
export class BookExceptionView {
  /** Time of the request. */
  at!: string;
  /** Actor of the change. */
  @ApiProperty({ type: EventActorView })
  actor!: EventActorView;
  /** ID of the operation in the OpenAPI document. @example updateTransaction */
  action!: string;
  /** IDs of the first 500 transactions of closed days that changed. Empty if only an opening balance changed. */
  transactionIds!: string[];
  @ApiProperty({
    type: String,
    nullable: true,
    description: '`X-Request-Id` of the request; null for a call without one.',
    pattern: '^[A-Za-z0-9._-]{1,128}$',
    example: '01a2008a-e66f-73c8-99ed-99b37115a9b8',
  })
  requestId!: string | null;
}

@ApiSchema({ description: 'A page of requests that changed amounts of closed days.' })
export class BookExceptionPageView {
  items!: BookExceptionView[];
  nextCursor!: string | null;
}
