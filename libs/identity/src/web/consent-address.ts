import { createHash } from 'node:crypto';

/** Returns the path of the consent page. Paths are logged, so it contains only the hash of the interaction's ID. */
export function consentAddress(interactionId: string): string {
  return `/oauth/consent/${createHash('sha256').update(interactionId).digest('base64url')}`;
}

const CONSENT_ADDRESS = /^\/oauth\/consent\/[A-Za-z0-9_-]{43}$/;

/** Returns the address to open after sign-in; empty unless it is allowed. */
export function nextAddress(value: unknown): string {
  return typeof value === 'string' && afterSignIn(value) === value ? value : '';
}

/** Returns the address after sign-in: a consent page or the developer area, never another site. */
export function afterSignIn(wish: unknown): string {
  return typeof wish === 'string' && CONSENT_ADDRESS.test(wish) ? wish : '/developers/keys';
}
