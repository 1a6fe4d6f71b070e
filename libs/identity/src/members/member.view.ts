import { ApiSchema } from '@nestjs/swagger';
import type { MemberRole, Principal } from '@app/kernel';
import type { Invitation } from '../users/member.entity.js';
import type { ShownMember } from './members.service.js';

@ApiSchema({ description: 'A member of the workspace.' })
export class MemberView {
  id!: string;
  /** Name that other members see. Initially the part of the email address before the @. @example Sofía */
  name!: string;
  /** Email address; null if the caller is a viewer and this is another member. @example sofia@example.com */
  email!: string | null;
  /** Rights: a `viewer` reads, an `editor` also writes, an `owner` also manages members, webhooks and settings. */
  role!: MemberRole;
  /** True if the member created the token of this request. Always false for a key from the command line. */
  self!: boolean;
  /** Time at which the member joined, or joined again. */
  joinedAt!: string;
}

@ApiSchema({ description: 'An open invitation to the workspace.' })
export class InvitationView {
  id!: string;
  /** Email address of the invited person; null in a dry run by a member who is not an owner. @example luis@example.com */
  email!: string | null;
  /** Role of the person after acceptance. @example editor */
  role!: MemberRole;
  createdAt!: string;
  /** Time until which the invitation can be accepted: 7 days after its creation. */
  expiresAt!: string;
}

@ApiSchema({ name: 'NewInvitation', description: 'A new invitation with its URL, which no other response contains.' })
export class NewInvitationView extends InvitationView {
  /**
   * URL of the page on which the invited person accepts. Send it only to them.
   * @example https://centavo.example/invitations/Zm9sb3dUaGVXaGl0ZVJhYmJpdEFuZFRha2VUaGVQaWxs
   */
  url!: string;
}

export function memberView(member: ShownMember, caller: Pick<Principal, 'role' | 'memberId'>): MemberView {
  const { id, name, email, role, joinedAt } = member;
  const self = id === caller.memberId;
  const isShown = self || caller.role !== 'viewer';
  return { id, name, email: isShown ? (email ?? null) : null, role, self, joinedAt: joinedAt.toISOString() };
}

export function invitationView(
  { id, email, role, createdAt, expiresAt }: Invitation,
  caller: Pick<Principal, 'role'>,
): InvitationView {
  const shown = caller.role === 'owner' ? email : null;
  return { id, email: shown, role, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() };
}
