import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { isId, TIME_ZONE } from '@app/kernel';
import { Grants } from '../grants/grants.service.js';
import { hashSessionToken } from '../sessions/session-token.js';
import { SignInAttempts } from '../sessions/sign-in-attempts.service.js';
import { WebSessions } from '../sessions/web-sessions.service.js';
import { isPassword } from '../users/password.js';
import { AddressCodes } from '../users/address-codes.service.js';
import { Users } from '../users/users.service.js';
import { PageFilter, sendPage } from '../web/page.filter.js';
import { PageRefusal } from '../web/page-refusal.js';
import type { Owner } from '../web/page-sessions.service.js';
import { PageSessions } from '../web/page-sessions.service.js';
import { messagesFor } from '../web/messages.js';
import type { AccountView } from './account-page.js';
import { accountPage } from './account-page.js';
import { SignUp } from './sign-up.service.js';
import { appsPage } from './apps-page.js';
import { confirmPage } from './confirm-page.js';

/** The apps with access, the password, and the selected workspace of the signed-in owner. */
@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('developers')
export class AccountController {
  constructor(
    private readonly pageSessions: PageSessions,
    private readonly grants: Grants,
    private readonly users: Users,
    private readonly attempts: SignInAttempts,
    private readonly sessions: WebSessions,
    private readonly codes: AddressCodes,
    private readonly signUps: SignUp,
  ) {}

  @Get('apps')
  async apps(@Req() request: Request, @Res() response: Response): Promise<void> {
    const owner = await this.pageSessions.owner(request, response);
    const messages = messagesFor(owner.language);
    const { done } = request.query;
    const grants = owner.workspaceId === null ? [] : await this.grants.list(owner.workspaceId);
    const outcome =
      done === 'ended' ? { notice: messages.appEnded } : done === 'gone' ? { fault: messages.appGone } : {};
    return sendPage(
      response,
      appsPage(this.pageSessions.context(owner, request), { grants, timeZone: TIME_ZONE, ...outcome }),
    );
  }

  @Get('apps/:id/revoke')
  async confirmEnd(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    const owner = await this.pageSessions.owner(request, response);
    const grant = owner.workspaceId === null ? null : await this.grants.find(owner.workspaceId, id);
    if (grant === null) throw new PageRefusal(404, 'not-found');
    const messages = messagesFor(owner.language);
    const confirmation = {
      section: 'apps' as const,
      title: messages.endApp,
      what: grant.clientName,
      detail: messages[grant.scope],
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
      (await this.pageSessions.runAudited(owner, request, () => this.grants.end(workspaceId, id)));
    return response.redirect(303, `/developers/apps?done=${ended ? 'ended' : 'gone'}`);
  }

  @Get('account')
  async account(@Req() request: Request, @Res() response: Response): Promise<void> {
    const owner = await this.pageSessions.owner(request, response);
    const messages = messagesFor(owner.language);
    const notices: Readonly<Record<string, string>> = {
      changed: messages.passwordChanged,
      proven: messages.addressProven,
      mailed: messages.codeMailed,
    };
    const notice = notices[String(request.query['done'])];
    return this.show(owner, request, response, notice === undefined ? {} : { notice });
  }

  @Post('account/address')
  async proveAddress(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const owner = await this.pageSessions.owner(request, response);
    const proven = await this.codes.redeem(owner.session.person.id, fields.get('code') ?? '');
    if (typeof proven === 'object') throw new PageRefusal(429, 'too-many', proven.waitSeconds);
    if (proven) return response.redirect(303, '/developers/account?done=proven');
    return this.show(owner, request, response.status(400), { faults: { code: messagesFor(owner.language).badCode } });
  }

  @Post('account/address/mail')
  async mailCode(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.pageSessions.form(request);
    const { session, language } = await this.pageSessions.owner(request, response);
    if (!session.person.isProven) await this.signUps.mailCode(session.person.email, messagesFor(language));
    return response.redirect(303, '/developers/account?done=mailed');
  }

  /** For a browser that reloads the page on which a change failed. */
  @Get(['account/password', 'account/address', 'account/address/mail'])
  passwordForm(@Res() response: Response): void {
    response.redirect(303, '/developers/account');
  }

  @Post('account/password')
  async changePassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const owner = await this.pageSessions.owner(request, response);
    const messages = messagesFor(owner.language);
    const { person, token } = owner.session;
    const refuse = (faults: AccountView['faults'] & object): void =>
      this.show(owner, request, response.status(400), { faults });
    const next = fields.get('next') ?? '';
    if (!isPassword(next)) return refuse({ next: messages.badPassword });
    const outcome = await this.attempts.attempt(
      person.email,
      (fields.get('current') ?? '').slice(0, 1_000),
      request.ip,
    );
    if ('waitSeconds' in outcome) throw new PageRefusal(429, 'too-many', outcome.waitSeconds);
    if (outcome.person === null) return refuse({ current: messages.wrongPassword });
    await this.users.setPassword(person.email, next, hashSessionToken(token));
    return response.redirect(303, '/developers/account?done=changed');
  }

  @Post('workspace')
  async selectWorkspace(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const owner = await this.pageSessions.owner(request, response);
    const chosen = owner.workspaces.find(({ id }) => id === fields.get('workspace'));
    if (chosen === undefined) throw new PageRefusal(404, 'not-found');
    await this.sessions.selectWorkspace(owner.session.token, chosen.id);
    return response.redirect(303, '/developers/keys');
  }

  private show(owner: Owner, request: Request, response: Response, more: Partial<AccountView>): void {
    const { email, isProven } = owner.session.person;
    const view = { email, isProven, hasMail: this.signUps.hasMail, formToken: owner.formToken, ...more };
    sendPage(response, accountPage(this.pageSessions.context(owner, request), view));
  }
}
