import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { email, LONGEST_EMAIL, normaliseText, text } from '@app/kernel';
import { SignInAttempts } from '../sessions/sign-in-attempts.service.js';
import { WebSessions } from '../sessions/web-sessions.service.js';
import { isPassword } from '../users/password.js';
import { afterSignIn } from '../web/consent-address.js';
import { PageFilter, sendPage } from '../web/page.filter.js';
import { PageRefusal } from '../web/page-refusal.js';
import type { Visitor } from '../web/page-sessions.service.js';
import { PageSessions } from '../web/page-sessions.service.js';
import { messagesFor } from '../web/messages.js';
import { Registration } from './registration.service.js';
import type { SignInForm } from './sign-in-page.js';
import { signInPage, signUpPage } from './sign-in-page.js';

const ADDRESS = email();
const WORKSPACE_NAME = text(1, 120);

/** Signing in, signing up and signing out. */
@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('developers')
export class SignInController {
  constructor(
    private readonly pageSessions: PageSessions,
    private readonly sessions: WebSessions,
    private readonly attempts: SignInAttempts,
    private readonly registration: Registration,
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
    const notice = done === 'signed-up' ? { notice: messagesFor(visitor.language).signedUp } : {};
    return this.showSignIn(visitor, request, response, { next: nextAddress(next), ...notice });
  }

  @Post('sign-in')
  async signIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const visitor = await this.pageSessions.visitor(request, response);
    const [address, password] = [trimmed(fields.get('email')), fields.get('password') ?? ''];
    const next = nextAddress(fields.get('next'));
    const outcome = await this.attempts.attempt(address.slice(0, 300), password.slice(0, 1_000), request.ip);
    if ('waitSeconds' in outcome) throw new PageRefusal(429, 'too-many', outcome.waitSeconds);
    if (outcome.person === null) {
      response.status(401);
      const fault = messagesFor(visitor.language).wrongSignIn;
      return this.showSignIn(visitor, request, response, { email: address.slice(0, 300), next, fault });
    }
    // An earlier session may have been planted in this browser (session fixation), so it is never reused.
    if (visitor.session) await this.sessions.end(visitor.session.token);
    this.pageSessions.setSessionCookie(response, await this.sessions.begin(outcome.person.id));
    return response.redirect(303, afterSignIn(next));
  }

  @Get('sign-up')
  async signUpForm(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visitor = await this.pageSessions.visitor(request, response);
    if (visitor.session) return response.redirect(303, '/developers/keys');
    const form = { formToken: visitor.formToken, next: nextAddress(request.query['next']), email: '' };
    return sendPage(response, signUpPage(this.pageSessions.context(visitor, request), form));
  }

  @Post('sign-up')
  async signUp(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const visitor = await this.pageSessions.visitor(request, response);
    const messages = messagesFor(visitor.language);
    const address = ADDRESS.normalise!(fields.get('email') ?? '') as string;
    const name = (WORKSPACE_NAME.normalise!(fields.get('workspace_name') ?? '') as string) || messages.defaultWorkspace;
    const password = fields.get('password') ?? '';
    const faults = {
      ...(ADDRESS.check(address) ? {} : { email: messages.badEmail }),
      ...(isPassword(password) ? {} : { password: messages.badPassword }),
      ...(WORKSPACE_NAME.check(name) ? {} : { workspace_name: messages.badWorkspaceName }),
    };
    const next = nextAddress(fields.get('next'));
    if (Object.keys(faults).length > 0) {
      const form = { formToken: visitor.formToken, next, email: address, workspaceName: name, faults };
      return sendPage(response.status(400), signUpPage(this.pageSessions.context(visitor, request), form));
    }
    const waitSeconds = await this.attempts.countSignUp(request.ip);
    if (waitSeconds !== null) throw new PageRefusal(429, 'too-many', waitSeconds);
    await this.registration.register(address, password, name);
    const onwards = next === '' ? '' : `&next=${encodeURIComponent(next)}`;
    return response.redirect(303, `/developers/sign-in?done=signed-up${onwards}`);
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

/** The address to go to after signing in; empty unless it is an allowed one. */
function nextAddress(value: unknown): string {
  return typeof value === 'string' && afterSignIn(value) === value ? value : '';
}
