import { Injectable } from '@nestjs/common';
import { Jobs } from '@app/kernel';
import { RateLimits } from './limits/rate-limits.service.js';
import { WebSessions } from './sessions/web-sessions.service.js';
import { AddressCodes } from './users/address-codes.service.js';
import { OAuthClients } from './oauth/oauth-clients.service.js';
import { OAuthRecords } from './oauth/oauth-records.service.js';

const EVERY_TEN_MINUTES = '*/10 * * * *';

/**
 * Deletes expired sessions, OAuth records, rate-limit windows and unused apps. Expired rows have no effect even before they
 * are deleted.
 */
@Injectable()
export class PurgeExpiredJob {
  constructor(
    jobs: Jobs,
    sessions: WebSessions,
    limits: RateLimits,
    records: OAuthRecords,
    clients: OAuthClients,
    codes: AddressCodes,
  ) {
    jobs.add({
      name: 'identity.purge-expired',
      cron: EVERY_TEN_MINUTES,
      work: async () => {
        for (const part of [sessions, limits, records, clients, codes]) await part.purge();
      },
    });
  }
}
