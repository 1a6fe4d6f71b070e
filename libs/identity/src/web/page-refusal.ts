import type { ErrorKey } from './messages.js';

/** A request for a page that is refused: the status, and the message that the error page shows. */
export class PageRefusal extends Error {
  constructor(
    readonly status: number,
    readonly key: ErrorKey,
    readonly seconds?: number,
  ) {
    super(key);
  }
}

/** The page needs a signed-in person. After signing in, they return to `wanted` if it is a consent page. */
export class SignInNeeded extends Error {
  constructor(readonly wanted: string) {
    super('sign-in needed');
  }
}
