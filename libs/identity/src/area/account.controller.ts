import { Controller, Get, Param, Post, Req, Res, UseFilters } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { WebSessions } from '../sessions/web-sessions.service.js';
import { AddressCodes } from '../users/address-codes.service.js';
import { PageFilter } from '../web/page.filter.js';
import { PageRefusal } from '../web/page-refusal.js';
import { PageSessions } from '../web/page-sessions.service.js';
import { messagesFor } from '../web/messages.js';
import { namedIn } from '../web/form.js';
import { AccountPages } from './account-pages.service.js';
import { SignUp } from './sign-up.service.js';

@ApiExcludeController()
@UseFilters(PageFilter)
@Controller('developers/account')
export class AccountController {
  constructor(
    private readonly pageSessions: PageSessions,
    private readonly pages: AccountPages,
    private readonly sessions: WebSessions,
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
      ended: messages.sessionEnded,
      'factor-off': messages.secondFactorOff,
    };
    const notice = namedIn(notices, request.query['done']);
    return this.pages.send(owner, request, response, notice === undefined ? {} : { notice });
  }

  @Post('address')
  async proveAddress(@Req() request: Request, @Res() response: Response): Promise<void> {
    const fields = await this.pageSessions.form(request);
    const owner = await this.pageSessions.owner(request, response);
    const { person, token } = owner.session;
    const proven = await this.codes.redeem(person.id, token, fields.get('code') ?? '');
    if (typeof proven === 'object') throw new PageRefusal(429, 'too-many', proven.waitSeconds);
    if (proven) return response.redirect(303, '/developers/account?done=proven');
    return this.pages.send(owner, request, response.status(400), {
      faults: { code: messagesFor(owner.language).badCode },
    });
  }

  @Post('address/mail')
  async mailCode(@Req() request: Request, @Res() response: Response): Promise<void> {
    await this.pageSessions.form(request);
    const { session, language } = await this.pageSessions.owner(request, response);
    if (!session.person.isProven) await this.signUps.mailCode(session.person.email, messagesFor(language));
    return response.redirect(303, '/developers/account?done=mailed');
  }

  /** Redirects a browser that reloads the page after a form was rejected. */
  @Get(['password', 'address', 'address/mail', 'sessions/:id/end'])
  passwordForm(@Res() response: Response): void {
    response.redirect(303, '/developers/account');
  }

  @Post('sessions/:id/end')
  async endSession(@Req() request: Request, @Res() response: Response, @Param('id') id: string): Promise<void> {
    await this.pageSessions.form(request);
    const { session } = await this.pageSessions.owner(request, response);
    await this.sessions.endOf(session, id === 'others' ? null : id);
    return response.redirect(303, '/developers/account?done=ended');
  }
}
