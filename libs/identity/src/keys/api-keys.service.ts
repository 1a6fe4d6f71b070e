import { Injectable } from '@nestjs/common';
import type { Principal, CoarseScope, UnitOfWork } from '@app/kernel';
import { allowedBy, Clock, Database, Log, newId } from '@app/kernel';
import { hashApiKey, isWellFormedApiKey, newApiKey } from './api-key.js';
import { keyEvents } from '../identity.events.js';
import { ApiKey } from './api-key.entity.js';

/** What is shown of a key after its creation. */
export interface ApiKeySummary {
  readonly id: string;
  readonly name: string;
  readonly scope: CoarseScope;
  readonly lastFour: string;
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
}

/** A key at its creation, the only time that its value is known. */
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

/** API keys: created and revoked by the owner of a workspace, checked on every request and never cached. */
@Injectable()
export class ApiKeys {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Creates a key. Its value is returned once, here. */
  create(workspaceId: string, name: string, scope: CoarseScope): Promise<NewApiKey> {
    return this.database.transaction({ workspaceId }, async (work) => this.issue(work, name, scope));
  }

  /** Creates a key with the ID of a form; null if the form was sent before. */
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

  /** Creates a key within a unit of work. */
  issue(work: UnitOfWork, name: string, scope: CoarseScope, id = newId()): NewApiKey {
    const key = newApiKey();
    const { workspaceId } = work;
    work.audit(id);
    work.announce(keyEvents.created(id));
    const [keyHash, lastFour, createdAt] = [hashApiKey(key), key.slice(-4), this.clock.now()];
    work.em.create(ApiKey, { workspaceId, id, name, scope, keyHash, lastFour, createdAt });
    return { id, name, scope, key };
  }

  /** Revokes a key of a workspace. False when it has no live key with this id. */
  async revokeIn(workspaceId: string, id: string): Promise<boolean> {
    return (await this.revokeSome(workspaceId, id)) > 0;
  }

  /** Revokes every key of a workspace. */
  async revokeAll(workspaceId: string): Promise<void> {
    await this.revokeSome(workspaceId, null);
  }

  /** The live keys of a workspace, oldest first. */
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

  /** Revokes a key of any workspace: every process refuses it from the next request on. False when there is no live key. */
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

  /** The principal of a key, or null. */
  async authenticate(key: string): Promise<Principal | null> {
    if (!isWellFormedApiKey(key)) return null;
    const [found] = await this.database.single<{
      workspace_id: string;
      id: string;
      scope: CoarseScope;
      stale: boolean;
    }>({}, { ...FIND, values: [hashApiKey(key)] });
    if (found === undefined) return null;
    if (found.stale) this.recordUse(found.workspace_id, found.id);
    const scopes = [found.scope];
    const { workspace_id: workspaceId, id: credentialId } = found;
    return { workspaceId, credential: 'api_key', credentialId, scopes, allowed: allowedBy(scopes) };
  }

  /** Revokes a live key, or with null all of them; tells how many there were. */
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

  /** Not awaited: a failure costs only the time stamp, so a request does not wait for it. */
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
