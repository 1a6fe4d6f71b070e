import { createHash } from 'node:crypto';

/** Returns the path of the consent page. It contains only a hash of the interaction ID, because paths are logged. */
export function consentAddress(interactionId: string): string {
  return `/oauth/consent/${createHash('sha256').update(interactionId).digest('base64url')}`;
}

/** Pages that a user may have opened before the sign-in: consent for an app, and an invitation. */
const NEXT_ADDRESS = /^\/(oauth\/consent|invitations)\/[A-Za-z0-9_-]{43}$/;

/** Returns the path to open after sign-in, or an empty string if the path is not allowed. */
export function nextAddress(value: unknown): string {
  return typeof value === 'string' && NEXT_ADDRESS.test(value) ? value : '';
}

/**
 * Returns the path to open after sign-in: the requested page, or else the developer area. Never returns another
 * site.
 */
export function afterSignIn(wish: unknown): string {
  return nextAddress(wish) || '/developers/keys';
}
