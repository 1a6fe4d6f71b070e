import { Controller, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PageFilter, PageRefusal, PageSessions, RequestLimit } from '@app/identity';
import { DemoWorkspaces } from './demo-workspaces.service.js';

/** Maximum number of workspaces of a user who creates a demo, because each demo contains a year of transactions. */
const MAX_WORKSPACES = 10;
const NEW_DEMOS = { quota: 5, windowSeconds: 3_600 };

@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('developers/demo-workspace')
export class DemoWorkspaceController {
  constructor(
    private readonly pageSessions: PageSessions,
    private readonly limit: RequestLimit,
    private readonly demos: DemoWorkspaces,
  ) {}

  @Post()
  async make(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.pageSessions.form(request);
    const owner = await this.pageSessions.owner(request, response);
    if (owner.workspaces.length >= MAX_WORKSPACES) return response.redirect(303, '/developers/keys?done=no-demo');
    const attempt = await this.limit.attempt('demo-workspace', NEW_DEMOS, request);
    if (!attempt.allowed) throw new PageRefusal(429, 'too-many', attempt.secondsLeft);
    const workspaceId = await this.pageSessions.runAudited(owner, request, () =>
      this.demos.makeFor(owner.session.person.id, response),
    );
    await this.pageSessions.selectWorkspace(owner, workspaceId);
    return response.redirect(303, '/developers/keys?done=demo');
  }
}
