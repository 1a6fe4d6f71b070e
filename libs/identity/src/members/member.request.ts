import type { FieldRule, MemberRole } from '@app/kernel';
import { email, Field, MEMBER_ROLES, oneOf, text } from '@app/kernel';

export class EditMemberRequest {
  /** Role in the workspace. Only owners can change it. */
  @Field(oneOf(...MEMBER_ROLES), { optional: true })
  role?: MemberRole;

  /** Name that the other members see. */
  @Field(text(1, 120), { optional: true })
  name?: string;
}

/**
 * Rule for the address of an invitation. Rejects non-ASCII characters, because a look-alike address may belong to a
 * stranger.
 */
export function invitedAddress(): FieldRule {
  const rule = email();
  const detail = 'must be an email address of at most 254 ASCII characters';
  return { ...rule, detail, check: (value) => rule.check(value) && !/[^\x21-\x7e]/.test(String(value)) };
}

export class CreateInvitationRequest {
  /** Email address of the invited person. Only a user with this address can accept. */
  @Field(invitedAddress())
  email!: string;

  /** Role of the person after acceptance. */
  @Field(oneOf(...MEMBER_ROLES))
  role!: MemberRole;
}
