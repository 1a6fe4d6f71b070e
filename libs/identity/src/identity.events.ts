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
