import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { changedFields, Clock, Database, newId } from '@app/kernel';
import { Grants } from '../grants/grants.service.js';
import { memberEvents } from '../identity.events.js';
import { MemberNotFound } from '../identity.problems.js';
import { ApiKeys } from '../keys/api-keys.service.js';
import { Member } from '../users/member.entity.js';
import type { Actor } from '../users/member.query.js';
import { lockActor } from '../users/member.query.js';
import { Invitations } from './invitations.service.js';
import type { EditMemberRequest } from './member.request.js';

/** Fields of a member that responses contain. */
export type ShownMember = Pick<Member, 'id' | 'name' | 'email' | 'role' | 'joinedAt'>;

/** Manages the members of workspaces (decision 0120). */
@Injectable()
export class Members {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly keys: ApiKeys,
    private readonly grants: Grants,
    private readonly invitations: Invitations,
  ) {}

  list(workspaceId: string): Promise<Member[]> {
    return this.database.transaction({ workspaceId, snapshot: true }, (work) =>
      work.em.find(Member, { workspaceId, leftAt: null }, { orderBy: { joinedAt: 'asc', id: 'asc' } }),
    );
  }

  /** @throws MemberNotFound */
  get(workspaceId: string, id: string): Promise<Member> {
    return this.database.transaction({ workspaceId, snapshot: true }, (work) => find(work, id));
  }

  /** @throws AuthInvalidToken if the acting member has left or is no longer an owner; MemberNotFound; LastOwner */
  edit(workspaceId: string, id: string, { role, name }: EditMemberRequest, actor: Actor): Promise<Member> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const { member, otherOwners } = await lock(work, id, actor);
      const before = { role: member.role, name: member.name };
      if (role !== undefined) member.changeRole(role, otherOwners);
      member.name = name ?? member.name;
      if (before.role === 'owner' && member.role !== 'owner') await this.invitations.revokeOf(work, id);
      const changed = changedFields(before, { role: member.role, name: member.name });
      if (changed.length > 0) work.announce(memberEvents.updated(id, { changed }));
      return member;
    });
  }

  /** Adds a fictional member of a demo, who cannot sign in. */
  addFictional(work: UnitOfWork, member: Pick<Member, 'name' | 'email' | 'role'>): void {
    work.em.create(Member, { workspaceId: work.workspaceId, id: newId(), joinedAt: this.clock.now(), ...member });
  }

  /**
   * Removes a member, and ends their keys, grants and invitations. Returns the member as it was.
   * @throws AuthInvalidToken if the acting member has left or is no longer an owner; MemberNotFound; LastOwner
   */
  remove(workspaceId: string, id: string, actor: Actor): Promise<ShownMember> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const { member, otherOwners } = await lock(work, id, actor);
      const { name, email, role, joinedAt } = member;
      member.leave(this.clock.now(), otherOwners);
      await work.flush();
      await this.keys.revokeSome(work, { memberId: id });
      if (role === 'owner') await this.invitations.revokeOf(work, id);
      if (member.userId) await this.grants.endSome(work, null, member.userId);
      work.announce(memberEvents.left(id));
      return { id, name, email, role, joinedAt };
    });
  }
}

async function find(work: UnitOfWork, id: string, lockMode = LockMode.NONE): Promise<Member> {
  const { workspaceId } = work;
  const member = await work.em.findOne(Member, { workspaceId, id, leftAt: null }, { lockMode });
  if (member === null) throw MemberNotFound(id);
  return member;
}

/**
 * Locks the owners, then the acting member, then the member. Two owners who demote each other are therefore serialized, and the second change
 * counts the owners after the first.
 */
async function lock(work: UnitOfWork, id: string, actor: Actor): Promise<{ member: Member; otherOwners: number }> {
  const { workspaceId } = work;
  await work.query({
    text: `
      select from identity_members where workspace_id = $1 and role = 'owner' and left_at is null order by id for update`,
    values: [workspaceId],
  });
  await lockActor(work, actor);
  const member = await find(work, id, LockMode.PESSIMISTIC_WRITE);
  const owners = await work.em.count(Member, { workspaceId, role: 'owner', leftAt: null, id: { $ne: id } });
  return { member, otherOwners: owners };
}
