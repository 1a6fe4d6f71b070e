import type { MemberRole } from '@app/kernel';
import { email, Field, MEMBER_ROLES, oneOf, text } from '@app/kernel';

export class EditMemberRequest {
  /** Role in the workspace. Only owners change it. */
  @Field(oneOf(...MEMBER_ROLES), { optional: true })
  role?: MemberRole;

  /** Name that the other members see. */
  @Field(text(1, 120), { optional: true })
  name?: string;
}

export class InviteRequest {
  /** Email address of the invited person. Only a user with this address can accept. */
  @Field(email())
  email!: string;

  /** Role that the person gets. */
  @Field(oneOf(...MEMBER_ROLES))
  role!: MemberRole;
}
