import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { email, text } from '@app/kernel';
import { SignIn } from '../sessions/sign-in.service.js';
import { WebSessions } from '../sessions/web-sessions.service.js';
import { isPassword } from '../users/password.js';
import { afterSignIn } from '../oauth/consent-address.js';
import { PageFilter, sendPage } from '../web/page.filter.js';
import { PageRefusal } from '../web/page-refusal.js';
import type { Visitor } from '../web/visitor.service.js';
import { Visitors } from '../web/visitor.service.js';
import { wordsIn } from '../web/words.js';
import { Registration } from './registration.service.js';
import type { EntryForm } from './sign-in-page.js';
import { signInPage, signUpPage } from './sign-in-page.js';

const ADDRESS = email();
const WORKSPACE_NAME = text(1, 120);

/** The way into the developer area and out of it. */
@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('developers')
export class EntryController {
  constructor(
    private readonly visitors: Visitors,
    private readonly sessions: WebSessions,
    private readonly entry: SignIn,
    private readonly registration: Registration,
  ) {}

  @Get()
  async start(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visitor = await this.visitors.visitor(request, response);
    if (visitor.session) return response.redirect(303, '/developers/keys');
    return this.showSignIn(visitor, request, response, {});
  }

  @Get('sign-in')
  async signInForm(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visitor = await this.visitors.visitor(request, response);
    const { next, done } = request.query;
    // Somebody who was asked to sign in again is, even though they are signed in.
    if (visitor.session && next === undefined) return response.redirect(303, '/developers/keys');
    const notice = done === 'signed-up' ? { notice: wordsIn(visitor.language).signedUp } : {};
    return this.showSignIn(visitor, request, response, { next: wished(next), ...notice });
  }

  @Post('sign-in')
  async signIn(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.visitors.form(request);
    const visitor = await this.visitors.visitor(request, response);
    const [address, password] = [trimmed(fields.get('email')), fields.get('password') ?? ''];
    const next = wished(fields.get('next'));
    const outcome = await this.entry.attempt(address.slice(0, 300), password.slice(0, 1_000), request.ip);
    if ('waitSeconds' in outcome) throw new PageRefusal(429, 'too-many', outcome.waitSeconds);
    if (outcome.person === null) {
      response.status(401);
      const fault = wordsIn(visitor.language).wrongSignIn;
      return this.showSignIn(visitor, request, response, { email: address.slice(0, 300), next, fault });
    }
    // A session that was there before belongs to whoever made it; nobody is signed in to that one.
    if (visitor.session) await this.sessions.end(visitor.session.token);
    this.visitors.giveSession(response, await this.sessions.begin(outcome.person.id));
    return response.redirect(303, afterSignIn(next));
  }

  @Get('sign-up')
  async signUpForm(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visitor = await this.visitors.visitor(request, response);
    if (visitor.session) return response.redirect(303, '/developers/keys');
    const form = { formToken: visitor.formToken, next: wished(request.query['next']), email: '' };
    return sendPage(response, signUpPage(this.visitors.frame(visitor, request), form));
  }

  @Post('sign-up')
  async signUp(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.visitors.form(request);
    const visitor = await this.visitors.visitor(request, response);
    const words = wordsIn(visitor.language);
    const address = ADDRESS.normalise!(fields.get('email') ?? '') as string;
    const name = (WORKSPACE_NAME.normalise!(fields.get('workspace_name') ?? '') as string) || words.defaultWorkspace;
    const password = fields.get('password') ?? '';
    const faults = {
      ...(ADDRESS.check(address) ? {} : { email: words.badEmail }),
      ...(isPassword(password) ? {} : { password: words.badPassword }),
      ...(WORKSPACE_NAME.check(name) ? {} : { workspace_name: words.badWorkspaceName }),
    };
    const next = wished(fields.get('next'));
    if (Object.keys(faults).length > 0) {
      const form = { formToken: visitor.formToken, next, email: address, workspaceName: name, faults };
      return sendPage(response.status(400), signUpPage(this.visitors.frame(visitor, request), form));
    }
    const waitSeconds = await this.entry.countSignUp(request.ip);
    if (waitSeconds !== null) throw new PageRefusal(429, 'too-many', waitSeconds);
    await this.registration.register(address, password, name);
    const onwards = next === '' ? '' : `&next=${encodeURIComponent(next)}`;
    return response.redirect(303, `/developers/sign-in?done=signed-up${onwards}`);
  }

  @Post('sign-out')
  async signOut(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.visitors.form(request);
    const { session } = await this.visitors.visitor(request, response);
    if (session) await this.sessions.end(session.token);
    this.visitors.giveSession(response, null);
    return response.redirect(303, '/developers/sign-in');
  }

  private showSignIn(visitor: Visitor, request: Request, response: Response, form: Partial<EntryForm>): void {
    const shown = { formToken: visitor.formToken, next: '', email: '', ...form };
    sendPage(response, signInPage(this.visitors.frame({ ...visitor, session: null }, request), shown));
  }
}

function trimmed(value: string | undefined): string {
  return (value ?? '').normalize('NFC').trim();
}

/** Where somebody wants to go after signing in, where that is a place to go to. */
function wished(value: unknown): string {
  return typeof value === 'string' && afterSignIn(value) === value ? value : '';
}
