import { Injectable } from '@nestjs/common';
import type { Principal, CoarseScope, UnitOfWork } from '@app/kernel';
import { allowedBy, Clock, Database, Log, newId } from '@app/kernel';
import { hashApiKey, isWellFormedApiKey, newApiKey } from './api-key.js';
import { keyEvents } from '../identity.events.js';
import { ApiKey } from './api-key.entity.js';

export interface ApiKeySummary {
  readonly id: string;
  readonly name: string;
  readonly scope: CoarseScope;
  readonly lastFour: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** A new key with its value, which is not stored. */
export interface NewApiKey {
  readonly id: string;
  readonly name: string;
  readonly scope: CoarseScope;
  readonly key: string;
}

const LAST_USE_PRECISION_SECONDS = 60;
const FIND = {
  name: 'identity.authenticate-key',
  text: `
    select workspace_id, id, scope,
      last_used_at is null or last_used_at < now() - interval '${LAST_USE_PRECISION_SECONDS} seconds' as stale
    from identity_presented_key($1)`,
};

/** Manages API keys. Every request checks its key in the database, so that a revocation takes effect at once. */
@Injectable()
export class ApiKeys {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  create(workspaceId: string, name: string, scope: CoarseScope): Promise<NewApiKey> {
    return this.database.transaction({ workspaceId }, async (work) => this.issue(work, name, scope));
  }

  /** Creates a key with the ID that the form contains. Returns null if the form was submitted before. */
  createOnce(workspaceId: string, name: string, scope: CoarseScope, id: string): Promise<NewApiKey | null> {
    return this.database.transaction({ workspaceId }, async (work) => {
      await work.query({
        text: `select pg_advisory_xact_lock(hashtextextended('identity_api_keys ' || $1, 0))`,
        values: [workspaceId],
      });
      const sentBefore = (await work.em.count(ApiKey, { workspaceId, id })) > 0;
      return sentBefore ? null : this.issue(work, name, scope, id);
    });
  }

  issue(work: UnitOfWork, name: string, scope: CoarseScope, id = newId()): NewApiKey {
    const key = newApiKey();
    const { workspaceId } = work;
    work.audit(id);
    work.announce(keyEvents.created(id));
    const [keyHash, lastFour, createdAt] = [hashApiKey(key), key.slice(-4), this.clock.now()];
    work.em.create(ApiKey, { workspaceId, id, name, scope, keyHash, lastFour, createdAt });
    return { id, name, scope, key };
  }

  /** Revokes a key of a workspace. Returns false if no active key has this ID. */
  async revokeIn(workspaceId: string, id: string): Promise<boolean> {
    return (await this.revokeSome(workspaceId, id)) > 0;
  }

  async revokeAll(workspaceId: string): Promise<void> {
    await this.revokeSome(workspaceId, null);
  }

  list(workspaceId: string): Promise<ApiKeySummary[]> {
    return this.database.transaction({ workspaceId, snapshot: true }, async (work) => {
      const keys = await work.em.find(ApiKey, { workspaceId, revokedAt: null }, { orderBy: { id: 'asc' } });
      return keys.map((key) => ({
        id: key.id,
        name: key.name,
        scope: key.scope,
        lastFour: key.lastFour,
        createdAt: key.createdAt.toISOString(),
        lastUsedAt: key.lastUsedAt?.toISOString() ?? null,
      }));
    });
  }

  /** Revokes a key of any workspace on behalf of an administrator. Returns false if no active key has this ID. */
  revoke(id: string): Promise<boolean> {
    return this.database.transaction({ operator: true }, async (work) => {
      const revoked = await work.query<{ workspace_id: string }>({
        text: `
          update identity_api_keys set revoked_at = $2 where id = $1 and revoked_at is null returning workspace_id`,
        values: [id, this.clock.now()],
      });
      for (const { workspace_id: workspaceId } of revoked) {
        work.auditIn(workspaceId, id);
        work.announceIn(workspaceId, keyEvents.revoked(id));
      }
      return revoked.length > 0;
    });
  }

  async authenticate(key: string): Promise<Principal | null> {
    if (!isWellFormedApiKey(key)) return null;
    const [row] = await this.database.single<{
      workspace_id: string;
      id: string;
      scope: CoarseScope;
      stale: boolean;
    }>({}, { ...FIND, values: [hashApiKey(key)] });
    if (row === undefined) return null;
    if (row.stale) this.recordUse(row.workspace_id, row.id);
    const scopes = [row.scope];
    const { workspace_id: workspaceId, id: credentialId } = row;
    return { workspaceId, credential: 'api_key', credentialId, scopes, allowed: allowedBy(scopes) };
  }

  private revokeSome(workspaceId: string, id: string | null): Promise<number> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const revoked = await work.query<{ id: string }>({
        text: `
          update identity_api_keys set revoked_at = $3
          where workspace_id = $1 and ($2::uuid is null or id = $2) and revoked_at is null returning id`,
        values: [workspaceId, id, this.clock.now()],
      });
      for (const key of revoked) work.announce(keyEvents.revoked(key.id));
      return revoked.length;
    });
  }

  /** Records when a key was last used. Callers do not wait for it, because a failure only loses the timestamp. */
  private recordUse(workspaceId: string, id: string): void {
    this.database
      .transaction({ workspaceId }, (work) =>
        work.query({
          text: `update identity_api_keys set last_used_at = $3 where workspace_id = $1 and id = $2`,
          values: [workspaceId, id, this.clock.now()],
        }),
      )
      .catch((error: unknown) => this.log.warn({ err: error, keyId: id }, 'last use of a key was not recorded'));
  }
}
