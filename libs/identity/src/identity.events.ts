import { eventType } from '@app/kernel/pure';

/** What is announced of keys and of apps. Source: contract section 16. */
export const keyEvents = {
  created: eventType('key.created', 'An API key was made.'),
  revoked: eventType('key.revoked', 'An API key was revoked.'),
};

/** The subject is the grant, which is what acts for the app. */
export const appEvents = {
  connected: eventType('app.connected', 'An app was let into the workspace.'),
  disconnected: eventType('app.disconnected', 'What an app was allowed has ended.'),
};
