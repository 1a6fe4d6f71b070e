import type { Client, Json } from '../e2e/support/client.js';
import { done } from '../e2e/support/household.js';

/** What has an id. */
export const KINDS = ['account', 'category', 'transaction', 'contact', 'budget', 'rule', 'run', 'import'] as const;
export type Kind = (typeof KINDS)[number];

/** The kind of thing that a field or a parameter names by its id. */
const KIND_OF_FIELD: Readonly<Record<string, Kind>> = {
  accountId: 'account',
  toAccountId: 'account',
  categoryId: 'category',
  parentId: 'category',
  moveTo: 'category',
  contactId: 'contact',
  importId: 'import',
  runId: 'run',
};

const KIND_OF_FOLDER: Readonly<Record<string, Kind>> = {
  accounts: 'account',
  categories: 'category',
  transactions: 'transaction',
  contacts: 'contact',
  budgets: 'budget',
  rules: 'rule',
  imports: 'import',
};

/** What a field of this name holds the id of; in a path `id` is that of what stands before it. */
export function kindNamed(field: string, path: string): Kind | undefined {
  return field === 'id' ? KIND_OF_FOLDER[path.split('/')[2]!] : KIND_OF_FIELD[field];
}

/** The ids of everything in a workspace, by kind. */
export type Things = Record<Kind, string[]>;

/** Reads what a workspace has; of the transactions the first hundred, and those in the trash. */
export async function thingsOf(api: Client): Promise<Things> {
  const read = async (path: string): Promise<string[]> => {
    const body = done(await api.get(path));
    return ((body.items ?? body) as Json[]).map(({ id }) => id as string);
  };
  const rules = await read('/v1/rules');
  return {
    account: await read('/v1/accounts?status=all'),
    category: await read('/v1/categories'),
    transaction: [...(await read('/v1/transactions?limit=100')), ...(await read('/v1/transactions/trash'))],
    contact: await read('/v1/contacts?archived=all'),
    budget: [...(await read('/v1/budgets')), ...(await read('/v1/budgets?type=income'))],
    rule: rules,
    run: (await Promise.all(rules.slice(0, 3).map((id) => read(`/v1/rules/${id}/runs`)))).flat(),
    import: await read('/v1/imports'),
  };
}
