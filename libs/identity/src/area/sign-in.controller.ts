import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { LONGEST_EMAIL, maskedAddress, normaliseText } from '@app/kernel';
import { AccountLog } from '../audit/account-log.service.js';
import { deviceName as nameOfDevice } from '../sessions/device-name.js';
import { Devices } from '../sessions/devices.service.js';
import { SignInAttempts } from '../sessions/sign-in-attempts.service.js';
import { WebSessions } from '../sessions/web-sessions.service.js';
import { afterSignIn, nextAddress } from '../web/consent-address.js';
import { PageFilter, sendPage } from '../web/page.filter.js';
import { PageRefusal } from '../web/page-refusal.js';
import type { Visitor } from '../web/page-sessions.service.js';
import { PageSessions } from '../web/page-sessions.service.js';
import { textOf } from '../web/form.js';
import { messagesFor } from '../web/messages.js';
import type { SignInForm } from './sign-in-page.js';
import { signInPage } from './sign-in-page.js';

/** Signing in and signing out. */
@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('developers')
export class SignInController {
  constructor(
    private readonly pageSessions: PageSessions,
    private readonly sessions: WebSessions,
    private readonly attempts: SignInAttempts,
    private readonly devices: Devices,
    private readonly log: AccountLog,
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
    // With `next` a signed-in person was asked to sign in again, so the form is shown all the same.
    if (visitor.session && next === undefined) return response.redirect(303, '/developers/keys');
    const messages = messagesFor(visitor.language);
    const notices: Readonly<Record<string, string>> = {
      'signed-up': messages.signedUp,
      mailed: messages.signUpMailed,
      confirmed: messages.signUpConfirmed,
    };
    const notice = notices[textOf(done)];
    return this.showSignIn(visitor, request, response, { next: nextAddress(next), ...(notice && { notice }) });
  }

  @Post('sign-in')
  async signIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const visitor = await this.pageSessions.visitor(request, response);
    const [address, password] = [trimmed(fields.get('email')), fields.get('password') ?? ''];
    const next = nextAddress(fields.get('next'));
    const device = this.pageSessions.deviceToken(request);
    const attempt = { email: address.slice(0, 300), password: password.slice(0, 1_000), ip: request.ip, device };
    const outcome = await this.attempts.attempt(attempt);
    if ('waitSeconds' in outcome) throw new PageRefusal(429, 'too-many', outcome.waitSeconds);
    const { person } = outcome;
    const deviceName = nameOfDevice(request.headers['user-agent']);
    const token = person && (await this.sessions.begin(person, { deviceName, address: maskedAddress(request.ip) }));
    if (person === null || token === null) {
      this.log.refused(request, attempt.email);
      response.status(401);
      const fault = messagesFor(visitor.language).wrongSignIn;
      return this.showSignIn(visitor, request, response, { email: address.slice(0, 300), next, fault });
    }
    // An earlier session may have been planted in this browser (session fixation), so it is never reused.
    if (visitor.session) await this.sessions.end(visitor.session.token);
    this.pageSessions.setSessionCookie(response, token);
    const known = await this.devices.remember(person, device, deviceName);
    this.pageSessions.setDeviceCookie(response, known.token);
    await this.log.signedIn(request, person);
    return response.redirect(303, afterSignIn(next));
  }

  @Post('sign-out')
  async signOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.pageSessions.form(request);
    const { session } = await this.pageSessions.visitor(request, response);
    if (session) await this.sessions.end(session.token);
    this.pageSessions.setSessionCookie(response, null);
    return response.redirect(303, '/developers/sign-in');
  }

  private showSignIn(visitor: Visitor, request: Request, response: Response, form: Partial<SignInForm>): void {
    const shown = { formToken: visitor.formToken, next: '', email: '', ...form };
    sendPage(response, signInPage(this.pageSessions.context({ ...visitor, session: null }, request), shown));
  }
}

function trimmed(value: string | undefined): string {
  return normaliseText(value ?? '', LONGEST_EMAIL) as string;
}
