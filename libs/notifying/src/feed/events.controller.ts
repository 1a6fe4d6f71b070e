import { Controller, Get, Query } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import { Caller, CursorInvalid, Operation } from '@app/kernel';
import { ListEventsRequest } from './event.request.js';
import { EventPageView } from './event.view.js';
import { Feed } from './feed.service.js';

@Controller('v1/events')
export class EventsController {
  constructor(private readonly feed: Feed) {}

  @Operation({
    summary: 'Follow what happens',
    description:
      'Oldest first. `nextCursor` is never null: asking again with it gives what came since, and misses nothing. Events are kept for 30 days, and a cursor is good for as long.',
    answer: EventPageView,
    problems: [CursorInvalid],
  })
  @Get()
  page(@Caller() caller: Principal, @Query() request: ListEventsRequest): Promise<EventPageView> {
    return this.feed.page(caller.workspaceId, request);
  }
}
