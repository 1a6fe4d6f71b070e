const SCOPE_TOPICS = [
  'accounts',
  'transactions',
  'budgets',
  'contacts',
  'goals',
  'books',
  'files',
  'invoices',
  'rules',
  'imports',
  'rates',
  'reports',
  'webhooks',
  'members',
  'workspace',
] as const;

export type ScopeTopic = (typeof SCOPE_TOPICS)[number];

export type FineScope = `${ScopeTopic}:read` | `${Exclude<ScopeTopic, 'reports'>}:write`;

/**
 * Scope for reading everything, or for reading and changing everything. API keys have only these scopes, and OAuth
 * tokens can also have fine scopes.
 */
export type CoarseScope = 'read_only' | 'read_write';

export type Scope = CoarseScope | FineScope;

export const READING_SCOPES: readonly FineScope[] = SCOPE_TOPICS.map((topic) => `${topic}:read` as const);
export const CHANGING_SCOPES: readonly FineScope[] = SCOPE_TOPICS.filter((topic) => topic !== 'reports').map(
  (topic) => `${topic}:write` as const,
);
export const SCOPES: readonly Scope[] = ['read_only', 'read_write', ...READING_SCOPES, ...CHANGING_SCOPES];

const KNOWN: ReadonlySet<string> = new Set(SCOPES);
const ALLOWED_BY_COARSE: Readonly<Record<CoarseScope, ReadonlySet<FineScope>>> = {
  read_only: new Set(READING_SCOPES),
  read_write: new Set([...READING_SCOPES, ...CHANGING_SCOPES]),
};

export function scopesIn(words: string): Scope[] {
  return [...new Set(words.split(' '))].filter((word): word is Scope => KNOWN.has(word));
}

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

export function readingOf(scope: FineScope): FineScope {
  return scope.replace(':write', ':read') as FineScope;
}
