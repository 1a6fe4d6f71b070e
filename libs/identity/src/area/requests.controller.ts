import { Controller, Get, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { isId, isRequestId, TIME_ZONE } from '@app/kernel';
import { ApiKeys } from '../keys/api-keys.service.js';
import { RequestLog } from '../requests/request-log.service.js';
import { PageFilter, sendPage } from '../web/page.filter.js';
import { PageSessions, shownTo } from '../web/page-sessions.service.js';
import { requestsPage } from './requests-page.js';

const MAX_SHOWN = 50;

@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('developers/requests')
export class RequestsController {
  constructor(
    private readonly pageSessions: PageSessions,
    private readonly keys: ApiKeys,
    private readonly requests: RequestLog,
  ) {}

  @Get()
  async list(@Req() request: Request, @Res() response: Response): Promise<void> {
    const owner = await this.pageSessions.owner(request, response);
    const { member } = owner;
    const memberId = member && shownTo(member);
    const { key, request_id: searched, before } = request.query;
    const requestId = typeof searched === 'string' && searched.trim() !== '' ? searched.trim() : null;
    const filter = { keyId: isId(key) ? key : null, memberId, requestId, before: isId(before) ? before : null };
    const [keys, matches] =
      member === null
        ? [[], []]
        : await Promise.all([
            this.keys.list(member.workspaceId, memberId),
            // Text that is not a valid request ID matches no request.
            requestId === null || isRequestId(requestId)
              ? this.requests.latest(member.workspaceId, filter, MAX_SHOWN + 1)
              : [],
          ]);
    const requests = matches.slice(0, MAX_SHOWN);
    const view = { keys, filter, requests, hasOlder: matches.length > requests.length, timeZone: TIME_ZONE };
    sendPage(response, requestsPage(this.pageSessions.context(owner, request), view));
  }
}
