import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database, email, newId } from '@app/kernel';
import type { Membership } from './member.query.js';
import { addMember } from './member.query.js';
import { verifyPassword } from './password.js';
import { Passwords } from './passwords.service.js';

export interface Person {
  readonly id: string;
  readonly email: string;
}

/** A user whose password was just verified, with the hash that the password matched. */
export interface CheckedPerson extends Person {
  readonly passwordHash: string;
}

export type OwnerRefusal = 'has-password' | 'unproven-address';

const GENERATED_BYTES = 18;
const ADDRESS = email();

@Injectable()
export class Users {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly passwords: Passwords,
  ) {}

  /**
   * Makes a user an owner of the workspace. Creates the user if the email address is new. Rejects a password for a user
   * who already has one. Rejects an unverified user, who may be anyone, unless `acceptUnproven` is set. Safe under
   * concurrent calls.
   */
  async makeOwner(
    work: UnitOfWork,
    email: string,
    password: string | null,
    acceptUnproven: boolean,
  ): Promise<{ readonly id: string } | { readonly refused: OwnerRefusal }> {
    const passwordHash = password === null ? null : await this.passwords.hash(password);
    const [person] = await work.query<{ id: string; hasOther: boolean; isProven: boolean }>({
      text: `
        insert into identity_users as person (id, email, password_hash, created_at, email_verified_at) values ($1, $2, $3, $4, $4)
        on conflict (email) do update set password_hash = coalesce(person.password_hash, excluded.password_hash)
        returning id, $3::text is not null and password_hash <> $3 as "hasOther", email_verified_at is not null as "isProven"`,
      values: [newId(), email.toLowerCase(), passwordHash, this.clock.now()],
    });
    if (!person!.isProven && !acceptUnproven) return { refused: 'unproven-address' };
    if (person!.hasOther) return { refused: 'has-password' };
    await this.addOwner(work, person!.id);
    return { id: person!.id };
  }

  /**
   * Registers a user. Returns false if the email address is taken. Never changes an existing user, not even one without
   * a password, because a sign-up does not prove who owns the address.
   */
  async register(work: UnitOfWork, email: string, passwordHash: string, isProven: boolean): Promise<boolean> {
    const id = await this.insert(work, email, passwordHash, isProven);
    if (id === null) return false;
    await this.addOwner(work, id);
    return true;
  }

  /**
   * Creates a user on behalf of an administrator, optionally as owner of a workspace. Returns null if the email address
   * is taken.
   */
  async create(email: string, password: string, workspaceId?: string): Promise<Person | null> {
    const passwordHash = await this.passwords.hash(password);
    return this.database.transaction({ secrets: true, ...(workspaceId && { workspaceId }) }, async (work) => {
      const id = await this.insert(work, email, passwordHash, true);
      if (id !== null) work.audit(id);
      if (id !== null && workspaceId !== undefined) await this.addOwner(work, id);
      return id === null ? null : { id, email: email.toLowerCase() };
    });
  }

  async addOwner(work: UnitOfWork, userId: string): Promise<void> {
    await work.query(addMember(work.workspaceId, userId, 'owner', this.clock.now()));
  }

  /**
   * Returns the user with this email address and password, or null. The duration does not depend on which of the two is
   * wrong.
   */
  async authenticate(email: string, password: string): Promise<CheckedPerson | null> {
    const [person] = await this.database.single<Person & { password_hash: string | null }>(
      { secrets: true },
      {
        text: `select id, email, password_hash from identity_users where email = $1`,
        // An invalid email address, such as one with a NUL character, is replaced by an empty string, which matches no
        // user.
        values: [ADDRESS.check(email) ? email.toLowerCase() : ''],
      },
    );
    const isRight = await verifyPassword(password, person?.password_hash ?? null);
    return person?.password_hash && isRight
      ? { id: person.id, email: person.email, passwordHash: person.password_hash }
      : null;
  }

  async idOf(email: string): Promise<string | null> {
    if (!ADDRESS.check(email)) return null;
    const text = `select id from identity_users where email = $1`;
    const [person] = await this.database.single<{ id: string }>(
      { secrets: true },
      { text, values: [email.toLowerCase()] },
    );
    return person?.id ?? null;
  }

  /** Returns the user's current memberships, by workspace. */
  membershipsOf(userId: string): Promise<Membership[]> {
    return this.database.single<Membership & Record<string, unknown>>(
      { userId },
      {
        text: `
          select workspace_id as "workspaceId", id as "memberId", role from identity_members
          where user_id = $1 and left_at is null order by workspace_id`,
        values: [userId],
      },
    );
  }

  /**
   * Sets a password and ends all sessions. The session with the token hash `from` continues with the hash `to`, so that
   * a copied cookie stops working. Returns null if no user has the email address.
   */
  async setPassword(
    email: string,
    password: string,
    renewal: { readonly from: Buffer; readonly to: Buffer } | null = null,
  ): Promise<(Person & { readonly isProven: boolean }) | null> {
    const passwordHash = await this.passwords.hash(password);
    return this.database.transaction({ secrets: true }, async (work) => {
      const [person] = await work.query<Person & { isProven: boolean } & Record<string, unknown>>({
        text: `
          update identity_users set password_hash = $2 where email = $1
          returning id, email, email_verified_at is not null as "isProven"`,
        values: [email.toLowerCase(), passwordHash],
      });
      if (person === undefined) return null;
      await work.query({
        text: `delete from identity_sessions where user_id = $1 and ($2::bytea is null or token_hash <> $2)`,
        values: [person.id, renewal?.from ?? null],
      });
      if (renewal) {
        const text = `update identity_sessions set token_hash = $3 where user_id = $1 and token_hash = $2`;
        await work.query({ text, values: [person.id, renewal.from, renewal.to] });
      }
      return { id: person.id, email: person.email, isProven: person.isProven };
    });
  }

  private async insert(
    work: UnitOfWork,
    email: string,
    passwordHash: string,
    isProven: boolean,
  ): Promise<string | null> {
    const [person] = await work.query<{ id: string }>({
      text: `
        insert into identity_users (id, email, password_hash, created_at, email_verified_at)
        values ($1, $2, $3, $4::timestamptz, case when $5::boolean then $4::timestamptz end)
        on conflict (email) do nothing returning id`,
      values: [newId(), email.toLowerCase(), passwordHash, this.clock.now(), isProven],
    });
    return person?.id ?? null;
  }
}

export function generatedPassword(): string {
  return randomBytes(GENERATED_BYTES).toString('base64url');
}
