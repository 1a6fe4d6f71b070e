import { Injectable } from '@nestjs/common';
import type { RateLimitPolicy } from '../limits/rate-limits.service.js';
import { RateLimits } from '../limits/rate-limits.service.js';
import { callerAddress, subjectOf } from '../limits/subject.js';
import type { Person } from '../users/users.service.js';
import { Users } from '../users/users.service.js';

const QUARTER_HOUR_SECONDS = 900;
// Wrong passwords for one account from one address, for one account from any address, and from one address for any account.
const PER_ACCOUNT_AND_ADDRESS: RateLimitPolicy = { quota: 5, windowSeconds: QUARTER_HOUR_SECONDS };
const PER_ACCOUNT: RateLimitPolicy = { quota: 25, windowSeconds: QUARTER_HOUR_SECONDS };
const PER_ADDRESS: RateLimitPolicy = { quota: 25, windowSeconds: QUARTER_HOUR_SECONDS };
const SIGN_UPS_PER_ADDRESS: RateLimitPolicy = { quota: 60, windowSeconds: QUARTER_HOUR_SECONDS };

/** The result of a sign-in attempt: the person, null for a wrong address or password, or the seconds to wait. */
export type SignInOutcome = { readonly person: Person | null } | { readonly waitSeconds: number };

/**
 * Signing in with a password. An attempt is counted before the password is checked, so that parallel attempts gain nothing
 * over sequential ones; a successful attempt is given back. RATE_LIMIT_PER_MINUTE does not apply here.
 * Source: contract section 3, "Failed sign-ins".
 */
@Injectable()
export class SignInAttempts {
  constructor(
    private readonly users: Users,
    private readonly limits: RateLimits,
  ) {}

  async attempt(email: string, password: string, ip: string | undefined): Promise<SignInOutcome> {
    const address = callerAddress(ip);
    const account = email.toLowerCase();
    const counters: [string, RateLimitPolicy][] = [
      [subjectOf('sign-in', account, address), PER_ACCOUNT_AND_ADDRESS],
      [subjectOf('sign-in-account', account), PER_ACCOUNT],
      [subjectOf('sign-in-address', address), PER_ADDRESS],
    ];
    const taken: string[] = [];
    for (const [subject, policy] of counters) {
      const result = await this.limits.takeAttempt(subject, policy);
      if (!result.allowed) {
        await this.limits.giveBack(taken);
        return { waitSeconds: result.secondsLeft };
      }
      taken.push(subject);
    }
    const person = await this.users.authenticate(email, password);
    if (person !== null) await this.limits.giveBack(taken);
    return { person };
  }

  /** Counts a sign-up from an address; the seconds to wait when there were too many, else null. */
  async countSignUp(ip: string | undefined): Promise<number | null> {
    const result = await this.limits.takeAttempt(subjectOf('sign-up', callerAddress(ip)), SIGN_UPS_PER_ADDRESS);
    return result.allowed ? null : result.secondsLeft;
  }
}
