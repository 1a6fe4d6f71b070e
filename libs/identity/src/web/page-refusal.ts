import type { ErrorKey } from './messages.js';

export class PageRefusal extends Error {
  constructor(
    readonly status: number,
    readonly key: ErrorKey,
    readonly seconds?: number,
  ) {
    super(key);
  }
}

/** Thrown if a page requires a sign-in. After the sign-in, the user returns to `wanted` if it is a consent page or an invitation. */
export class SignInNeeded extends Error {
  constructor(readonly wanted: string) {
    super('sign-in needed');
  }
}
