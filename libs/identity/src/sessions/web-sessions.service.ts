import { Injectable } from '@nestjs/common';
import { Clock, Database } from '@app/kernel';
import type { CheckedPerson, Person } from '../users/users.service.js';
import { hashSessionToken, isSessionToken, newSessionToken } from './session-token.js';

export interface ActiveSession {
  readonly token: string;
  readonly person: Person & { readonly isProven: boolean };
  readonly chosenWorkspace: string | null;
  readonly createdAt: Date;
}

export interface SessionOrigin {
  readonly deviceName: string;
  /** IP address with a masked host part. */
  readonly address: string;
}

export interface ListedSession extends SessionOrigin {
  readonly id: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly isThisOne: boolean;
}

const IDLE_DAYS = 7;
const MAX_SESSION_DAYS = 30;
const MAX_SESSIONS = 50;
const SEEN_PRECISION_SECONDS = 60;
const DAY_MS = 86_400_000;

@Injectable()
export class WebSessions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Starts a session and returns its token. If the user then has more than fifty sessions, ends the oldest. Locks the
   * user's row, so that a concurrent password change is either visible here or ends the new session.
   * @returns null if the password has changed since it was checked
   */
  async begin({ id, passwordHash }: CheckedPerson, { deviceName, address }: SessionOrigin): Promise<string | null> {
    const token = newSessionToken();
    const now = this.clock.now();
    const expiresAt = new Date(now.getTime() + MAX_SESSION_DAYS * DAY_MS);
    const begun = await this.database.single(
      { secrets: true },
      {
        text: `
          insert into identity_sessions (token_hash, user_id, created_at, last_seen_at, expires_at, device_name, address)
          select $1, id, $3, $3, $4, $6, $7 from identity_users where id = $2 and password_hash = $5 for share
          returning user_id`,
        values: [hashSessionToken(token), id, now, expiresAt, passwordHash, deviceName, address],
      },
    );
    if (begun.length === 0) return null;
    const text = `
      delete from identity_sessions where user_id = $1 and token_hash in (
        select token_hash from identity_sessions where user_id = $1 order by created_at desc offset ${MAX_SESSIONS})`;
    await this.database.single({ secrets: true }, { text, values: [id] });
    return token;
  }

  /** Returns the session of a cookie. Returns null if it has ended or was unused for a week. */
  async find(token: unknown): Promise<ActiveSession | null> {
    if (!isSessionToken(token)) return null;
    const now = this.clock.now();
    const hash = hashSessionToken(token);
    const [row] = await this.database.single<SessionRow>(
      { secrets: true },
      {
        text: `
        select s.user_id, u.email, u.email_verified_at is not null as is_proven, s.chosen_workspace, instant_text(s.created_at) as created_at,
          s.last_seen_at < $2::timestamptz - interval '${SEEN_PRECISION_SECONDS} seconds' as stale
        from identity_sessions s join identity_users u on u.id = s.user_id
        where s.token_hash = $1 and s.expires_at > $2 and s.last_seen_at > $3`,
        values: [hash, now, idleSince(now)],
      },
    );
    if (row === undefined) return null;
    if (row.stale) {
      const text = `update identity_sessions set last_seen_at = $2 where token_hash = $1`;
      await this.database.single({ secrets: true }, { text, values: [hash, now] });
    }
    return {
      token,
      person: { id: row.user_id, email: row.email, isProven: row.is_proven },
      chosenWorkspace: row.chosen_workspace,
      createdAt: new Date(row.created_at),
    };
  }

  list({ token, person }: ActiveSession): Promise<ListedSession[]> {
    const now = this.clock.now();
    return this.database.single<ListedSession & Record<string, unknown>>(
      { secrets: true },
      {
        text: `
          select id, device_name as "deviceName", address, instant_text(created_at) as "createdAt",
            instant_text(last_seen_at) as "lastSeenAt", token_hash = $2 as "isThisOne"
          from identity_sessions where user_id = $1 and expires_at > $3 and last_seen_at > $4 order by last_seen_at desc, id`,
        values: [person.id, hashSessionToken(token), now, idleSince(now)],
      },
    );
  }

  async selectWorkspace(token: string, workspaceId: string): Promise<void> {
    await this.database.single(
      { secrets: true },
      {
        text: `update identity_sessions set chosen_workspace = $2 where token_hash = $1`,
        values: [hashSessionToken(token), workspaceId],
      },
    );
  }

  async end(token: string): Promise<void> {
    const text = `delete from identity_sessions where token_hash = $1`;
    await this.database.single({ secrets: true }, { text, values: [hashSessionToken(token)] });
  }

  /** Ends one of the user's sessions by its ID. If `id` is null, ends all sessions except the given one. */
  async endOf({ person, token }: ActiveSession, id: string | null): Promise<void> {
    const text = `
      delete from identity_sessions where user_id = $1 and case when $2::text is null then token_hash <> $3 else id::text = $2 end`;
    await this.database.single({ secrets: true }, { text, values: [person.id, id, hashSessionToken(token)] });
  }
}

function idleSince(now: Date): Date {
  return new Date(now.getTime() - IDLE_DAYS * DAY_MS);
}

interface SessionRow {
  readonly user_id: string;
  readonly email: string;
  readonly is_proven: boolean;
  readonly chosen_workspace: string | null;
  readonly created_at: string;
  readonly stale: boolean;
}
