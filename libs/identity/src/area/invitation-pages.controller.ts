import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { callerAddress } from '@app/kernel';
import { RateLimits } from '../limits/rate-limits.service.js';
import { subjectOf } from '../limits/subject.js';
import type { OpenedInvitation } from '../members/invitations.service.js';
import { Invitations } from '../members/invitations.service.js';
import { PageFilter, sendPage } from '../web/page.filter.js';
import { PageRefusal, SignInNeeded } from '../web/page-refusal.js';
import { PageSessions } from '../web/page-sessions.service.js';
import { invitationPage } from './invitation-page.js';
import { memberMessages } from './member-messages.js';

const WRONG_TOKENS = { quota: 60, windowSeconds: 900 };

/** Pages of invitations. Every token that the visitor cannot use gets the same response. */
@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('invitations/:token')
export class InvitationPagesController {
  constructor(
    private readonly pageSessions: PageSessions,
    private readonly invitations: Invitations,
    private readonly limits: RateLimits,
  ) {}

  @Get()
  async show(@Req() request: Request, @Res() response: Response, @Param('token') token: string): Promise<void> {
    const visitor = await this.pageSessions.visitor(request, response);
    const { workspaceName, role } = await this.open(request, token, visitor.session?.person.email ?? null);
    const question = {
      ...{ texts: memberMessages(visitor.language), workspaceName, role, formToken: visitor.formToken },
      path: `/invitations/${token}`,
      isSignedIn: visitor.session !== null,
    };
    return sendPage(response, invitationPage(this.pageSessions.context(visitor, request), question));
  }

  /** Redirects a browser that reloads the page after the form was rejected. */
  @Get('accept')
  acceptForm(@Res() response: Response, @Param('token') token: string): void {
    response.redirect(303, `/invitations/${encodeURIComponent(token)}`);
  }

  @Post('accept')
  async accept(@Req() request: Request, @Res() response: Response, @Param('token') token: string): Promise<void> {
    await this.pageSessions.form(request);
    const { session } = await this.pageSessions.visitor(request, response);
    if (session === null) throw new SignInNeeded(`/invitations/${token}`);
    const owner = await this.pageSessions.owner(request, response);
    const invitation = await this.open(request, token, session.person.email);
    const isAccepted = await this.pageSessions.runAudited(owner, request, () =>
      this.invitations.accept(invitation, session.person),
    );
    if (!isAccepted) throw new PageRefusal(404, 'invitation');
    await this.pageSessions.selectWorkspace(owner, invitation.workspaceId);
    return response.redirect(303, '/developers/members?done=joined');
  }

  /**
   * Returns the invitation of a token. Counts tokens that the visitor cannot use.
   * @param email address of the signed-in user; null for an anonymous visitor
   * @throws PageRefusal if the token is unknown, used or expired, or belongs to another address
   */
  private async open(request: Request, token: string, email: string | null): Promise<OpenedInvitation> {
    const subject = subjectOf('invitation', callerAddress(request.ip));
    const { allowed, secondsLeft } = await this.limits.takeAttempt(subject, WRONG_TOKENS);
    if (!allowed) throw new PageRefusal(429, 'too-many', secondsLeft);
    const invitation = await this.invitations.opened(token);
    if (invitation === null || (email !== null && email !== invitation.email)) throw new PageRefusal(404, 'invitation');
    await this.limits.giveBack([subject]);
    return invitation;
  }
}
