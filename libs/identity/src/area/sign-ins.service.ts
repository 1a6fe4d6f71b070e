import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { maskedAddress } from '@app/kernel';
import { AccountLog } from '../audit/account-log.service.js';
import { deviceName as nameOfDevice } from '../sessions/device-name.js';
import { Devices } from '../sessions/devices.service.js';
import { SecondFactors } from '../second-factor/second-factors.service.js';
import { WebSessions } from '../sessions/web-sessions.service.js';
import type { CheckedPerson } from '../users/users.service.js';
import type { Visitor } from '../web/page-sessions.service.js';
import { PageSessions } from '../web/page-sessions.service.js';

@Injectable()
export class SignIns {
  constructor(
    private readonly pageSessions: PageSessions,
    private readonly sessions: WebSessions,
    private readonly devices: Devices,
    private readonly factors: SecondFactors,
    private readonly log: AccountLog,
  ) {}

  /**
   * Starts a session. Returns false if the password has changed or a second factor has been turned on since the check.
   */
  async enter(
    visitor: Visitor,
    request: Request,
    response: Response,
    person: CheckedPerson,
    hasShownCode: boolean,
  ): Promise<boolean> {
    const deviceName = nameOfDevice(request.headers['user-agent']);
    const token = await this.sessions.begin(person, { deviceName, address: maskedAddress(request.ip) });
    if (token === null) return false;
    // Turning on a second factor ends the user's sessions, but it may have happened just before this session started.
    if (!hasShownCode && (await this.factors.stateOf(person.id)).isOn) {
      await this.sessions.end(token);
      return false;
    }
    // An attacker may have planted the earlier session in this browser (session fixation), so it is ended and not
    // reused.
    if (visitor.session) await this.sessions.end(visitor.session.token);
    this.pageSessions.setSessionCookie(response, token);
    const known = await this.devices.remember(person, this.pageSessions.deviceToken(request), deviceName);
    this.pageSessions.setDeviceCookie(response, known.token);
    await this.log.signedIn(request, person);
    return true;
  }

  refused(request: Request, email: string): void {
    this.log.refused(request, email);
  }

  async leave({ session }: Visitor, response: Response): Promise<void> {
    if (session) await this.sessions.end(session.token);
    this.pageSessions.setSessionCookie(response, null);
  }
}
