import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { callerAddress, Clock, Database, Encryption, Log } from '@app/kernel';
import type { RateLimitPolicy } from '../limits/rate-limits.service.js';
import { RateLimits } from '../limits/rate-limits.service.js';
import { subjectOf } from '../limits/subject.js';
import { hashSessionToken } from '../sessions/session-token.js';
import type { ActiveSession } from '../sessions/web-sessions.service.js';
import { hashProofCode, isProofCode, newProofCode } from '../users/proof-code.js';
import type { CheckedPerson } from '../users/users.service.js';
import { newTotpSecret, stepOfCode } from './totp.js';

const WRONG_CODES = { quota: 5, windowSeconds: 300 };
/**
 * Maximum wrong codes per day. Three of a million codes are valid at any time. With only the short-term limit, 1,400
 * guesses a day would find a valid code within months.
 */
const WRONG_CODES_OF_DAY = { quota: 50, windowSeconds: 86_400 };
const RECOVERY_CODES = 10;
const PENDING_MS = 10 * 60_000;
const ENROLMENT_MS = 30 * 60_000;

/**
 * Maximum wrong recovery codes per session, known browser or IP address. With a single limit, strangers could lock out
 * the owner. A recovery code has 80 random bits.
 */
const WRONG_RECOVERY_CODES = { quota: 10, windowSeconds: 300 };

export interface CodeOrigin {
  /** Device token of a browser in which the user has signed in before. */
  readonly known?: string | undefined;
  readonly session?: string | undefined;
  readonly ip: string | undefined;
}

/**
 * Result of a check: true if the code is valid, false if it is wrong, or the seconds to wait after too many wrong
 * codes.
 */
export type CodeOutcome = boolean | { readonly waitSeconds: number };

/** An unconfirmed secret, in plain text and sealed for the page's form. */
export interface Enrolment {
  readonly secret: string;
  readonly sealed: string;
}

export interface SecondFactorState {
  readonly isOn: boolean;
  readonly recoveryCodesLeft: number;
}

/**
 * Checks TOTP codes (RFC 6238), each of which is valid once, and recovery codes in case the phone is lost (decision
 * 0045).
 */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly limits: RateLimits,
    private readonly encryption: Encryption,
    private readonly log: Log,
  ) {}

  /** True if the key that encrypts the secrets is not stored in the same database as the secrets. */
  get isOffered(): boolean {
    return this.encryption.hasKeyApart;
  }

  async stateOf(userId: string): Promise<SecondFactorState> {
    const text = `
      select count(c.code_hash)::int as left from identity_second_factors f
      left join identity_recovery_codes c on c.user_id = f.user_id
      where f.user_id = $1 and f.confirmed_at is not null group by f.user_id`;
    const [factor] = await this.database.single<{ left: number }>({ secrets: true }, { text, values: [userId] });
    return { isOn: factor !== undefined, recoveryCodesLeft: factor?.left ?? 0 };
  }

  /**
   * Creates a secret. Returns null if the second factor is already on. Until a code confirms the secret, it exists only
   * as a sealed record on the session's page.
   */
  async begin(session: ActiveSession): Promise<Enrolment | null> {
    if ((await this.stateOf(session.person.id)).isOn) return null;
    const secret = newTotpSecret();
    const record = { secret, until: this.clock.now().getTime() + ENROLMENT_MS };
    return { secret, sealed: (await this.encryption.seal(enrolmentIn(session), record)).toString('base64url') };
  }

  /** Decrypts the sealed secret of this session. Returns null if it is invalid or older than half an hour. */
  async begun(session: ActiveSession, sealed: string): Promise<Enrolment | null> {
    const record = await this.encryption.open(enrolmentIn(session), sealedBytes(sealed));
    if (record === null || (record['until'] as number) < this.clock.now().getTime()) return null;
    return { secret: record['secret'] as string, sealed };
  }

  /**
   * Turns on the second factor with a first code. Returns the recovery codes, which are stored only as hashes, or the
   * outcome if the code is not accepted.
   */
  async confirm(
    { person, token }: ActiveSession,
    { secret }: Enrolment,
    code: string,
  ): Promise<readonly string[] | Exclude<CodeOutcome, true>> {
    const now = this.clock.now();
    const step = stepOfCode(secret, digitsOf(code), now);
    const outcome = await this.limited(codeCounters([person.id, token]), () => Promise.resolve(step !== null));
    if (outcome !== true) return outcome;
    const codes = Array.from({ length: RECOVERY_CODES }, newProofCode);
    const text = `
      with confirmed as (
        insert into identity_second_factors as f (user_id, sealed_secret, last_step, confirmed_at) values ($1, $2, $3, $4)
        on conflict (user_id) do update set
          sealed_secret = excluded.sealed_secret, last_step = excluded.last_step, confirmed_at = excluded.confirmed_at
          where f.confirmed_at is null
        returning user_id
      ), codes as (
        insert into identity_recovery_codes (user_id, code_hash) select user_id, unnest($5::bytea[]) from confirmed
      )
      select user_id from confirmed`;
    const sealed = await this.encryption.seal(ofPerson(person.id), { secret });
    const values = [person.id, sealed, step, now, codes.map(hashProofCode)];
    return (await this.database.single({ secrets: true }, { text, values })).length > 0 ? codes : false;
  }

  /** Checks a TOTP code or a recovery code and uses it up if it is valid. Each kind of code has its own limits. */
  check(userId: string, code: string, { known, session, ip }: CodeOrigin): Promise<CodeOutcome> {
    if (!isProofCode(code)) {
      const source = session ?? known;
      const counted = source === undefined ? [userId] : [userId, source];
      // All known browsers share the daily limit. Otherwise each device cookie would add fifty guesses.
      const countedOfDay = session === undefined && known !== undefined ? [userId, 'known browsers'] : counted;
      return this.limited(codeCounters(counted, countedOfDay), () => this.takeStep(userId, code));
    }
    const text = `delete from identity_recovery_codes where user_id = $1 and code_hash = $2 returning user_id`;
    const values = [userId, hashProofCode(code)];
    const counter = subjectOf('recovery-code', userId, session ?? known ?? callerAddress(ip));
    return this.limited({ [counter]: WRONG_RECOVERY_CODES }, async () => {
      return (await this.database.single({ secrets: true }, { text, values })).length > 0;
    });
  }

  async renewCodes(userId: string): Promise<readonly string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newProofCode);
    await this.database.transaction({ secrets: true }, async (work) => {
      await work.query({ text: `delete from identity_recovery_codes where user_id = $1`, values: [userId] });
      const text = `
        insert into identity_recovery_codes (user_id, code_hash)
        select user_id, unnest($2::bytea[]) from identity_second_factors where user_id = $1 and confirmed_at is not null`;
      await work.query({ text, values: [userId, codes.map(hashProofCode)] });
    });
    return codes;
  }

  /** Turns off the second factor. Returns false if it was already off. */
  async end(userId: string): Promise<boolean> {
    const text = `
      with codes as (delete from identity_recovery_codes where user_id = $1)
      delete from identity_second_factors where user_id = $1 returning user_id`;
    return (await this.database.single({ secrets: true }, { text, values: [userId] })).length > 0;
  }

  /**
   * Returns the sealed state of a sign-in whose password was correct and whose code is still missing. Only the service
   * can create or read it.
   */
  async pending({ id, passwordHash }: CheckedPerson): Promise<string> {
    const until = this.clock.now().getTime() + PENDING_MS;
    const record = { id, verifier: verifierOf(passwordHash), until };
    return (await this.encryption.seal(PENDING, record)).toString('base64url');
  }

  /** Returns the user of a pending sign-in. Returns null if the sign-in has expired or the password has changed. */
  async pendingPerson(text: string): Promise<CheckedPerson | null> {
    const record = await this.encryption.open(PENDING, sealedBytes(text));
    if (record === null || (record['until'] as number) < this.clock.now().getTime()) return null;
    const [person] = await this.database.single<{ id: string; email: string; passwordHash: string | null }>(
      { secrets: true },
      {
        text: `select id, email, password_hash as "passwordHash" from identity_users where id = $1`,
        values: [record['id']],
      },
    );
    if (!person?.passwordHash || verifierOf(person.passwordHash) !== record['verifier']) return null;
    return { ...person, passwordHash: person.passwordHash };
  }

  private async takeStep(userId: string, code: string): Promise<boolean> {
    const secret = await this.secretOf(userId);
    const step = secret === null ? null : stepOfCode(secret, digitsOf(code), this.clock.now());
    const text = `update identity_second_factors set last_step = $2 where user_id = $1 and last_step < $2 returning user_id`;
    return (
      step !== null && (await this.database.single({ secrets: true }, { text, values: [userId, step] })).length > 0
    );
  }

  private async secretOf(userId: string): Promise<string | null> {
    const text = `
      select sealed_secret as sealed from identity_second_factors where user_id = $1 and confirmed_at is not null`;
    const [factor] = await this.database.single<{ sealed: Buffer }>({ secrets: true }, { text, values: [userId] });
    if (factor === undefined) return null;
    const record = await this.encryption.open(ofPerson(userId), factor.sealed);
    if (record === null) this.log.error({ userId }, 'no key in ENCRYPTION_KEY decrypts the second factor of a user');
    return (record?.['secret'] as string | undefined) ?? null;
  }

  private async limited(
    counters: Readonly<Record<string, RateLimitPolicy>>,
    check: () => Promise<boolean>,
  ): Promise<CodeOutcome> {
    const taken: string[] = [];
    for (const [subject, policy] of Object.entries(counters)) {
      const { allowed, secondsLeft } = await this.limits.takeAttempt(subject, policy);
      if (!allowed) {
        await this.limits.giveBack(taken);
        return { waitSeconds: secondsLeft };
      }
      taken.push(subject);
    }
    const isRight = await check();
    if (isRight) await this.limits.giveBack(taken);
    return isRight;
  }
}

function codeCounters(counted: readonly string[], countedOfDay = counted): Readonly<Record<string, RateLimitPolicy>> {
  return {
    [subjectOf('second-factor', ...counted)]: WRONG_CODES,
    [subjectOf('second-factor-day', ...countedOfDay)]: WRONG_CODES_OF_DAY,
  };
}

const ofPerson = (userId: string) => `second factor:${userId}`;
const enrolmentIn = ({ person, token }: ActiveSession) =>
  `enrolment:${person.id}:${hashSessionToken(token).toString('base64url')}`;
const PENDING = 'pending sign-in';
const MAX_SEALED_LENGTH = 2_000;

function sealedBytes(text: string): Buffer {
  return Buffer.from(text.slice(0, MAX_SEALED_LENGTH), 'base64url');
}

function digitsOf(code: string): string {
  return code.slice(0, 100).replaceAll(/\s/g, '');
}

function verifierOf(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url');
}
