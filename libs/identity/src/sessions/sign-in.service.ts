import { Injectable } from '@nestjs/common';
import type { Budget } from '../limits/rate-limits.service.js';
import { RateLimits } from '../limits/rate-limits.service.js';
import { callerAddress, subjectOf } from '../limits/subject.js';
import type { Person } from '../users/users.service.js';
import { Users } from '../users/users.service.js';

const QUARTER_HOUR_SECONDS = 900;
/** Wrong passwords for one account from one address, then for one account from anywhere, then from one address for any. */
const HERE: Budget = { quota: 5, windowSeconds: QUARTER_HOUR_SECONDS };
const ANYWHERE: Budget = { quota: 25, windowSeconds: QUARTER_HOUR_SECONDS };
const ANYBODY: Budget = { quota: 25, windowSeconds: QUARTER_HOUR_SECONDS };
const SIGN_UPS: Budget = { quota: 60, windowSeconds: QUARTER_HOUR_SECONDS };

/** How an attempt to sign in ended: with the person, with a wrong address or password, or with having to wait. */
export type SignInOutcome = { readonly person: Person | null } | { readonly waitSeconds: number };

/**
 * Signing in with a password. Attempts are counted before the password is looked at, so that many at once get no further
 * than one after the other; those that succeed are given back. RATE_LIMIT_PER_MINUTE has no say here.
 * Source: contract section 3, "Failed sign-ins".
 */
@Injectable()
export class SignIn {
  constructor(
    private readonly users: Users,
    private readonly limits: RateLimits,
  ) {}

  async attempt(email: string, password: string, ip: string | undefined): Promise<SignInOutcome> {
    const address = callerAddress(ip);
    const account = email.toLowerCase();
    const counters: [string, Budget][] = [
      [subjectOf('sign-in', account, address), HERE],
      [subjectOf('sign-in-account', account), ANYWHERE],
      [subjectOf('sign-in-address', address), ANYBODY],
    ];
    const taken: string[] = [];
    for (const [subject, budget] of counters) {
      const verdict = await this.limits.takeAttempt(subject, budget);
      if (!verdict.allowed) {
        await this.limits.giveBack(taken);
        return { waitSeconds: verdict.secondsLeft };
      }
      taken.push(subject);
    }
    const person = await this.users.authenticate(email, password);
    if (person !== null) await this.limits.giveBack(taken);
    return { person };
  }

  /** Counts a sign-up from an address; the seconds to wait when there were too many, else null. */
  async countSignUp(ip: string | undefined): Promise<number | null> {
    const verdict = await this.limits.takeAttempt(subjectOf('sign-up', callerAddress(ip)), SIGN_UPS);
    return verdict.allowed ? null : verdict.secondsLeft;
  }
}
