import { errorPage } from '../web/error-page.js';
import type { Language } from '../web/language.js';
import type { ErrorKey } from '../web/messages.js';
import { messagesFor } from '../web/messages.js';

const MESSAGES: Readonly<Record<string, ErrorKey>> = {
  invalid_client: 'app-unknown',
  invalid_redirect_uri: 'app-address',
  session_not_found: 'consent-expired',
  server_error: 'internal',
  temporarily_unavailable: 'unavailable',
};

/**
 * The page for a person whose app sent an invalid request, when there is no trusted address to return the error to.
 * Nothing that came with the request is shown.
 */
export function oauthErrorPage(language: Language, error: string): string {
  const context = { messages: messagesFor(language), switchAddress: null, signedIn: null };
  return errorPage(context, { key: MESSAGES[error] ?? 'app-request' });
}
