const VERBS: Readonly<Record<string, string>> = {
  get: 'get',
  post: 'create',
  put: 'set',
  patch: 'update',
  delete: 'delete',
};

/**
 * Returns the operation ID for a method and path: `listTransactions` for `GET /v1/transactions`, and `archiveAccount`
 * for `POST /v1/accounts/{id}/archive`. Operation IDs never change within /v1. `@Operation` can set another ID.
 */
export function operationIdOf(method: string, path: string, answersList: boolean): string {
  const steps = path.split('/').filter((step) => step !== '' && step !== 'v1');
  const nouns = steps.filter((step) => !isParameter(step));
  const last = nouns.at(-1)!;
  if (isParameter(steps.at(-1)!)) return camelCase([VERBS[method]!, ...nouns.map(singular)]);
  const above = nouns.slice(0, -1).map(singular);
  if (method === 'get') return camelCase([answersList ? 'list' : 'get', ...above, last]);
  // The last segment of a POST below a resource is a verb.
  if (method === 'post' && above.length > 0) return camelCase([last, ...above]);
  if (method === 'post') return camelCase(['create', singular(last)]);
  return camelCase([VERBS[method]!, ...above, last]);
}

function isParameter(step: string): boolean {
  return step.startsWith('{');
}

function singular(noun: string): string {
  if (noun.endsWith('ies')) return `${noun.slice(0, -3)}y`;
  return noun.endsWith('s') && !noun.endsWith('ss') ? noun.slice(0, -1) : noun;
}

function camelCase(words: readonly string[]): string {
  const [first = '', ...rest] = words.flatMap((word) => word.split('-'));
  return first + rest.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('');
}
