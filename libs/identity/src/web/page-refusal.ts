import type { ErrorWord } from './words.js';

/** A page that is not shown, with the status and what is said instead. */
export class PageRefusal extends Error {
  constructor(
    readonly status: number,
    readonly word: ErrorWord,
    readonly seconds?: number,
  ) {
    super(word);
  }
}

/** A page for somebody who is signed in; afterwards they come back to it where that makes sense. */
export class SignInNeeded extends Error {
  constructor(readonly wanted: string) {
    super('sign-in needed');
  }
}
