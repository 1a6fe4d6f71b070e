import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock, Database, Encryption, Log } from '@app/kernel';
import { RateLimits } from '../limits/rate-limits.service.js';
import { subjectOf } from '../limits/subject.js';
import { hashProofCode, newProofCode } from '../users/proof-code.js';
import type { CheckedPerson } from '../users/users.service.js';
import { newTotpSecret, stepOfCode } from './totp.js';

const WRONG_CODES = { quota: 5, windowSeconds: 300 };
const RECOVERY_CODES = 10;
const PENDING_MS = 10 * 60_000;

/** Whether a code was right, or the seconds to wait after too many wrong ones. */
export type CodeOutcome = boolean | { readonly waitSeconds: number };

/** The state of a person's second factor. */
export interface SecondFactorState {
  readonly isOn: boolean;
  readonly recoveryCodesLeft: number;
}

/**
 * The second factor of people: codes of an authenticator app (RFC 6238), each good once, and recovery codes for a lost phone
 * (decision 0046).
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

  /** Whether people can turn one on: a key is there to encrypt their secrets with, and not in the same database. */
  get isOffered(): boolean {
    return this.encryption.hasKeyApart;
  }

  async stateOf(userId: string): Promise<SecondFactorState> {
    const text = `
      select count(c.code_hash)::int as left from identity_second_factors f
      left join identity_recovery_codes c on c.user_id = f.user_id
      where f.user_id = $1 and f.confirmed_at is not null group by f.user_id`;
    const [found] = await this.database.single<{ left: number }>({ secrets: true }, { text, values: [userId] });
    return { isOn: found !== undefined, recoveryCodesLeft: found?.left ?? 0 };
  }

  /** A new secret, which counts once it is confirmed. Null when the person has a second factor. */
  async begin(userId: string): Promise<string | null> {
    const secret = newTotpSecret();
    const sealed = await this.encryption.seal(ofPerson(userId), { secret });
    const text = `
      insert into identity_second_factors as f (user_id, sealed_secret, last_step) values ($1, $2, 0)
      on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, last_step = 0 where f.confirmed_at is null
      returning user_id`;
    const begun = await this.database.single({ secrets: true }, { text, values: [userId, sealed] });
    return begun.length === 0 ? null : secret;
  }

  /** The secret that was begun and is not confirmed yet. */
  begun(userId: string): Promise<string | null> {
    return this.secretOf(userId, false);
  }

  /** Turns the second factor on by a first code. @returns the recovery codes, which are known only here and now */
  async confirm(userId: string, code: string): Promise<readonly string[] | Exclude<CodeOutcome, true>> {
    const outcome = await this.limited(userId, () => this.takeStep(userId, code, false));
    if (outcome !== true) return outcome;
    const codes = Array.from({ length: RECOVERY_CODES }, newProofCode);
    const text = `
      with confirmed as (
        update identity_second_factors set confirmed_at = $3 where user_id = $1 and confirmed_at is null returning user_id
      ), entered as (
        insert into identity_recovery_codes (user_id, code_hash) select user_id, unnest($2::bytea[]) from confirmed
      )
      select user_id from confirmed`;
    const values = [userId, codes.map(hashProofCode), this.clock.now()];
    return (await this.database.single({ secrets: true }, { text, values })).length > 0 ? codes : false;
  }

  /** Whether a code of the app or a recovery code is right; either is then used up. */
  check(userId: string, code: string): Promise<CodeOutcome> {
    const text = `delete from identity_recovery_codes where user_id = $1 and code_hash = $2 returning user_id`;
    return this.limited(userId, async () => {
      if (await this.takeStep(userId, code, true)) return true;
      return (
        (await this.database.single({ secrets: true }, { text, values: [userId, hashProofCode(code)] })).length > 0
      );
    });
  }

  /** Makes new recovery codes in place of those that a person had. @returns them, who has to have a second factor */
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

  /** Turns the second factor off; whether it was on. */
  async end(userId: string): Promise<boolean> {
    const text = `
      with codes as (delete from identity_recovery_codes where user_id = $1)
      delete from identity_second_factors where user_id = $1 returning user_id`;
    return (await this.database.single({ secrets: true }, { text, values: [userId] })).length > 0;
  }

  /** The cookie between the password and the code; only the service can make or read it. */
  async pending({ id, passwordHash }: CheckedPerson): Promise<string> {
    const until = this.clock.now().getTime() + PENDING_MS;
    const record = { id, verifier: verifierOf(passwordHash), until };
    return (await this.encryption.seal(PENDING, record)).toString('base64url');
  }

  /** The person whose password was right a while ago, and still is. */
  async pendingPerson(text: string): Promise<CheckedPerson | null> {
    const record = await this.encryption.open(PENDING, Buffer.from(text.slice(0, 2_000), 'base64url'));
    if (record === null || (record['until'] as number) < this.clock.now().getTime()) return null;
    const [found] = await this.database.single<{ id: string; email: string; passwordHash: string | null }>(
      { secrets: true },
      {
        text: `select id, email, password_hash as "passwordHash" from identity_users where id = $1`,
        values: [record['id']],
      },
    );
    if (!found?.passwordHash || verifierOf(found.passwordHash) !== record['verifier']) return null;
    return { ...found, passwordHash: found.passwordHash };
  }

  private async takeStep(userId: string, code: string, isConfirmed: boolean): Promise<boolean> {
    const secret = await this.secretOf(userId, isConfirmed);
    const step =
      secret === null ? null : stepOfCode(secret, code.slice(0, 100).replaceAll(/\s/g, ''), this.clock.now());
    const text = `update identity_second_factors set last_step = $2 where user_id = $1 and last_step < $2 returning user_id`;
    return (
      step !== null && (await this.database.single({ secrets: true }, { text, values: [userId, step] })).length > 0
    );
  }

  private async secretOf(userId: string, isConfirmed: boolean): Promise<string | null> {
    const text = `
      select sealed_secret as sealed from identity_second_factors
      where user_id = $1 and (confirmed_at is not null) = $2::boolean`;
    const [found] = await this.database.single<{ sealed: Buffer }>(
      { secrets: true },
      { text, values: [userId, isConfirmed] },
    );
    if (found === undefined) return null;
    const record = await this.encryption.open(ofPerson(userId), found.sealed);
    if (record === null) this.log.error({ userId }, 'no key of ENCRYPTION_KEY opens the second factor of a person');
    return (record?.['secret'] as string | undefined) ?? null;
  }

  private async limited(userId: string, check: () => Promise<boolean>): Promise<CodeOutcome> {
    const subject = subjectOf('second-factor', userId);
    const { allowed, secondsLeft } = await this.limits.takeAttempt(subject, WRONG_CODES);
    if (!allowed) return { waitSeconds: secondsLeft };
    const isRight = await check();
    if (isRight) await this.limits.giveBack([subject]);
    return isRight;
  }
}

const ofPerson = (userId: string) => `second factor:${userId}`;
const PENDING = 'pending sign-in';

function verifierOf(passwordHash: string): string {
  return createHash('sha256').update(passwordHash).digest('base64url');
}
