import type { RequiredEntityData } from '@mikro-orm/postgresql';
import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { MemberRole, Principal, UnitOfWork } from '@app/kernel';
import {
  allowedBy,
  allowedFor,
  AuthInvalidToken,
  auditContextOf,
  Clock,
  currentAudit,
  Database,
  isId,
  Log,
  runAudited,
  scopesIn,
  Settings,
} from '@app/kernel';
import { appEvents } from '../identity.events.js';
import { MemberNotFound } from '../identity.problems.js';
import { isCurrentMember } from '../users/member.query.js';
import { readAccessToken } from './access-token.js';
import { Grant } from './grant.entity.js';
import { resourcesOf } from './resources.js';
import { SigningKeys } from './signing-keys.service.js';

const LAST_USE_PRECISION_SECONDS = 60;

interface FoundGrant extends Record<string, unknown> {
  readonly scope: string;
  readonly memberId: string;
  readonly role: MemberRole;
  readonly stale: boolean;
}

export interface WebhooksOfGrants {
  /** Disables the webhooks of grants, in the transaction that ends the grants. */
  end(work: UnitOfWork, grants: readonly { readonly workspaceId: string; readonly id: string }[]): Promise<void>;
  urls(workspaceId: string): Promise<readonly { readonly grantId: string; readonly url: string }[]>;
}

const FIND = {
  name: 'identity.authenticate-grant',
  text: `
    select scope, m.id as "memberId", m.role,
      last_used_at is null or last_used_at < now() - interval '${LAST_USE_PRECISION_SECONDS} seconds' as stale
    from identity_grants g
    join identity_members m on m.workspace_id = g.workspace_id and m.user_id = g.user_id and m.left_at is null
    where g.workspace_id = $1 and g.id = $2 and client_id = $3 and ended_at is null and (expires_at is null or expires_at > $4)
      and exists (select from identity_signing_keys where id = $5 and (retires_at is null or retires_at > $4))`,
};

/**
 * Manages OAuth grants. Every request checks the grant of its token, so that ending a grant takes effect at once
 * (decision 0024).
 */
@Injectable()
export class Grants {
  private webhooks: WebhooksOfGrants | undefined;

  constructor(
    private readonly database: Database,
    private readonly keys: SigningKeys,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly log: Log,
  ) {}

  /** Registers the service that disables webhooks. It belongs to a higher context, so it cannot be imported here. */
  attach(webhooks: WebhooksOfGrants): void {
    this.webhooks = webhooks;
  }

  async webhookUrls(workspaceId: string): Promise<ReadonlyMap<string, readonly string[]>> {
    const urls = (await this.webhooks?.urls(workspaceId)) ?? [];
    const byGrant = Map.groupBy(urls, ({ grantId }) => grantId);
    return new Map([...byGrant].map(([id, webhooks]) => [id, webhooks.map(({ url }) => url)]));
  }

  /**
   * Locks an active grant until the transaction ends.
   * @throws AuthInvalidToken if the grant has ended
   */
  async hold(work: UnitOfWork, id: string): Promise<Grant> {
    const where = { workspaceId: work.workspaceId, id, ...this.live() };
    const grant = await work.em.findOne(Grant, where, { lockMode: LockMode.PESSIMISTIC_READ });
    if (grant === null) throw AuthInvalidToken(true);
    return grant;
  }

  /** @throws MemberNotFound if the user has left the workspace */
  async create(
    grant: Omit<RequiredEntityData<Grant>, 'createdAt'> & { workspaceId: string; userId: string },
  ): Promise<void> {
    const { workspaceId } = grant;
    await this.database.transaction({ workspaceId }, async (work) => {
      if (!(await isCurrentMember(work, grant.userId))) throw MemberNotFound(grant.userId);
      const created = work.em.create(Grant, { ...grant, createdAt: this.clock.now() });
      work.announce(appEvents.connected(created.id));
    });
  }

  async find(workspaceId: string, id: string): Promise<Grant | null> {
    if (!isId(workspaceId) || !isId(id)) return null;
    return this.database.transaction({ workspaceId, snapshot: true }, (work) =>
      work.em.findOne(Grant, { workspaceId, id, ...this.live() }),
    );
  }

  /** @param userId user whose grants to return; null for all grants */
  list(workspaceId: string, userId: string | null): Promise<Grant[]> {
    const where = { workspaceId, ...this.live(), ...(userId !== null && { userId }) };
    return this.database.transaction({ workspaceId, snapshot: true }, (work) =>
      work.em.find(Grant, where, { orderBy: { id: 'desc' } }),
    );
  }

  /**
   * Ends a grant and its tokens. Returns false if no active grant has this ID.
   * @param userId user whose grant it must be; null for any grant
   */
  async end(workspaceId: string, id: string, userId: string | null = null): Promise<boolean> {
    const scope = { workspaceId };
    const end = (work: UnitOfWork) => this.endSome(work, id, userId);
    return (await asOwnAct(id, () => this.database.transaction(scope, end))) > 0;
  }

  async endOf(workspaceId: string, userId: string): Promise<void> {
    await this.database.transaction({ workspaceId }, (work) => this.endSome(work, null, userId));
  }

  /**
   * Ends the grant of an access token when its app revokes the token. Ignores invalid tokens and tokens of other apps.
   */
  async endByToken(token: string, clientId: string): Promise<void> {
    const claims = await this.claimsOf(token, resourcesOf(this.settings.baseUrl), this.clock.now());
    if (claims === null || claims.clientId !== clientId) return;
    if (isId(claims.workspaceId) && isId(claims.grantId)) await this.end(claims.workspaceId, claims.grantId);
  }

  /** Ends all grants of an app on behalf of an administrator. Returns the number of ended grants. */
  async endAllOfClient(work: UnitOfWork, clientId: string): Promise<number> {
    const ended = await work.query<{ workspaceId: string; id: string }>({
      text: `
        update identity_grants set ended_at = $2 where client_id = $1 and ended_at is null
        returning workspace_id as "workspaceId", id`,
      values: [clientId, this.clock.now()],
    });
    for (const { workspaceId, id } of ended) {
      work.auditIn(workspaceId, id);
      work.announceIn(workspaceId, appEvents.disconnected(id));
    }
    if (ended.length > 0) await this.webhooks?.end(work, ended);
    return ended.length;
  }

  async authenticate(token: string, audiences: readonly string[]): Promise<Principal | null> {
    const now = this.clock.now();
    const claims = await this.claimsOf(token, audiences, now);
    if (claims === null || !isId(claims.workspaceId) || !isId(claims.grantId)) return null;
    const values = [claims.workspaceId, claims.grantId, claims.clientId, now, claims.keyId];
    const [grant] = await this.database.read<FoundGrant>(claims.workspaceId, { ...FIND, values });
    if (grant === undefined) return null;
    if (grant.stale) this.recordUse(claims.workspaceId, claims.grantId);
    const granted = allowedBy(scopesIn(grant.scope));
    const { workspaceId, grantId: credentialId, scopes } = claims;
    const { memberId, role } = grant;
    const allowed = allowedFor(role, new Set([...allowedBy(scopes)].filter((scope) => granted.has(scope))));
    return { workspaceId, memberId, role, credential: 'oauth_grant', credentialId, scopes, allowed };
  }

  private claimsOf(token: string, audiences: readonly string[], now: Date) {
    return readAccessToken(token, this.settings.baseUrl, audiences, now, (id) => this.keys.publicKey(id));
  }

  /**
   * Audits a token revocation by an app as an action of its grant. The ID of the grant is known only after the token
   * has been read.
   */
  actAsApp<T>(request: Request, work: () => T): T {
    const unknownGrant = { kind: 'oauth_grant', id: null, name: null } as const;
    return runAudited(auditContextOf(request, unknownGrant, this.clock.now(), null), work);
  }

  /** Ends a grant, or the grants of a user. */
  async endSome(work: UnitOfWork, id: string | null, userId: string | null): Promise<number> {
    const { workspaceId } = work;
    const ended = await work.query<{ id: string }>({
      text: `
        update identity_grants set ended_at = $4
        where workspace_id = $1 and ($2::uuid is null or id = $2) and ($3::uuid is null or user_id = $3)
          and ended_at is null returning id`,
      values: [workspaceId, id, userId, this.clock.now()],
    });
    for (const grant of ended) work.announce(appEvents.disconnected(grant.id));
    const grants = ended.map((grant) => ({ workspaceId, id: grant.id }));
    if (grants.length > 0) await this.webhooks?.end(work, grants);
    return ended.length;
  }

  private live() {
    return { endedAt: null, $or: [{ expiresAt: null }, { expiresAt: { $gt: this.clock.now() } }] };
  }

  /** Records when a grant was last used. Callers do not wait for it, because a failure only loses the timestamp. */
  private recordUse(workspaceId: string, id: string): void {
    const text = `update identity_grants set last_used_at = $3 where workspace_id = $1 and id = $2`;
    this.database
      .single({ workspaceId }, { text, values: [workspaceId, id, this.clock.now()] })
      .catch((error: unknown) => this.log.warn({ err: error, grantId: id }, 'last use of a grant was not recorded'));
  }
}

/** Sets the actor of the audit entry to this grant if an app revokes the token of the grant. */
function asOwnAct<T>(id: string | null, work: () => T): T {
  const act = currentAudit();
  if (act?.actor.kind !== 'oauth_grant' || act.actor.id !== null) return work();
  return runAudited({ ...act, actor: { ...act.actor, id }, resourceId: id }, work);
}
