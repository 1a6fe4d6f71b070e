import { withOwnResource } from './token-form.js';

/**
 * Completes an authorization request for oidc-provider, which drops `offline_access` without `prompt=consent`. Empty
 * parameters count as missing (RFC 6749 section 3.1). An unsupported response mode is replaced by one that
 * oidc-provider rejects.
 * @example completedAuthorization('/oauth/authorize?scope=x', api) // '/oauth/authorize?scope=x&prompt=consent'
 */
export function completedAuthorization(address: string, resource: string): string {
  const [path = '', query = ''] = splitAt(address, '?');
  const named = [...new URLSearchParams(query)].filter(([, value]) => value !== '');
  const parameters = withOwnResource(new URLSearchParams(named), resource);
  if (!parameters.has('scope')) parameters.set('scope', 'read_only');
  if (!parameters.has('prompt')) parameters.set('prompt', 'consent');
  if (parameters.getAll('prompt').join() === 'login') parameters.set('prompt', 'login consent');
  if (parameters.getAll('response_mode').some((mode) => mode !== 'query'))
    parameters.set('response_mode', 'unsupported');
  return `${path}?${parameters.toString()}`;
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
