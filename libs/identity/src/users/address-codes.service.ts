import { Injectable } from '@nestjs/common';
import { Clock, Database } from '@app/kernel';
import { RateLimits } from '../limits/rate-limits.service.js';
import { subjectOf } from '../limits/subject.js';
import { hashProofCode, newProofCode } from './proof-code.js';

const DAY_MS = 86_400_000;
const WRONG_CODES = { quota: 10, windowSeconds: 900 };

/**
 * Codes that verify an email address. The service sends them by email, or an administrator passes them on (decision
 * 0044).
 */
@Injectable()
export class AddressCodes {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly limits: RateLimits,
  ) {}

  /**
   * Creates a code that is valid for one day and replaces earlier codes. Returns null if no user has this email
   * address.
   */
  async issue(email: string): Promise<string | null> {
    const code = newProofCode();
    const rows = await this.database.single(
      { secrets: true },
      {
        text: `
          with person as (select id from identity_users where email = $1),
          ended as (delete from identity_address_codes where user_id = (select id from person))
          insert into identity_address_codes (code_hash, user_id, expires_at) select $2, id, $3 from person returning user_id`,
        values: [email.toLowerCase(), hashProofCode(code), new Date(this.clock.now().getTime() + DAY_MS)],
      },
    );
    return rows.length === 0 ? null : code;
  }

  /**
   * Uses up a valid code and returns true. Wrong codes are counted per session, so that another session cannot exhaust
   * the limit.
   */
  async redeem(userId: string, session: string, code: string): Promise<boolean | { readonly waitSeconds: number }> {
    const subject = subjectOf('address-code', userId, session);
    const { allowed, secondsLeft } = await this.limits.takeAttempt(subject, WRONG_CODES);
    if (!allowed) return { waitSeconds: secondsLeft };
    const proven = await this.database.single(
      { secrets: true },
      {
        text: `
          with used as (
            delete from identity_address_codes where code_hash = $2 and user_id = $1 and expires_at > $3 returning user_id
          )
          update identity_users set email_verified_at = coalesce(email_verified_at, $3) where id in (select user_id from used)
          returning id`,
        values: [userId, hashProofCode(code), this.clock.now()],
      },
    );
    if (proven.length > 0) await this.limits.giveBack([subject]);
    return proven.length > 0;
  }
}
