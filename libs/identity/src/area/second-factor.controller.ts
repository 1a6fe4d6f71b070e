import { Controller, Get, HttpCode, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AccountChanges } from './account-changes.service.js';
import { AccountPages } from './account-pages.service.js';
import { SignInAttempts } from '../sessions/sign-in-attempts.service.js';
import { messagesFor } from '../web/messages.js';
import { PageFilter, sendPage } from '../web/page.filter.js';
import { PageRefusal } from '../web/page-refusal.js';
import type { Owner } from '../web/page-sessions.service.js';
import { PageSessions } from '../web/page-sessions.service.js';
import { recoveryCodesPage, settingUpPage } from '../second-factor/second-factor-pages.js';
import type { Enrolment } from '../second-factor/second-factors.service.js';
import { SecondFactors } from '../second-factor/second-factors.service.js';

/** Pages with the second-factor settings. Each change ends the user's other sessions. */
@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('developers/account/second-factor')
export class SecondFactorController {
  constructor(
    private readonly pageSessions: PageSessions,
    private readonly pages: AccountPages,
    private readonly factors: SecondFactors,
    private readonly attempts: SignInAttempts,
    private readonly changes: AccountChanges,
  ) {}

  @Get(['start', 'confirm', 'codes', 'end'])
  form(@Res() response: Response): void {
    response.redirect(303, '/developers/account');
  }

  @Post('start')
  @HttpCode(200)
  async start(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const owner = await this.pageSessions.owner(request, response);
    if (!this.factors.isOffered) return response.redirect(303, '/developers/account');
    if (!(await this.isPasswordRight(owner, request, response, fields))) return this.refuse(owner, request, response);
    const enrolment = await this.factors.begin(owner.session);
    if (enrolment === null) return response.redirect(303, '/developers/account');
    return this.showSecret(owner, request, response, { enrolment });
  }

  @Post('confirm')
  @HttpCode(200)
  async confirm(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const owner = await this.pageSessions.owner(request, response);
    const enrolment = await this.factors.begun(owner.session, fields.get('enrolment') ?? '');
    if (enrolment === null) return response.redirect(303, '/developers/account');
    const outcome = await this.factors.confirm(owner.session, enrolment, fields.get('code') ?? '');
    if (typeof outcome === 'object' && 'waitSeconds' in outcome)
      throw new PageRefusal(429, 'too-many', outcome.waitSeconds);
    if (outcome === false) {
      response.status(400);
      return this.showSecret(owner, request, response, { enrolment, fault: messagesFor(owner.language).badCode });
    }
    await this.changes.follow(owner, request);
    const notice = messagesFor(owner.language).secondFactorOn;
    return sendPage(response, recoveryCodesPage(this.pageSessions.context(owner, request), outcome, notice));
  }

  @Post('codes')
  @HttpCode(200)
  async renewCodes(@Req() request: Request, @Res() response: Response): Promise<void> {
    const owner = await this.provenOwner(request, response);
    if (owner === null) return;
    const codes = await this.factors.renewCodes(owner.session.person.id);
    await this.changes.follow(owner, request);
    const notice = messagesFor(owner.language).recoveryCodesRenewed;
    return sendPage(response, recoveryCodesPage(this.pageSessions.context(owner, request), codes, notice));
  }

  @Post('end')
  async end(@Req() request: Request, @Res() response: Response): Promise<void> {
    const owner = await this.provenOwner(request, response);
    if (owner === null) return;
    await this.factors.end(owner.session.person.id);
    await this.changes.follow(owner, request);
    return response.redirect(303, '/developers/account?done=factor-off');
  }

  /** Checks the password and the code. If one of them is wrong, sends the response and returns null. */
  private async provenOwner(request: Request, response: Response): Promise<Owner | null> {
    const fields = await this.pageSessions.form(request);
    const owner = await this.pageSessions.owner(request, response);
    const refuse = (fault?: string) => this.refuse(owner, request, response, fault).then(() => null);
    if (!(await this.isPasswordRight(owner, request, response, fields))) return refuse();
    const { person, token } = owner.session;
    const origin = { session: token, ip: request.ip };
    const outcome = await this.factors.check(person.id, fields.get('factor_code') ?? '', origin);
    if (typeof outcome === 'object') throw new PageRefusal(429, 'too-many', outcome.waitSeconds);
    return outcome ? owner : refuse(messagesFor(owner.language).badCode);
  }

  private async isPasswordRight(
    owner: Owner,
    request: Request,
    response: Response,
    fields: ReadonlyMap<string, string>,
  ): Promise<boolean> {
    const outcome = await this.attempts.attempt({
      email: owner.session.person.email,
      password: (fields.get('factor_password') ?? '').slice(0, 1_000),
      ip: request.ip,
      device: this.pageSessions.deviceToken(request),
      session: owner.session.token,
      response,
    });
    if ('waitSeconds' in outcome) throw new PageRefusal(429, 'too-many', outcome.waitSeconds);
    return outcome.person !== null;
  }

  private refuse(owner: Owner, request: Request, response: Response, fault?: string): Promise<void> {
    const factor = fault ?? messagesFor(owner.language).wrongPassword;
    return this.pages.send(owner, request, response.status(400), { faults: { factor } });
  }

  private showSecret(
    owner: Owner,
    request: Request,
    response: Response,
    { enrolment, ...more }: { readonly enrolment: Enrolment; readonly fault?: string },
  ): void {
    const { formToken, session } = owner;
    const page = { email: session.person.email, formToken, ...enrolment, ...more };
    sendPage(response, settingUpPage(this.pageSessions.context(owner, request), page));
  }
}
