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
// Maximum wrong passwords: per account and IP address, per account, and per IP address.
const PER_ACCOUNT_AND_ADDRESS = quota(5);
const PER_ACCOUNT = quota(25);
const PER_ADDRESS = quota(25);
/** Maximum wrong passwords from a browser that has signed in to the account before, or within a session. */
const PER_DEVICE = quota(10);
/**
 * Maximum correct passwords per account, separately for each known browser and for all others. They are limited,
 * because each of them creates a session.
 */
const SUCCESSES = quota(60);
const SIGN_UPS_PER_ADDRESS = quota(60);

export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  readonly ip: string | undefined;
  readonly device: string | undefined;
  /** Token of the current session if a signed-in user confirms their password. */
  readonly session?: string;
  readonly response: Response;
}

/**
 * Result of a sign-in: the user, null if the email address or the password is wrong, or the seconds to wait after too
 * many attempts.
 */
export type SignInOutcome = { readonly person: CheckedPerson | null } | { readonly waitSeconds: number };

/**
 * Limits sign-in attempts. Counts an attempt before it checks the password, so that parallel attempts cannot exceed the
 * limit. Uncounts it if the password is correct. Known browsers have their own limit, so that attempts from other
 * browsers cannot lock them out (decision 0045).
 */
@Injectable()
export class SignInAttempts {
  constructor(
    private readonly users: Users,
    private readonly limits: RateLimits,
    private readonly devices: Devices,
    private readonly passwords: Passwords,
  ) {}

  /** @throws ServiceUnavailable if the queue of password checks is full; the attempt is not counted */
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
      // A password that was not checked does not count as wrong.
      await this.limits.giveBack(taken);
      throw error;
    });
    if (person === null) return { person };
    await this.limits.giveBack(taken);
    const counted = known === undefined ? [account] : [account, known];
    const { allowed, secondsLeft } = await this.limits.takeAttempt(subjectOf('signed-in', ...counted), SUCCESSES);
    return allowed ? { person } : { waitSeconds: secondsLeft };
  }

  /** Counts a sign-up from an IP address. Returns the seconds to wait, or null if the sign-up is allowed. */
  async countSignUp(ip: string | undefined): Promise<number | null> {
    const result = await this.limits.takeAttempt(subjectOf('sign-up', callerAddress(ip)), SIGN_UPS_PER_ADDRESS);
    return result.allowed ? null : result.secondsLeft;
  }

  /** @param device token of a known browser or of the session */
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
