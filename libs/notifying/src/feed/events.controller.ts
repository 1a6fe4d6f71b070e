import { Controller, Get, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, CursorInvalid, Operation } from '@app/kernel';
import { ListEventsRequest } from './event.request.js';
import { EventPageView } from './event.view.js';
import { Feed } from './feed.service.js';
import { FEED_SCOPES, readableTypes } from './readable-types.js';

@Controller('v1/events')
export class EventsController {
  constructor(private readonly feed: Feed) {}

  @Operation({
    summary: 'Follow what happens',
    description:
      'Oldest first. `nextCursor` is never null: asking again with it gives all later events. Events and cursors are kept for 30 days. Each type needs the scope to read its subject; without `types`, the answer has all types that the token may read.',
    answer: EventPageView,
    // `readableTypes` requires the scopes of the types that the request names.
    anyScopeOf: FEED_SCOPES,
    problems: [CursorInvalid],
  })
  @Get()
  page(@Caller() caller: Principal, @Query() request: ListEventsRequest): Promise<EventPageView> {
    return this.feed.page(caller.workspaceId, request, readableTypes(caller, request.types));
  }
}
