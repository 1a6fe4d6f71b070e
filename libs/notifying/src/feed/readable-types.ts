import type { FineScope, Principal, ScopeTopic } from '@app/kernel/pure';
import { eventCatalogue, READING_SCOPES, refuseBeyond, typesNamed } from '@app/kernel/pure';

/** The topic that the subjects of a family of events belong to. Source: contract section 18, "the scope of their subject". */
const TOPIC_OF_FAMILY: Readonly<Record<string, ScopeTopic>> = {
  account: 'accounts',
  transaction: 'transactions',
  transactions: 'transactions',
  trash: 'transactions',
  category: 'transactions',
  tag: 'transactions',
  budget: 'budgets',
  schedule: 'budgets',
  installments: 'budgets',
  contact: 'contacts',
  rule: 'rules',
  import: 'imports',
  exchange_rate: 'rates',
  workspace: 'workspace',
  key: 'workspace',
  app: 'workspace',
  webhook: 'webhooks',
};

/** Scopes that read the feed. Each of them shows the events of its families. */
export const FEED_SCOPES: readonly FineScope[] = [...new Set(Object.values(TOPIC_OF_FAMILY))].map(
  (topic) => `${topic}:read` as const,
);

/**
 * The types of events that a caller is told: those that they name, or all that their scopes let them see.
 * @param named types and families with commas between them, all known
 * @returns null for every type there is
 * @throws AuthInsufficientScope where they name one that they may not see, or may see none at all
 */
export function readableTypes(caller: Principal, named: string | undefined): readonly string[] | null {
  if (named !== undefined) {
    const types = [...new Set(named.split(',').flatMap(typesNamed))];
    refuseBeyond(caller, scopesOf(types));
    return types;
  }
  if (READING_SCOPES.every((scope) => caller.allowed.has(scope))) return null;
  const types = eventCatalogue().map(([type]) => type);
  const readable = types.filter((type) => caller.allowed.has(scopeOfEvent(type)));
  if (readable.length === 0) refuseBeyond(caller, scopesOf(types));
  return readable;
}

/**
 * Lets a caller send events of these types to a URL only if they may read all of them.
 * @param names types and families, all known; `*` names every type
 * @throws AuthInsufficientScope
 */
export function refuseUnreadable(caller: Principal, names: readonly string[]): void {
  const types = names.includes('*') ? eventCatalogue().map(([type]) => type) : names.flatMap(typesNamed);
  refuseBeyond(caller, scopesOf(types));
}

function scopesOf(types: readonly string[]): FineScope[] {
  return [...new Set(types.map(scopeOfEvent))];
}

function scopeOfEvent(type: string): FineScope {
  return `${TOPIC_OF_FAMILY[type.split('.')[0]!]!}:read`;
}
