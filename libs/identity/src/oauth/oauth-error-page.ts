import { errorPage } from '../web/error-page.js';
import type { Language } from '../web/language.js';
import type { ErrorWord } from '../web/words.js';
import { wordsIn } from '../web/words.js';

const WORDS: Readonly<Record<string, ErrorWord>> = {
  invalid_client: 'app-unknown',
  invalid_redirect_uri: 'app-address',
  session_not_found: 'consent-expired',
  server_error: 'internal',
  temporarily_unavailable: 'unavailable',
};

/**
 * What a person sees when an app's request cannot be answered to the app itself, because it is not known where that
 * would be. Nothing that came with the request is shown.
 */
export function oauthErrorPage(language: Language, error: string): string {
  const frame = { words: wordsIn(language), switchAddress: null, signedIn: null };
  return errorPage(frame, { word: WORDS[error] ?? 'app-request' });
}
