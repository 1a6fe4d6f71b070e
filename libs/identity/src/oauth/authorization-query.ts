import { withOwnResource } from './token-form.js';

/**
 * The address of an authorization request as the OAuth server gets it. A person is always asked, so `prompt=consent` is
 * what an app gets that says nothing of it; without it the server would drop `offline_access`. Whoever names no scope
 * asks for the least one. A code is given in the query of the address to go back to, and in no other way: what asks for
 * another is turned into what the server does not know.
 *
 * `/oauth/authorize?client_id=a` becomes `/oauth/authorize?client_id=a&scope=read_only&prompt=consent`.
 */
export function completedAuthorization(address: string, resource: string): string {
  const [path = '', query = ''] = splitAt(address, '?');
  const given = withOwnResource(new URLSearchParams(query), resource);
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
