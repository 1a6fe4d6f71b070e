import { defineEntity, p } from '@mikro-orm/postgresql';
import type { MemberRole } from '@app/kernel/pure';
import { LastOwner } from '../identity.problems.js';

const MemberSchema = defineEntity({
  name: 'Member',
  tableName: 'identity_members',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    userId: p.uuid().nullable(),
    email: p.text().nullable(),
    name: p.text(),
    role: p.text().$type<MemberRole>(),
    joinedAt: p.datetime(3),
    leftAt: p.datetime(3).nullable(),
  },
});

/** A member of a workspace. Former members keep their row and their name. Restored members have no user. */
export class Member extends MemberSchema.class {
  /** @throws LastOwner if the workspace would have no owner */
  changeRole(role: MemberRole, otherOwners: number): void {
    if (role !== 'owner') this.refuseIfLast(otherOwners);
    this.role = role;
  }

  /** @throws LastOwner if the workspace would have no owner */
  leave(now: Date, otherOwners: number): void {
    this.refuseIfLast(otherOwners);
    this.leftAt = now;
    this.email = null;
  }

  private refuseIfLast(otherOwners: number): void {
    if (this.role === 'owner' && otherOwners === 0) throw LastOwner();
  }
}
MemberSchema.setClass(Member);

const InvitationSchema = defineEntity({
  name: 'Invitation',
  tableName: 'identity_invitations',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    email: p.text(),
    role: p.text().$type<MemberRole>(),
    invitedBy: p.uuid().nullable(),
    tokenHash: p.blob(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
  },
});

/** An open invitation. It is deleted when it is accepted or revoked. */
export class Invitation extends InvitationSchema.class {}
InvitationSchema.setClass(Invitation);
