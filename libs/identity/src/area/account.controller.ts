import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { isId, TIME_ZONE } from '@app/kernel';
import { Grants } from '../grants/grants.service.js';
import { hashSessionToken } from '../sessions/session-token.js';
import { SignIn } from '../sessions/sign-in.service.js';
import { WebSessions } from '../sessions/web-sessions.service.js';
import { isPassword } from '../users/password.js';
import { Users } from '../users/users.service.js';
import { PageFilter, sendPage } from '../web/page.filter.js';
import { PageRefusal } from '../web/page-refusal.js';
import { Visitors } from '../web/visitor.service.js';
import { wordsIn } from '../web/words.js';
import { accountPage } from './account-page.js';
import { appsPage } from './apps-page.js';
import { confirmPage } from './confirm-page.js';

/** The apps that the signed-in owner let in, their password, and which of their workspaces they look at. */
@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('developers')
export class AccountController {
  constructor(
    private readonly visitors: Visitors,
    private readonly grants: Grants,
    private readonly users: Users,
    private readonly entry: SignIn,
    private readonly sessions: WebSessions,
  ) {}

  @Get('apps')
  async apps(@Req() request: Request, @Res() response: Response): Promise<void> {
    const owner = await this.visitors.owner(request, response);
    const words = wordsIn(owner.language);
    const { done } = request.query;
    const grants = owner.workspaceId === null ? [] : await this.grants.list(owner.workspaceId);
    const told = done === 'ended' ? { notice: words.appEnded } : done === 'gone' ? { fault: words.appGone } : {};
    return sendPage(response, appsPage(this.visitors.frame(owner, request), { grants, timeZone: TIME_ZONE, ...told }));
  }

  @Get('apps/:id/revoke')
  async confirmEnd(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    const owner = await this.visitors.owner(request, response);
    const grant = owner.workspaceId === null ? null : await this.grants.find(owner.workspaceId, id);
    if (grant === null) throw new PageRefusal(404, 'not-found');
    const words = wordsIn(owner.language);
    const confirmation = {
      section: 'apps' as const,
      title: words.endApp,
      what: grant.clientName,
      detail: words[grant.scope],
      warning: words.endAppWarning,
      action: `/developers/apps/${id}/revoke`,
      formToken: owner.formToken,
    };
    return sendPage(response, confirmPage(this.visitors.frame(owner, request), confirmation));
  }

  @Post('apps/:id/revoke')
  async end(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    await this.visitors.form(request);
    const owner = await this.visitors.owner(request, response);
    const { workspaceId } = owner;
    const ended =
      workspaceId !== null &&
      isId(id) &&
      (await this.visitors.acting(owner, request, () => this.grants.end(workspaceId, id)));
    return response.redirect(303, `/developers/apps?done=${ended ? 'ended' : 'gone'}`);
  }

  @Get('account')
  async account(@Req() request: Request, @Res() response: Response): Promise<void> {
    const owner = await this.visitors.owner(request, response);
    const { email } = owner.session.person;
    const notice = request.query['done'] === 'changed' ? { notice: wordsIn(owner.language).passwordChanged } : {};
    const view = { email, formToken: owner.formToken, ...notice };
    return sendPage(response, accountPage(this.visitors.frame(owner, request), view));
  }

  /** Where a browser ends up that loads the page again on which a change failed. */
  @Get('account/password')
  passwordForm(@Res() response: Response): void {
    response.redirect(303, '/developers/account');
  }

  @Post('account/password')
  async changePassword(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.visitors.form(request);
    const owner = await this.visitors.owner(request, response);
    const words = wordsIn(owner.language);
    const { person, token } = owner.session;
    const refuse = (faults: { current?: string; next?: string }): void => {
      const view = { email: person.email, formToken: owner.formToken, faults };
      sendPage(response.status(400), accountPage(this.visitors.frame(owner, request), view));
    };
    const next = fields.get('next') ?? '';
    if (!isPassword(next)) return refuse({ next: words.badPassword });
    const outcome = await this.entry.attempt(person.email, (fields.get('current') ?? '').slice(0, 1_000), request.ip);
    if ('waitSeconds' in outcome) throw new PageRefusal(429, 'too-many', outcome.waitSeconds);
    if (outcome.person === null) return refuse({ current: words.wrongPassword });
    await this.users.setPassword(person.email, next, hashSessionToken(token));
    return response.redirect(303, '/developers/account?done=changed');
  }

  @Post('workspace')
  async choose(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.visitors.form(request);
    const owner = await this.visitors.owner(request, response);
    const chosen = owner.workspaces.find(({ id }) => id === fields.get('workspace'));
    if (chosen === undefined) throw new PageRefusal(404, 'not-found');
    await this.sessions.choose(owner.session.token, chosen.id);
    return response.redirect(303, '/developers/keys');
  }
}
