import { Injectable } from '@nestjs/common';
import { Clock, Database } from '@app/kernel';
import type { Person } from '../users/users.service.js';
import { hashSessionToken, isSessionToken, newSessionToken } from './session-token.js';

/** Somebody who is signed in to the developer area. */
export interface ActiveSession {
  readonly token: string;
  readonly person: Person & { readonly isProven: boolean };
  readonly chosenWorkspace: string | null;
  readonly createdAt: Date;
}

const IDLE_DAYS = 7;
const LONGEST_DAYS = 30;
const SEEN_PRECISION_SECONDS = 60;
const DAY_MS = 86_400_000;

/** Sessions of the developer area: in the database, by the hash of their cookie, so that every process knows and ends them. */
@Injectable()
export class WebSessions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Begins a session, always with a new token. */
  async begin(userId: string): Promise<string> {
    const token = newSessionToken();
    const now = this.clock.now();
    await this.database.single(
      {},
      {
        text: `
        insert into identity_sessions (token_hash, user_id, created_at, last_seen_at, expires_at) values ($1, $2, $3, $3, $4)`,
        values: [hashSessionToken(token), userId, now, new Date(now.getTime() + LONGEST_DAYS * DAY_MS)],
      },
    );
    return token;
  }

  /** The session of a cookie; null when it has ended or was unused for a week. */
  async find(token: unknown): Promise<ActiveSession | null> {
    if (!isSessionToken(token)) return null;
    const now = this.clock.now();
    const hash = hashSessionToken(token);
    const [found] = await this.database.single<SessionRow>(
      {},
      {
        text: `
        select s.user_id, u.email, u.email_verified_at is not null as is_proven, s.chosen_workspace, instant_text(s.created_at) as created_at,
          s.last_seen_at < $2::timestamptz - interval '${SEEN_PRECISION_SECONDS} seconds' as stale
        from identity_sessions s join identity_users u on u.id = s.user_id
        where s.token_hash = $1 and s.expires_at > $2 and s.last_seen_at > $3`,
        values: [hash, now, new Date(now.getTime() - IDLE_DAYS * DAY_MS)],
      },
    );
    if (found === undefined) return null;
    if (found.stale) {
      const text = `update identity_sessions set last_seen_at = $2 where token_hash = $1`;
      await this.database.single({}, { text, values: [hash, now] });
    }
    return {
      token,
      person: { id: found.user_id, email: found.email, isProven: found.is_proven },
      chosenWorkspace: found.chosen_workspace,
      createdAt: new Date(found.created_at),
    };
  }

  /** Stores which of their workspaces the person has selected. */
  async selectWorkspace(token: string, workspaceId: string): Promise<void> {
    await this.database.single(
      {},
      {
        text: `update identity_sessions set chosen_workspace = $2 where token_hash = $1`,
        values: [hashSessionToken(token), workspaceId],
      },
    );
  }

  /** Ends a session in every process. */
  async end(token: string): Promise<void> {
    const text = `delete from identity_sessions where token_hash = $1`;
    await this.database.single({}, { text, values: [hashSessionToken(token)] });
  }
}

interface SessionRow {
  readonly user_id: string;
  readonly email: string;
  readonly is_proven: boolean;
  readonly chosen_workspace: string | null;
  readonly created_at: string;
  readonly stale: boolean;
}
