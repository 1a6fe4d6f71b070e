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
    summary: 'Follow events',
    description:
      'Returns events oldest first. `nextCursor` is never null: pass it as `cursor` to get later events. Events and cursors expire after 30 days. Each type requires the read scope of its resource. Without `types`, the response contains all types that the token can read.',
    answer: EventPageView,
    // `readableTypes` checks the scopes for the requested types.
    anyScopeOf: FEED_SCOPES,
    problems: [CursorInvalid],
  })
  @Get()
  page(@Caller() caller: Principal, @Query() request: ListEventsRequest): Promise<EventPageView> {
    return this.feed.page(caller.workspaceId, request, readableTypes(caller, request.types));
  }
}
