import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { callerAddress } from '@app/kernel';
import type { RateLimitPolicy } from '../limits/rate-limits.service.js';
import { RateLimits } from '../limits/rate-limits.service.js';
import { subjectOf } from '../limits/subject.js';
import type { CheckedPerson } from '../users/users.service.js';
import { Passwords } from '../users/passwords.service.js';
import { Users } from '../users/users.service.js';
import { Devices } from './devices.service.js';

const QUARTER_HOUR_SECONDS = 900;
const quota = (attempts: number): RateLimitPolicy => ({ quota: attempts, windowSeconds: QUARTER_HOUR_SECONDS });
// Wrong passwords for one account from one address, for one account from any address, and from one address for any account.
const PER_ACCOUNT_AND_ADDRESS = quota(5);
const PER_ACCOUNT = quota(25);
const PER_ADDRESS = quota(25);
/** Wrong passwords from a browser that signed in to the account before, or within a session. */
const PER_DEVICE = quota(10);
/** Right passwords for one account, from one known browser or from all others: each makes a session. */
const SUCCESSES = quota(60);
const SIGN_UPS_PER_ADDRESS = quota(60);

/** Who wants to sign in, and from where. */
export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  readonly ip: string | undefined;
  /** The device cookie of the browser. */
  readonly device: string | undefined;
  /** The token of the person's own session, if they are signed in and give their password again. */
  readonly session?: string;
  /** What tells when the browser has gone. */
  readonly response: Response;
}

/** The result of a sign-in attempt: the person, null for a wrong address or password, or the seconds to wait. */
export type SignInOutcome = { readonly person: CheckedPerson | null } | { readonly waitSeconds: number };

/**
 * Signing in with a password. An attempt is counted before the password is checked, so that parallel attempts gain nothing
 * over sequential ones; a successful attempt is given back. RATE_LIMIT_PER_MINUTE does not apply here. A browser that signed
 * in before has a budget of its own, which attempts from elsewhere cannot spend (decision 0045).
 * Source: contract section 3, "Failed sign-ins".
 */
@Injectable()
export class SignInAttempts {
  constructor(
    private readonly users: Users,
    private readonly limits: RateLimits,
    private readonly devices: Devices,
    private readonly passwords: Passwords,
  ) {}

  /** @throws ServiceUnavailable when too many have their passwords checked; nothing is counted then */
  async attempt(attempt: SignInAttempt): Promise<SignInOutcome> {
    const { email, response, session } = attempt;
    const account = email.toLowerCase();
    const known = session ?? (await this.devices.known(attempt.device, account));
    return this.passwords.queued({ response, device: known }, () => this.count(attempt, account, known));
  }

  private async count(
    { email, password, ip }: SignInAttempt,
    account: string,
    known: string | undefined,
  ): Promise<SignInOutcome> {
    const taken: string[] = [];
    for (const [subject, policy] of this.counters(account, ip, known)) {
      const result = await this.limits.takeAttempt(subject, policy);
      if (!result.allowed) {
        await this.limits.giveBack(taken);
        return { waitSeconds: result.secondsLeft };
      }
      taken.push(subject);
    }
    const person = await this.users.authenticate(email, password).catch(async (error: unknown) => {
      // What could not be checked was not wrong.
      await this.limits.giveBack(taken);
      throw error;
    });
    if (person === null) return { person };
    await this.limits.giveBack(taken);
    const counted = known === undefined ? [account] : [account, known];
    const { allowed, secondsLeft } = await this.limits.takeAttempt(subjectOf('signed-in', ...counted), SUCCESSES);
    return allowed ? { person } : { waitSeconds: secondsLeft };
  }

  /** Counts a sign-up from an address; the seconds to wait when there were too many, else null. */
  async countSignUp(ip: string | undefined): Promise<number | null> {
    const result = await this.limits.takeAttempt(subjectOf('sign-up', callerAddress(ip)), SIGN_UPS_PER_ADDRESS);
    return result.allowed ? null : result.secondsLeft;
  }

  /** @param device token of a browser that signed in to the account before, or of the session */
  private counters(
    account: string,
    ip: string | undefined,
    device: string | undefined,
  ): readonly (readonly [string, RateLimitPolicy])[] {
    if (device !== undefined) return [[subjectOf('sign-in-device', account, device), PER_DEVICE]];
    const address = callerAddress(ip);
    return [
      [subjectOf('sign-in', account, address), PER_ACCOUNT_AND_ADDRESS],
      [subjectOf('sign-in-account', account), PER_ACCOUNT],
      [subjectOf('sign-in-address', address), PER_ADDRESS],
    ];
  }
}
