import { withOwnResource } from './token-form.js';

/**
 * The address of an authorization request as oidc-provider receives it. A person is always asked, so `prompt` defaults to
 * `consent`; without it oidc-provider would drop `offline_access`. The default scope is `read_only`. A code is returned in
 * the query only: any other response mode is replaced by one that oidc-provider refuses. What has no value counts as left out.
 * Source: RFC 6749 section 3.1.
 *
 * `/oauth/authorize?client_id=a` becomes `/oauth/authorize?client_id=a&scope=read_only&prompt=consent`.
 */
export function completedAuthorization(address: string, resource: string): string {
  const [path = '', query = ''] = splitAt(address, '?');
  const named = [...new URLSearchParams(query)].filter(([, value]) => value !== '');
  const given = withOwnResource(new URLSearchParams(named), resource);
  if (!given.has('scope')) given.set('scope', 'read_only');
  if (!given.has('prompt')) given.set('prompt', 'consent');
  if (given.getAll('prompt').join() === 'login') given.set('prompt', 'login consent');
  if (given.getAll('response_mode').some((mode) => mode !== 'query')) given.set('response_mode', 'unsupported');
  return `${path}?${given.toString()}`;
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
