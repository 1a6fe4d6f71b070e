import { Injectable } from '@nestjs/common';
import type { CoarseScope, MemberRole, Principal, UnitOfWork } from '@app/kernel';
import { allowedBy, allowedFor, Clock, Database, Log, newId } from '@app/kernel';
import { hashApiKey, isWellFormedApiKey, newApiKey } from './api-key.js';
import { keyEvents } from '../identity.events.js';
import type { Membership } from '../users/member.query.js';
import { isCurrentMember } from '../users/member.query.js';
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
    select workspace_id, id, scope, member_id, role,
      last_used_at is null or last_used_at < now() - interval '${LAST_USE_PRECISION_SECONDS} seconds' as stale
    from identity_active_key($1)`,
};

/** Manages API keys. Every request checks its key in the database, so that a revocation takes effect at once. */
@Injectable()
export class ApiKeys {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /** Creates a key on behalf of an administrator. It acts as an owner. */
  create(workspaceId: string, name: string, scope: CoarseScope): Promise<NewApiKey> {
    return this.database.transaction({ workspaceId }, async (work) => this.issue(work, name, scope));
  }

  /**
   * Creates a key of a member with the ID that the form contains. Returns null if the form was submitted before, or if
   * the member may no longer create such a key.
   */
  createOnce(
    workspaceId: string,
    memberId: string,
    name: string,
    scope: CoarseScope,
    id: string,
  ): Promise<NewApiKey | null> {
    return this.database.transaction({ workspaceId }, async (work) => {
      await work.lockName('identity_api_keys');
      const sentBefore = (await work.em.count(ApiKey, { workspaceId, id })) > 0;
      if (sentBefore || !(await isCurrentMember(work, memberId))) return null;
      return this.issue(work, name, scope, id, memberId);
    });
  }

  issue(work: UnitOfWork, name: string, scope: CoarseScope, id = newId(), memberId: string | null = null): NewApiKey {
    const key = newApiKey();
    const { workspaceId } = work;
    work.audit(id);
    work.announce(keyEvents.created(id));
    const [keyHash, lastFour, createdAt] = [hashApiKey(key), key.slice(-4), this.clock.now()];
    work.em.create(ApiKey, { workspaceId, id, name, scope, keyHash, lastFour, createdAt, memberId });
    return { id, name, scope, key };
  }

  /**
   * Revokes a key of a workspace. Returns false if no active key has this ID.
   * @param memberId member whose key it must be; null for any key
   */
  async revokeIn(workspaceId: string, id: string, memberId: string | null): Promise<boolean> {
    const scope = { workspaceId };
    return (await this.database.transaction(scope, (work) => this.revokeSome(work, { id, memberId }))) > 0;
  }

  /** Revokes the keys of a member and, for an owner, the keys from the command line. */
  async revokeOf({ workspaceId, memberId, role }: Membership): Promise<void> {
    await this.database.transaction({ workspaceId }, (work) =>
      this.revokeSome(work, { memberId, unowned: role === 'owner' }),
    );
  }

  /** @param memberId member whose keys to return; null for all keys */
  list(workspaceId: string, memberId: string | null = null): Promise<ApiKeySummary[]> {
    return this.database.transaction({ workspaceId, snapshot: true }, async (work) => {
      const where = { workspaceId, revokedAt: null, ...(memberId !== null && { memberId }) };
      const keys = await work.em.find(ApiKey, where, { orderBy: { id: 'asc' } });
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
      member_id: string | null;
      role: MemberRole;
      stale: boolean;
    }>({}, { ...FIND, values: [hashApiKey(key)] });
    if (row === undefined) return null;
    if (row.stale) this.recordUse(row.workspace_id, row.id);
    const scopes = [row.scope];
    const { workspace_id: workspaceId, id: credentialId, member_id: memberId, role } = row;
    const allowed = allowedFor(role, allowedBy(scopes));
    return { workspaceId, memberId, role, credential: 'api_key', credentialId, scopes, allowed };
  }

  /** Revokes a key, or the keys of a member. */
  async revokeSome(
    work: UnitOfWork,
    { id = null, memberId, unowned = false }: { id?: string | null; memberId: string | null; unowned?: boolean },
  ): Promise<number> {
    const revoked = await work.query<{ id: string }>({
      text: `
        update identity_api_keys set revoked_at = $5
        where workspace_id = $1 and ($2::uuid is null or id = $2) and revoked_at is null
          and ($3::uuid is null or member_id = $3 or ($4::boolean and member_id is null))
        returning id`,
      values: [work.workspaceId, id, memberId, unowned, this.clock.now()],
    });
    for (const key of revoked) work.announce(keyEvents.revoked(key.id));
    return revoked.length;
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
