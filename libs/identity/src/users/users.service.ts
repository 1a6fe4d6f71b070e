import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database, email, newId } from '@app/kernel';
import { verifyPassword } from './password.js';
import { Passwords } from './passwords.service.js';
import { Ownership } from './user.entity.js';

/** A person who can sign in. */
export interface Person {
  readonly id: string;
  readonly email: string;
}

/** A person whose password was just found right, with the hash that it was checked against. */
export interface CheckedPerson extends Person {
  readonly passwordHash: string;
}

/** Why a workspace is not given to a person. */
export type OwnerRefusal = 'has-password' | 'unproven-address';

const GENERATED_BYTES = 18;
const ADDRESS = email();

/** People, their passwords, and the workspaces that they own. */
@Injectable()
export class Users {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly passwords: Passwords,
  ) {}

  /**
   * Makes the person with this e-mail the owner of the workspace of the unit of work, and creates the person if the e-mail
   * is new; safe against concurrent calls. An existing password stays. A user who signed up without proving the address may be
   * anyone, so they get no workspace by it unless `acceptUnproven` says so.
   * @returns the id of the person, or why they do not get the workspace: a password was given and they already have another,
   * or their address is not proven
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
   * Creates a person who signs up, as the owner of the workspace of the unit of work. An existing person is not changed,
   * not even a missing password: entering an e-mail does not prove that it is the person's own.
   * @param isProven whether they have shown that the e-mail is theirs
   * @returns whether the e-mail was free
   */
  async register(work: UnitOfWork, email: string, passwordHash: string, isProven: boolean): Promise<boolean> {
    const id = await this.insert(work, email, passwordHash, isProven);
    if (id === null) return false;
    await this.addOwner(work, id);
    return true;
  }

  /** Creates a person, for an administrator, as the owner of a workspace if one is given. Null when the e-mail is taken. */
  async create(email: string, password: string, workspaceId?: string): Promise<Person | null> {
    const passwordHash = await this.passwords.hash(password);
    return this.database.transaction({ secrets: true, ...(workspaceId && { workspaceId }) }, async (work) => {
      const id = await this.insert(work, email, passwordHash, true);
      if (id !== null) work.audit(id);
      if (id !== null && workspaceId !== undefined) await this.addOwner(work, id);
      return id === null ? null : { id, email: email.toLowerCase() };
    });
  }

  /** Makes a person the owner of the workspace of the unit of work. */
  async addOwner(work: UnitOfWork, userId: string): Promise<void> {
    work.em.create(Ownership, { workspaceId: work.workspaceId, userId });
    await work.flush();
  }

  /** The person with this e-mail and password, or null. The time does not depend on which of them is wrong. */
  async authenticate(email: string, password: string): Promise<CheckedPerson | null> {
    const [found] = await this.database.single<Person & { password_hash: string | null }>(
      { secrets: true },
      {
        text: `select id, email, password_hash from identity_users where email = $1`,
        // An invalid e-mail, such as one with a NUL, is looked up as the empty one, which no user has.
        values: [ADDRESS.check(email) ? email.toLowerCase() : ''],
      },
    );
    const isRight = await verifyPassword(password, found?.password_hash ?? null);
    return found?.password_hash && isRight
      ? { id: found.id, email: found.email, passwordHash: found.password_hash }
      : null;
  }

  /** The id of the person with this e-mail, or null. */
  async idOf(email: string): Promise<string | null> {
    if (!ADDRESS.check(email)) return null;
    const text = `select id from identity_users where email = $1`;
    const [found] = await this.database.single<{ id: string }>(
      { secrets: true },
      { text, values: [email.toLowerCase()] },
    );
    return found?.id ?? null;
  }

  /** The workspaces that a person owns, oldest first. */
  async workspacesOf(userId: string): Promise<string[]> {
    const owned = await this.database.single<{ workspace_id: string }>(
      { userId },
      {
        text: `select workspace_id from identity_ownerships where user_id = $1 order by workspace_id`,
        values: [userId],
      },
    );
    return owned.map(({ workspace_id: id }) => id);
  }

  /**
   * Sets a person's password, and ends their sessions. The one whose token hashes to `kept.from` goes on under the new token of
   * `kept.to`, so that a copy of its cookie ends as well.
   * @returns the person, and whether their e-mail is proven to be theirs; null for an unknown e-mail
   */
  async setPassword(
    email: string,
    password: string,
    kept: { readonly from: Buffer; readonly to: Buffer } | null = null,
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
        values: [person.id, kept?.from ?? null],
      });
      if (kept) {
        const text = `update identity_sessions set token_hash = $3 where user_id = $1 and token_hash = $2`;
        await work.query({ text, values: [person.id, kept.from, kept.to] });
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

/** A random password, for an administrator to hand over. */
export function generatedPassword(): string {
  return randomBytes(GENERATED_BYTES).toString('base64url');
}
