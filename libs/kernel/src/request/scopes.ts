/** What there is to see and to change, each with scopes of its own. Source: contract section 18. */
const SCOPE_TOPICS = [
  'accounts',
  'transactions',
  'budgets',
  'contacts',
  'rules',
  'imports',
  'rates',
  'reports',
  'webhooks',
  'workspace',
] as const;

export type ScopeTopic = (typeof SCOPE_TOPICS)[number];

/** Reading or changing one topic; reports only tell, so there is nothing in them to change. */
export type FineScope = `${ScopeTopic}:read` | `${Exclude<ScopeTopic, 'reports'>}:write`;

/** Reading everything, or everything: the scopes of keys, which tokens of apps may have as well. */
export type CoarseScope = 'read_only' | 'read_write';

export type Scope = CoarseScope | FineScope;

export const READING_SCOPES: readonly FineScope[] = SCOPE_TOPICS.map((topic) => `${topic}:read` as const);
export const CHANGING_SCOPES: readonly FineScope[] = SCOPE_TOPICS.filter((topic) => topic !== 'reports').map(
  (topic) => `${topic}:write` as const,
);
/** Every scope of the API, the coarse ones first. */
export const SCOPES: readonly Scope[] = ['read_only', 'read_write', ...READING_SCOPES, ...CHANGING_SCOPES];

const KNOWN: ReadonlySet<string> = new Set(SCOPES);
const ALLOWED_BY_COARSE: Readonly<Record<CoarseScope, ReadonlySet<FineScope>>> = {
  read_only: new Set(READING_SCOPES),
  read_write: new Set([...READING_SCOPES, ...CHANGING_SCOPES]),
};

/** The scopes of the API among words with spaces between them, as OAuth writes them; other words are left out. */
export function scopesIn(words: string): Scope[] {
  return [...new Set(words.split(' '))].filter((word): word is Scope => KNOWN.has(word));
}

/** What scopes allow in all: to change a topic is to see it, too. */
export function allowedBy(scopes: readonly Scope[]): ReadonlySet<FineScope> {
  if (scopes.includes('read_write')) return ALLOWED_BY_COARSE.read_write;
  const [only] = scopes;
  if (only === 'read_only' && scopes.length === 1) return ALLOWED_BY_COARSE.read_only;
  return new Set(
    scopes.flatMap((scope) => {
      if (scope === 'read_only' || scope === 'read_write') return [...ALLOWED_BY_COARSE[scope]];
      return scope.endsWith(':write') ? [readingOf(scope), scope] : [scope];
    }),
  );
}

/** The scope that reads what this one reads or changes. */
export function readingOf(scope: FineScope): FineScope {
  return scope.replace(':write', ':read') as FineScope;
}
