import type { Client } from '../e2e/support/client.js';
import { ok } from '../e2e/support/household.js';

/** The kinds of resources that have ids. */
export const KINDS = [
  'account',
  'category',
  'transaction',
  'contact',
  'budget',
  'rule',
  'run',
  'import',
  'webhook',
  'delivery',
  'schedule',
  'suggestion',
  'installments',
] as const;
export type Kind = (typeof KINDS)[number];

/** The kind of resource whose id a field or a parameter holds. */
const KIND_OF_FIELD: Readonly<Record<string, Kind>> = {
  accountId: 'account',
  toAccountId: 'account',
  categoryId: 'category',
  parentId: 'category',
  moveTo: 'category',
  contactId: 'contact',
  importId: 'import',
  runId: 'run',
  deliveryId: 'delivery',
  transactionId: 'transaction',
  fromAccountId: 'account',
  payFromAccountId: 'account',
};

const KIND_OF_FOLDER: Readonly<Record<string, Kind>> = {
  accounts: 'account',
  categories: 'category',
  transactions: 'transaction',
  contacts: 'contact',
  budgets: 'budget',
  rules: 'rule',
  imports: 'import',
  webhooks: 'webhook',
  schedules: 'schedule',
  installments: 'installments',
};

/** The kind of resource whose id a field of this name holds; in a path, `id` belongs to the segment before it. */
export function kindNamed(field: string, path: string): Kind | undefined {
  if (field === 'id' && path.startsWith('/v1/schedules/suggestions')) return 'suggestion';
  return field === 'id' ? KIND_OF_FOLDER[path.split('/')[2]!] : KIND_OF_FIELD[field];
}

/** What every item of a list has. */
interface Listed {
  readonly id: string;
}

/** The ids of all resources of a workspace, by kind. */
export type ResourceIds = Record<Kind, string[]>;

/** Reads the ids of a workspace; of its transactions the first hundred, and those in the trash. */
export async function resourceIdsOf(api: Client): Promise<ResourceIds> {
  const read = async (path: string): Promise<string[]> => {
    const body = ok(await api.get(path)) as Listed[] | { items: Listed[] };
    return ('items' in body ? body.items : body).map(({ id }) => id);
  };
  const [rules, webhooks] = [await read('/v1/rules'), await read('/v1/webhooks')];
  return {
    account: await read('/v1/accounts?status=all'),
    category: await read('/v1/categories'),
    transaction: [...(await read('/v1/transactions?limit=100')), ...(await read('/v1/transactions/trash'))],
    contact: await read('/v1/contacts?archived=all'),
    budget: [...(await read('/v1/budgets')), ...(await read('/v1/budgets?type=income'))],
    rule: rules,
    run: (await Promise.all(rules.slice(0, 3).map((id) => read(`/v1/rules/${id}/runs`)))).flat(),
    import: await read('/v1/imports'),
    webhook: webhooks,
    schedule: await read('/v1/schedules'),
    suggestion: await read('/v1/schedules/suggestions'),
    installments: await read('/v1/installments'),
    delivery: (await Promise.all(webhooks.map((id) => read(`/v1/webhooks/${id}/deliveries`)))).flat(),
  };
}
