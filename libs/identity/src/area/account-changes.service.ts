import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { AccountLog } from '../audit/account-log.service.js';
import { Devices } from '../sessions/devices.service.js';
import { WebSessions } from '../sessions/web-sessions.service.js';
import type { Owner } from '../web/page-sessions.service.js';
import { PageSessions } from '../web/page-sessions.service.js';

@Injectable()
export class AccountChanges {
  constructor(
    private readonly pageSessions: PageSessions,
    private readonly sessions: WebSessions,
    private readonly devices: Devices,
    private readonly log: AccountLog,
  ) {}

  async follow(owner: Owner, request: Request): Promise<void> {
    await this.sessions.endOf(owner.session, null);
    await this.devices.forgetOthers(owner.session.person.id, this.pageSessions.deviceToken(request));
    await this.pageSessions.runAudited(owner, request, () => this.log.changed(owner.session.person.id));
  }
}
