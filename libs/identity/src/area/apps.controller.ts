import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { isId, TIME_ZONE } from '@app/kernel';
import { Grants } from '../grants/grants.service.js';
import { messagesFor } from '../web/messages.js';
import { PageFilter, sendPage } from '../web/page.filter.js';
import { PageRefusal } from '../web/page-refusal.js';
import { scopeSummary } from '../web/scope.js';
import type { Owner } from '../web/page-sessions.service.js';
import { PageSessions } from '../web/page-sessions.service.js';
import { appsPage } from './apps-page.js';
import { confirmPage } from './confirm-page.js';

@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('developers')
export class AppsController {
  constructor(
    private readonly pageSessions: PageSessions,
    private readonly grants: Grants,
  ) {}

  @Get('apps')
  async apps(@Req() request: Request, @Res() response: Response): Promise<void> {
    const owner = await this.pageSessions.owner(request, response);
    const messages = messagesFor(owner.language);
    const { done } = request.query;
    const grants = owner.member === null ? [] : await this.grants.list(owner.member.workspaceId, userShownTo(owner));
    const webhookUrls = owner.workspaceId === null ? new Map() : await this.grants.webhookUrls(owner.workspaceId);
    const outcome =
      done === 'ended' ? { notice: messages.appEnded } : done === 'gone' ? { fault: messages.appGone } : {};
    return sendPage(
      response,
      appsPage(this.pageSessions.context(owner, request), { grants, webhookUrls, timeZone: TIME_ZONE, ...outcome }),
    );
  }

  @Get('apps/:id/revoke')
  async confirmEnd(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    const owner = await this.pageSessions.owner(request, response);
    const grant = owner.workspaceId === null ? null : await this.grants.find(owner.workspaceId, id);
    const userId = userShownTo(owner);
    if (grant === null || (userId !== null && grant.userId !== userId)) throw new PageRefusal(404, 'not-found');
    const messages = messagesFor(owner.language);
    const confirmation = {
      section: 'apps' as const,
      title: messages.endApp,
      what: grant.clientName,
      detail: scopeSummary(messages, grant.scope),
      warning: messages.endAppWarning,
      action: `/developers/apps/${id}/revoke`,
      formToken: owner.formToken,
    };
    return sendPage(response, confirmPage(this.pageSessions.context(owner, request), confirmation));
  }

  @Post('apps/:id/revoke')
  async endGrant(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    await this.pageSessions.form(request);
    const owner = await this.pageSessions.owner(request, response);
    const { workspaceId } = owner;
    const ended =
      workspaceId !== null &&
      isId(id) &&
      (await this.pageSessions.runAudited(owner, request, () => this.grants.end(workspaceId, id, userShownTo(owner))));
    return response.redirect(303, `/developers/apps?done=${ended ? 'ended' : 'gone'}`);
  }

  @Post('workspace')
  async selectWorkspace(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const owner = await this.pageSessions.owner(request, response);
    const chosen = owner.workspaces.find(({ id }) => id === fields.get('workspace'));
    if (chosen === undefined) throw new PageRefusal(404, 'not-found');
    await this.pageSessions.selectWorkspace(owner, chosen.id);
    return response.redirect(303, '/developers/keys');
  }
}

/** Returns the user whose apps the pages show; null for an owner, who sees the apps of all members. */
function userShownTo({ member, session }: Owner): string | null {
  return member?.role === 'owner' ? null : session.person.id;
}
