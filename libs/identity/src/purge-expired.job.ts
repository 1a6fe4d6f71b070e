import { Injectable } from '@nestjs/common';
import { Clock, Database, Jobs } from '@app/kernel';
import { OAuthClients } from './oauth/oauth-clients.service.js';
import { OAuthRecords } from './oauth/oauth-records.service.js';

const EVERY_TEN_MINUTES = '*/10 * * * *';
const ENDED = [
  `delete from identity_sessions where expires_at < $1 or last_seen_at < $1::timestamptz - interval '7 days'`,
  `delete from identity_rate_windows where ends_at < least($1, clock_timestamp())`,
  `delete from identity_address_codes where expires_at < $1`,
  `delete from identity_pending_sign_ups where expires_at < $1`,
];

/** Deletes expired rows every ten minutes. Queries already ignore them. */
@Injectable()
export class PurgeExpiredJob {
  constructor(jobs: Jobs, database: Database, clock: Clock, records: OAuthRecords, clients: OAuthClients) {
    jobs.add({
      name: 'identity.purge-expired',
      cron: EVERY_TEN_MINUTES,
      work: async () => {
        for (const text of ENDED) await database.single({ secrets: true }, { text, values: [clock.now()] });
        const invitations = { text: `delete from identity_invitations where expires_at < $1`, values: [clock.now()] };
        await database.transaction({ operator: true }, (work) => work.query(invitations));
        for (const part of [records, clients]) await part.purge();
      },
    });
  }
}
