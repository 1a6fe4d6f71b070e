import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { RecordPayload } from 'oidc-provider';
import { Clock, Database } from '@app/kernel';
import { Grants } from '../grants/grants.service.js';
import { Users } from '../users/users.service.js';
import { PageSessions } from '../web/page-sessions.service.js';
import { OAuthClient } from './oauth.entity.js';

/** An app that registered itself or whose ID is the URL of its metadata document. */
export interface RegisteredClient {
  readonly id: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** Format of client IDs: generated IDs and metadata URLs. */
const CLIENT_ID = /^(?:[\w-]{1,100}|https?:\/\/[\x21-\x7e]{1,2048})$/i;
const NAMELESS = 'App';
const HOUR_MS = 3_600_000;
const NEVER_USED_HOURS = 24;
/**
 * Time without use after which an app is deleted. It is far longer than any token is valid, so that apps with a valid
 * token are never deleted.
 */
const LONG_UNUSED_HOURS = 400 * 24;

/** Manages OAuth apps. Anyone can register an app, so unused apps are deleted. */
@Injectable()
export class OAuthClients {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly grants: Grants,
    private readonly users: Users,
    private readonly pageSessions: PageSessions,
  ) {}

  async register(id: string, metadata: RecordPayload): Promise<void> {
    await this.database.single(
      { secrets: true },
      {
        text: `
        insert into identity_oauth_clients (id, name, metadata, created_at) values ($1, $2, $3, $4)
        on conflict (id) do update set name = excluded.name, metadata = excluded.metadata`,
        values: [id, clientName(metadata['client_name']), JSON.stringify(metadata), this.clock.now()],
      },
    );
  }

  async isFresh(id: string): Promise<boolean> {
    const text = `select from identity_oauth_clients where id = $1 and fetched_until > $2`;
    return (await this.database.single({ secrets: true }, { text, values: [id, this.clock.now()] })).length > 0;
  }

  async keepDocument(id: string, metadata: RecordPayload, until: Date): Promise<void> {
    await this.database.single(
      { secrets: true },
      {
        text: `
        insert into identity_oauth_clients (id, name, metadata, created_at, fetched_until) values ($1, $2, $3, $4, $5)
        on conflict (id) do update
          set name = excluded.name, metadata = excluded.metadata, fetched_until = excluded.fetched_until`,
        values: [id, clientName(metadata['client_name']), JSON.stringify(metadata), this.clock.now(), until],
      },
    );
  }

  /** Deletes an app that no user has authorized. */
  async dropUnused(id: string): Promise<void> {
    const text = `delete from identity_oauth_clients where id = $1 and last_used_at is null`;
    await this.database.single({ secrets: true }, { text, values: [id] });
  }

  async metadata(id: string): Promise<RecordPayload | undefined> {
    if (!CLIENT_ID.test(id)) return undefined;
    const text = `select metadata from identity_oauth_clients where id = $1`;
    const [client] = await this.database.single<{ metadata: RecordPayload }>({ secrets: true }, { text, values: [id] });
    return client?.metadata;
  }

  /** True if the user has an active grant for this app in one of their workspaces. */
  async isAuthorizedBy(userId: string, id: string): Promise<boolean> {
    const memberships = await this.users.membershipsOf(userId);
    const grants = await Promise.all(memberships.map(({ workspaceId }) => this.grants.list(workspaceId, userId)));
    return grants.flat().some((grant) => grant.clientId === id);
  }

  /** True if the user who is signed in to the requesting browser has authorized the app. */
  async isAuthorizedBySender(request: IncomingMessage, id: string): Promise<boolean> {
    const session = await this.pageSessions.session(request);
    return session !== null && this.isAuthorizedBy(session.person.id, id);
  }

  async recordUse(id: string): Promise<void> {
    const text = `update identity_oauth_clients set last_used_at = $2 where id = $1`;
    await this.database.single({ secrets: true }, { text, values: [id, this.clock.now()] });
  }

  list(): Promise<RegisteredClient[]> {
    return this.database.transaction({ operator: true }, async (work) => {
      const clients = await work.em.find(OAuthClient, {}, { orderBy: { createdAt: 'asc', id: 'asc' } });
      return clients.map(({ id, name, metadata, createdAt, lastUsedAt }) => ({
        id,
        name,
        redirectUris: metadata['redirect_uris'] as string[],
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      }));
    });
  }

  /** Deletes an app and ends its grants. Returns null if the app does not exist. */
  revoke(id: string): Promise<{ grantsEnded: number } | null> {
    return this.database.transaction({ operator: true }, async (work) => {
      const deleted = await work.em.nativeDelete(OAuthClient, { id });
      const grantsEnded = await this.grants.endAllOfClient(work, id);
      return deleted > 0 || grantsEnded > 0 ? { grantsEnded } : null;
    });
  }

  /**
   * Deletes apps that no user has authorized within a day of their registration, and apps that have not been used for
   * 400 days.
   */
  async purge(): Promise<void> {
    const before = (hours: number) => new Date(this.clock.now().getTime() - hours * HOUR_MS);
    await this.database.single(
      { secrets: true },
      {
        text: `delete from identity_oauth_clients where (last_used_at is null and created_at < $1) or last_used_at < $2`,
        values: [before(NEVER_USED_HOURS), before(LONG_UNUSED_HOURS)],
      },
    );
  }
}

export function clientName(claimed: unknown): string {
  return typeof claimed === 'string' && claimed.trim() !== '' ? claimed.trim() : NAMELESS;
}
