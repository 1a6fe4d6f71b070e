import { Controller, Get, HttpCode, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { MAX_EMAIL_LENGTH, normaliseText } from '@app/kernel';
import { codePage } from '../second-factor/second-factor-pages.js';
import { SecondFactors } from '../second-factor/second-factors.service.js';
import type { CheckedPerson } from '../users/users.service.js';
import { Devices } from '../sessions/devices.service.js';
import { SignInAttempts } from '../sessions/sign-in-attempts.service.js';
import { afterSignIn, nextAddress } from '../web/consent-address.js';
import { PageFilter, sendPage } from '../web/page.filter.js';
import { PageRefusal } from '../web/page-refusal.js';
import type { Visitor } from '../web/page-sessions.service.js';
import { PageSessions } from '../web/page-sessions.service.js';
import { namedIn } from '../web/form.js';
import { messagesFor } from '../web/messages.js';
import type { SignInForm } from './sign-in-page.js';
import { signInPage } from './sign-in-page.js';
import { SignIns } from './sign-ins.service.js';

@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('developers')
export class SignInController {
  constructor(
    private readonly pageSessions: PageSessions,
    private readonly signIns: SignIns,
    private readonly attempts: SignInAttempts,
    private readonly factors: SecondFactors,
    private readonly devices: Devices,
  ) {}

  @Get()
  async start(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visitor = await this.pageSessions.visitor(request, response);
    if (visitor.session) return response.redirect(303, '/developers/keys');
    return this.showSignIn(visitor, request, response, {});
  }

  @Get('sign-in')
  async signInForm(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visitor = await this.pageSessions.visitor(request, response);
    const { next, done } = request.query;
    // With `next`, a signed-in user must sign in again, so the form is shown.
    if (visitor.session && next === undefined) return response.redirect(303, '/developers/keys');
    const messages = messagesFor(visitor.language);
    const notices: Readonly<Record<string, string>> = {
      'signed-up': messages.signedUp,
      mailed: messages.signUpMailed,
      confirmed: messages.signUpConfirmed,
    };
    const notice = namedIn(notices, done);
    return this.showSignIn(visitor, request, response, { next: nextAddress(next), ...(notice && { notice }) });
  }

  @Post('sign-in')
  @HttpCode(200)
  async signIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const visitor = await this.pageSessions.visitor(request, response);
    const [address, password] = [trimmed(fields.get('email')), fields.get('password') ?? ''];
    const next = nextAddress(fields.get('next'));
    const device = this.pageSessions.deviceToken(request);
    const entered = { email: address.slice(0, 300), password: password.slice(0, 1_000) };
    const attempt = { ...entered, ip: request.ip, device, response };
    const outcome = await this.attempts.attempt(attempt);
    if ('waitSeconds' in outcome) throw new PageRefusal(429, 'too-many', outcome.waitSeconds);
    const { person } = outcome;
    if (person === null) return this.refuse(visitor, request, response, { email: attempt.email, next });
    if ((await this.factors.stateOf(person.id)).isOn) {
      const pending = await this.factors.pending(person);
      return this.askForCode(visitor, request, response, { pending, next });
    }
    return this.enter(visitor, request, response, { person, next, hasShownCode: false });
  }

  @Get('sign-in/code')
  codeForm(@Res() response: Response): void {
    response.redirect(303, '/developers/sign-in');
  }

  @Post('sign-in/code')
  @HttpCode(200)
  async enterCode(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const visitor = await this.pageSessions.visitor(request, response);
    const [pending, next] = [fields.get('pending') ?? '', nextAddress(fields.get('next'))];
    const person = await this.factors.pendingPerson(pending);
    // The pending sign-in has expired, or the password has changed.
    if (person === null) return response.redirect(303, '/developers/sign-in');
    const known = await this.devices.known(this.pageSessions.deviceToken(request), person.email);
    const outcome = await this.factors.check(person.id, fields.get('code') ?? '', { known, ip: request.ip });
    if (typeof outcome === 'object') throw new PageRefusal(429, 'too-many', outcome.waitSeconds);
    if (outcome) return this.enter(visitor, request, response, { person, next, hasShownCode: true });
    this.signIns.refused(request, person.email);
    response.status(401);
    const fault = messagesFor(visitor.language).badCode;
    return this.askForCode(visitor, request, response, { pending, next, fault });
  }

  private async enter(
    visitor: Visitor,
    request: Request,
    response: Response,
    { person, next, hasShownCode }: { person: CheckedPerson; next: string; hasShownCode: boolean },
  ): Promise<void> {
    if (!(await this.signIns.enter(visitor, request, response, person, hasShownCode)))
      return this.refuse(visitor, request, response, { email: person.email, next });
    return response.redirect(303, afterSignIn(next));
  }

  private refuse(
    visitor: Visitor,
    request: Request,
    response: Response,
    { email, next }: { readonly email: string; readonly next: string },
  ): void {
    this.signIns.refused(request, email);
    response.status(401);
    this.showSignIn(visitor, request, response, { email, next, fault: messagesFor(visitor.language).wrongSignIn });
  }

  private askForCode(
    visitor: Visitor,
    request: Request,
    response: Response,
    form: { readonly pending: string; readonly next: string; readonly fault?: string },
  ): void {
    const context = this.pageSessions.context({ ...visitor, session: null }, request);
    sendPage(response, codePage(context, { formToken: visitor.formToken, ...form }));
  }

  @Post('sign-out')
  async signOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.pageSessions.form(request);
    await this.signIns.leave(await this.pageSessions.visitor(request, response), response);
    return response.redirect(303, '/developers/sign-in');
  }

  private showSignIn(visitor: Visitor, request: Request, response: Response, form: Partial<SignInForm>): void {
    const shown = { formToken: visitor.formToken, next: '', email: '', ...form };
    sendPage(response, signInPage(this.pageSessions.context({ ...visitor, session: null }, request), shown));
  }
}

function trimmed(value: string | undefined): string {
  return normaliseText(value ?? '', MAX_EMAIL_LENGTH) as string;
}
