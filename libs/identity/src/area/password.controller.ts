import { Controller, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { hashSessionToken, newSessionToken } from '../sessions/session-token.js';
import { SignInAttempts } from '../sessions/sign-in-attempts.service.js';
import { passwordFault } from '../users/weak-password.js';
import { Users } from '../users/users.service.js';
import { messagesFor } from '../web/messages.js';
import { PageFilter } from '../web/page.filter.js';
import { PageRefusal } from '../web/page-refusal.js';
import { PageSessions } from '../web/page-sessions.service.js';
import { Access } from './access.service.js';
import { AccountPages } from './account-pages.service.js';
import type { AccountView } from './account-page.js';

@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('developers/account/password')
export class PasswordController {
  constructor(
    private readonly pageSessions: PageSessions,
    private readonly pages: AccountPages,
    private readonly users: Users,
    private readonly attempts: SignInAttempts,
    private readonly access: Access,
  ) {}

  @Post()
  async change(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const owner = await this.pageSessions.owner(request, response);
    const messages = messagesFor(owner.language);
    const { person, token } = owner.session;
    const refuse = (faults: AccountView['faults'] & object): Promise<void> =>
      this.pages.send(owner, request, response.status(400), { faults });
    const next = fields.get('next') ?? '';
    const fault = passwordFault(next, [person.email, ...owner.workspaces.map(({ name }) => name)]);
    if (fault !== null) return refuse({ next: messages.passwordFaults[fault] });
    const device = this.pageSessions.deviceToken(request);
    const outcome = await this.attempts.attempt({
      email: person.email,
      password: (fields.get('current') ?? '').slice(0, 1_000),
      ip: request.ip,
      device,
      session: token,
      response,
    });
    if ('waitSeconds' in outcome) throw new PageRefusal(429, 'too-many', outcome.waitSeconds);
    if (outcome.person === null) return refuse({ current: messages.wrongPassword });
    if (next.normalize('NFC') === (fields.get('current') ?? '').normalize('NFC'))
      return refuse({ next: messages.samePassword });
    const renewed = newSessionToken();
    const renewal = { from: hashSessionToken(token), to: hashSessionToken(renewed) };
    await this.users.setPassword(person.email, next, renewal);
    this.pageSessions.setSessionCookie(response, renewed);
    const memberships = fields.get('end_access') === 'yes' ? owner.workspaces : [];
    await this.pageSessions.runAudited(owner, request, () =>
      this.access.passwordChanged(person.id, memberships, device),
    );
    return response.redirect(303, '/developers/account?done=changed');
  }
}
