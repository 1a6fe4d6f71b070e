import { Controller, Get, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { email, text } from '@app/kernel';
import { SignInAttempts } from '../sessions/sign-in-attempts.service.js';
import { passwordFault } from '../users/weak-password.js';
import { nextAddress } from '../web/consent-address.js';
import { textOf } from '../web/form.js';
import { messagesFor } from '../web/messages.js';
import { PageFilter, sendPage } from '../web/page.filter.js';
import { PageRefusal } from '../web/page-refusal.js';
import { PageSessions } from '../web/page-sessions.service.js';
import { confirmSignUpPage, signUpPage } from './sign-in-page.js';
import { SignUp } from './sign-up.service.js';

const ADDRESS = email();
const WORKSPACE_NAME = text(1, 120);

@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('developers/sign-up')
export class SignUpController {
  constructor(
    private readonly pageSessions: PageSessions,
    private readonly attempts: SignInAttempts,
    private readonly signUps: SignUp,
  ) {}

  @Get()
  async signUpForm(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visitor = await this.pageSessions.visitor(request, response);
    if (visitor.session) return response.redirect(303, '/developers/keys');
    const form = { formToken: visitor.formToken, next: nextAddress(request.query['next']), email: '' };
    return sendPage(response, signUpPage(this.pageSessions.context(visitor, request), form));
  }

  @Post()
  async signUp(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const visitor = await this.pageSessions.visitor(request, response);
    const messages = messagesFor(visitor.language);
    const address = ADDRESS.normalise!(fields.get('email') ?? '') as string;
    const name = (WORKSPACE_NAME.normalise!(fields.get('workspace_name') ?? '') as string) || messages.defaultWorkspace;
    const password = fields.get('password') ?? '';
    const weakness = passwordFault(password, [address, name]);
    const faults = {
      ...(ADDRESS.check(address) ? {} : { email: messages.badEmail }),
      ...(weakness === null ? {} : { password: messages.passwordFaults[weakness] }),
      ...(WORKSPACE_NAME.check(name) ? {} : { workspace_name: messages.badWorkspaceName }),
    };
    const next = nextAddress(fields.get('next'));
    if (Object.keys(faults).length > 0) {
      const form = { formToken: visitor.formToken, next, email: address, workspaceName: name, faults };
      return sendPage(response.status(400), signUpPage(this.pageSessions.context(visitor, request), form));
    }
    const waitSeconds = await this.attempts.countSignUp(request.ip);
    if (waitSeconds !== null) throw new PageRefusal(429, 'too-many', waitSeconds);
    const waits = await this.signUps.begin(response, { email: address, password, workspaceName: name, next }, messages);
    const onwards = next === '' ? '' : `&next=${encodeURIComponent(next)}`;
    return response.redirect(303, `/developers/sign-in?done=${waits ? 'mailed' : 'signed-up'}${onwards}`);
  }

  /** Shows a form instead of confirming immediately, because email scanners open links. */
  @Get('confirm')
  async confirmForm(@Req() request: Request, @Res() response: Response): Promise<void> {
    const visitor = await this.pageSessions.visitor(request, response);
    const { code, next } = request.query;
    const form = { formToken: visitor.formToken, code: textOf(code).slice(0, 40), next: nextAddress(next) };
    return sendPage(response, confirmSignUpPage(this.pageSessions.context(visitor, request), form));
  }

  @Post('confirm')
  async confirm(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const visitor = await this.pageSessions.visitor(request, response);
    const messages = messagesFor(visitor.language);
    const code = (fields.get('code') ?? '').slice(0, 40);
    const outcome = await this.signUps.confirm(response, code, (fields.get('password') ?? '').slice(0, 1_000));
    if (typeof outcome === 'object') throw new PageRefusal(429, 'too-many', outcome.waitSeconds);
    const next = nextAddress(fields.get('next'));
    const onwards = next && `&next=${encodeURIComponent(next)}`;
    if (outcome === 'confirmed') return response.redirect(303, `/developers/sign-in?done=confirmed${onwards}`);
    const fault = outcome === 'expired' ? messages.badCode : messages.wrongSignUpPassword;
    const form = { formToken: visitor.formToken, code, next, fault };
    return sendPage(response.status(400), confirmSignUpPage(this.pageSessions.context(visitor, request), form));
  }
}
