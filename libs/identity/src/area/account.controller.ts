import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { hashSessionToken } from '../sessions/session-token.js';
import { SignInAttempts } from '../sessions/sign-in-attempts.service.js';
import { isPassword } from '../users/password.js';
import { AddressCodes } from '../users/address-codes.service.js';
import { Users } from '../users/users.service.js';
import { PageFilter, sendPage } from '../web/page.filter.js';
import { PageRefusal } from '../web/page-refusal.js';
import type { Owner } from '../web/page-sessions.service.js';
import { PageSessions } from '../web/page-sessions.service.js';
import { messagesFor } from '../web/messages.js';
import { textOf } from '../web/form.js';
import type { AccountView } from './account-page.js';
import { accountPage } from './account-page.js';
import { SignUp } from './sign-up.service.js';

/** The account of the signed-in person: their password, and the proof of their e-mail. */
@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('developers/account')
export class AccountController {
  constructor(
    private readonly pageSessions: PageSessions,
    private readonly users: Users,
    private readonly attempts: SignInAttempts,
    private readonly codes: AddressCodes,
    private readonly signUps: SignUp,
  ) {}

  @Get()
  async account(@Req() request: Request, @Res() response: Response): Promise<void> {
    const owner = await this.pageSessions.owner(request, response);
    const messages = messagesFor(owner.language);
    const notices: Readonly<Record<string, string>> = {
      changed: messages.passwordChanged,
      proven: messages.addressProven,
      mailed: messages.codeMailed,
    };
    const notice = notices[textOf(request.query['done'])];
    return this.show(owner, request, response, notice === undefined ? {} : { notice });
  }

  @Post('address')
  async proveAddress(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const owner = await this.pageSessions.owner(request, response);
    const proven = await this.codes.redeem(owner.session.person.id, fields.get('code') ?? '');
    if (typeof proven === 'object') throw new PageRefusal(429, 'too-many', proven.waitSeconds);
    if (proven) return response.redirect(303, '/developers/account?done=proven');
    return this.show(owner, request, response.status(400), { faults: { code: messagesFor(owner.language).badCode } });
  }

  @Post('address/mail')
  async mailCode(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.pageSessions.form(request);
    const { session, language } = await this.pageSessions.owner(request, response);
    if (!session.person.isProven) await this.signUps.mailCode(session.person.email, messagesFor(language));
    return response.redirect(303, '/developers/account?done=mailed');
  }

  /** For a browser that reloads the page on which a change failed. */
  @Get(['password', 'address', 'address/mail'])
  passwordForm(@Res() response: Response): void {
    response.redirect(303, '/developers/account');
  }

  @Post('password')
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

  private show(owner: Owner, request: Request, response: Response, more: Partial<AccountView>): void {
    const { email, isProven } = owner.session.person;
    const view = { email, isProven, hasMail: this.signUps.hasMail, formToken: owner.formToken, ...more };
    sendPage(response, accountPage(this.pageSessions.context(owner, request), view));
  }
}
