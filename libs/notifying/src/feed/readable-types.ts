import type { FineScope, Principal, ScopeTopic } from '@app/kernel/pure';
import { eventCatalogue, READING_SCOPES, refuseBeyond, typesNamed } from '@app/kernel/pure';

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
  goal: 'goals',
  tanda: 'goals',
  assertion: 'books',
  books: 'books',
  file: 'files',
  invoice: 'invoices',
  taxpayer: 'invoices',
  rule: 'rules',
  import: 'imports',
  exchange_rate: 'rates',
  workspace: 'workspace',
  key: 'workspace',
  app: 'workspace',
  webhook: 'webhooks',
  member: 'members',
  settlement: 'members',
  invitation: 'members',
};

/** Scopes that can read the event feed. Each scope covers one or more families of events. */
export const FEED_SCOPES: readonly FineScope[] = [...new Set(Object.values(TOPIC_OF_FAMILY))].map(
  (topic) => `${topic}:read` as const,
);

/**
 * Returns the requested event types. If the request does not name any, returns all types that the scopes allow.
 * @param named comma-separated known types and families
 * @returns null for all types
 * @throws AuthInsufficientScope if a requested type is not readable, or if no type is readable
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
 * Rejects a caller that may not read one of the event types, because a webhook would send events of this type to a URL.
 * @param names known types and families; `*` is every type
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
