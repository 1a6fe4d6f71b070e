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

/** What a sign-in leads to once its person is known, or refused. */
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
   * Begins the session of a person who has shown all that is asked of them; false when more is asked by now, or their password is
   * another.
   * @param hasShownCode whether they have shown a code of their second factor
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
    // Turning a second factor on ends the other sessions, of which this one may not have been yet.
    if (!hasShownCode && (await this.factors.stateOf(person.id)).isOn) {
      await this.sessions.end(token);
      return false;
    }
    // An earlier session may have been planted in this browser (session fixation), so it is never reused.
    if (visitor.session) await this.sessions.end(visitor.session.token);
    this.pageSessions.setSessionCookie(response, token);
    const known = await this.devices.remember(person, this.pageSessions.deviceToken(request), deviceName);
    this.pageSessions.setDeviceCookie(response, known.token);
    await this.log.signedIn(request, person);
    return true;
  }

  /** Notes a refused one. */
  refused(request: Request, email: string): void {
    this.log.refused(request, email);
  }

  /** Signs a visitor out. */
  async leave({ session }: Visitor, response: Response): Promise<void> {
    if (session) await this.sessions.end(session.token);
    this.pageSessions.setSessionCookie(response, null);
  }
}
