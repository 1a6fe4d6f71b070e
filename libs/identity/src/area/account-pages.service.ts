import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { TIME_ZONE } from '@app/kernel';
import { Mail } from '../mail/mail.service.js';
import { SecondFactors } from '../second-factor/second-factors.service.js';
import { WebSessions } from '../sessions/web-sessions.service.js';
import { sendPage } from '../web/page.filter.js';
import type { Owner } from '../web/page-sessions.service.js';
import { PageSessions } from '../web/page-sessions.service.js';
import { Access } from './access.service.js';
import type { AccountView } from './account-page.js';
import { accountPage } from './account-page.js';

@Injectable()
export class AccountPages {
  constructor(
    private readonly pageSessions: PageSessions,
    private readonly sessions: WebSessions,
    private readonly access: Access,
    private readonly mail: Mail,
    private readonly factors: SecondFactors,
  ) {}

  async send(owner: Owner, request: Request, response: Response, more: Partial<AccountView>): Promise<void> {
    const { id, email, isProven } = owner.session.person;
    const [sessions, news, state] = await Promise.all([
      this.sessions.list(owner.session),
      this.access.newsFor(id, owner.workspaces),
      this.factors.stateOf(id),
    ]);
    const { formToken } = owner;
    const secondFactor = state.isOn || this.factors.isOffered ? state : null;
    const mine = { email, isProven, sessions, news, secondFactor };
    const view = { ...mine, formToken, hasMail: this.mail.isOn, timeZone: TIME_ZONE, ...more };
    sendPage(response, accountPage(this.pageSessions.context(owner, request), view));
  }
}
