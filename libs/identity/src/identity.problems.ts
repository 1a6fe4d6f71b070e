import { notFound, problem } from '@app/kernel/pure';

export const MAX_INVITATIONS = 20;

export const MemberNotFound = problem(
  'MEMBER_NOT_FOUND',
  404,
  'The workspace has no current member with this ID. The member may have left.',
  (id: string) => `There is no member ${id}.`,
);

export const LastOwner = problem(
  'LAST_OWNER',
  409,
  'A workspace must have at least one owner. Make another member an owner first.',
  () => 'The member is the last owner. Make another member an owner first.',
);

export const InvitationNotFound = notFound('INVITATION_NOT_FOUND', 'invitation');

export const InvitationLimitReached = problem(
  'INVITATION_LIMIT_REACHED',
  409,
  `A workspace can have at most ${MAX_INVITATIONS} open invitations. Revoke one first.`,
  () => `The workspace already has ${MAX_INVITATIONS} open invitations. Revoke one first.`,
);

export const AlreadyMember = problem(
  'ALREADY_MEMBER',
  409,
  'The email address belongs to a member of the workspace. Change the role of the member instead.',
  () => 'The email address belongs to a member.',
);
