import { createHash } from 'node:crypto';

/** Where a person is asked for consent. The address is logged, so that it holds only the hash of the interaction's id. */
export function consentAddress(interactionId: string): string {
  return `/oauth/consent/${createHash('sha256').update(interactionId).digest('base64url')}`;
}

const CONSENT_ADDRESS = /^\/oauth\/consent\/[A-Za-z0-9_-]{43}$/;

/** Where to go after signing in: back to a question of consent, or into the developer area. Nowhere else is ever gone to. */
export function afterSignIn(wish: unknown): string {
  return typeof wish === 'string' && CONSENT_ADDRESS.test(wish) ? wish : '/developers/keys';
}
