/**
 * The address of an authorization request as the OAuth server gets it. A person is always asked, so `prompt=consent` is
 * what an app gets that says nothing of it; without it the server would drop `offline_access`. Whoever names no scope
 * asks for the least one.
 *
 * `/oauth/authorize?client_id=a` becomes `/oauth/authorize?client_id=a&scope=read_only&prompt=consent`.
 */
export function completedAuthorization(address: string): string {
  const [path = '', query = ''] = splitAt(address, '?');
  const given = new URLSearchParams(query);
  const added = new URLSearchParams();
  if (!given.has('scope')) added.set('scope', 'read_only');
  if (!given.has('prompt')) added.set('prompt', 'consent');
  if (given.getAll('prompt').join() === 'login') return `${path}?${withPrompt(given, 'login consent')}`;
  const more = added.toString();
  return more === '' ? address : `${path}?${query}${query === '' ? '' : '&'}${more}`;
}

function withPrompt(given: URLSearchParams, prompt: string): string {
  const changed = new URLSearchParams(given);
  changed.set('prompt', prompt);
  if (!changed.has('scope')) changed.set('scope', 'read_only');
  return changed.toString();
}

function splitAt(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
