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

/** Renders the page for an authorization request without a trusted redirect URI. It shows nothing from the request. */
export function oauthErrorPage(language: Language, error: string): string {
  const context = { messages: messagesFor(language), switchAddress: null, signedIn: null };
  return errorPage(context, { key: MESSAGES[error] ?? 'app-request' });
}
