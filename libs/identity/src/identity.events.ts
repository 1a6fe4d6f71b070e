import { eventType } from '@app/kernel/pure';

export const keyEvents = {
  created: eventType('key.created', 'An API key was created.'),
  revoked: eventType('key.revoked', 'An API key was revoked.'),
};

/** Events of OAuth apps. Their subject is the grant. */
export const appEvents = {
  connected: eventType('app.connected', 'An app was authorized for the workspace.'),
  disconnected: eventType('app.disconnected', 'An app’s access to the workspace ended.'),
};

export const memberEvents = {
  joined: eventType('member.joined', 'A user accepted an invitation and became a member.'),
  updated: eventType('member.updated', 'The name or the role of a member changed.'),
  left: eventType('member.left', 'A member left or was removed. Their keys and grants ended.'),
};

export const invitationEvents = {
  created: eventType('invitation.created', 'An owner created an invitation to the workspace.'),
  revoked: eventType(
    'invitation.revoked',
    'An invitation was revoked, or replaced by another one for the same address.',
  ),
  accepted: eventType('invitation.accepted', 'The invited user accepted the invitation.'),
};
