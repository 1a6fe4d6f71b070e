import { createHash } from 'node:crypto';

/** The address of the consent page. Addresses are logged, so it contains only the hash of the interaction's id. */
export function consentAddress(interactionId: string): string {
  return `/oauth/consent/${createHash('sha256').update(interactionId).digest('base64url')}`;
}

const CONSENT_ADDRESS = /^\/oauth\/consent\/[A-Za-z0-9_-]{43}$/;

/** The address to go to after signing in; empty unless it is an allowed one. */
export function nextAddress(value: unknown): string {
  return typeof value === 'string' && afterSignIn(value) === value ? value : '';
}

/** Where to go after signing in: back to a consent page or into the developer area, and never anywhere else. */
export function afterSignIn(wish: unknown): string {
  return typeof wish === 'string' && CONSENT_ADDRESS.test(wish) ? wish : '/developers/keys';
}
