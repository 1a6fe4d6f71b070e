import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { newId } from '../../../libs/kernel/src/id/id.js';
import { hashApiKey, newApiKey } from '../../../libs/identity/src/keys/api-key.js';
import { STARTER_CATEGORIES } from '../../../libs/ledger/src/categories/starter-categories.js';
import type { AccountView, ItemOf, Success, TransactionView } from './answers.js';
import type { Service } from './api-process.js';
import type { Answer, Client } from './client.js';

export const UNKNOWN_ID = '019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04';

export interface Household {
  readonly workspaceId: string;
  readonly key: string;
  readonly api: Client;
}

/** Creates a workspace with the starter categories and an API key by SQL, which is faster than the command line. */
export async function aHousehold(process: Service, baseCurrency = 'MXN'): Promise<Household> {
  const { database } = process;
  const workspaceId = await aWorkspace(database, baseCurrency);
  await addStarterCategories(database, workspaceId);
  const { key } = await aKey(database, workspaceId);
  return { workspaceId, key, api: process.client(key) };
}

export async function aWorkspace(database: Pick<TestDatabase, 'query'>, baseCurrency = 'MXN'): Promise<string> {
  const workspaceId = newId();
  await database.query(
    `insert into workspace_workspaces (id, name, base_currency, plan, created_at) values ($1, 'Casa', $2, 'free', now())`,
    [workspaceId, baseCurrency],
  );
  return workspaceId;
}

export async function aKey(
  database: TestDatabase,
  workspaceId: string,
  scope: 'read_only' | 'read_write' = 'read_write',
): Promise<{ id: string; key: string }> {
  const key = newApiKey();
  const id = newId();
  await database.query(
    `insert into identity_api_keys (workspace_id, id, name, scope, key_hash, last_four, created_at)
     values ($1, $2, 'test', $3, $4, $5, now())`,
    [workspaceId, id, scope, hashApiKey(key), key.slice(-4)],
  );
  return { id, key };
}

export async function aContact(database: TestDatabase, workspaceId: string, name = 'Ana'): Promise<string> {
  const id = newId();
  await database.query(
    `insert into contacts_contacts (workspace_id, id, name, created_at) values ($1, $2, $3, now())`,
    [workspaceId, id, name],
  );
  return id;
}

/** Inserts feed rates. Unlike `rates import`, does not revalue transactions. */
export async function someRates(
  database: TestDatabase,
  ...rates: [quote: string, base: string, day: string, rate: string][]
) {
  for (const [quote, base, day, rate] of rates) {
    await database.query(
      `insert into fx_feed_rates (quote, base, day, source, rate, fetched_at) values ($1, $2, $3, 'file', $4::numeric * 100000000, now())
       on conflict (quote, base, day, source) do update set rate = excluded.rate`,
      [quote, base, day, rate],
    );
  }
}

export async function anAccount(api: Client, fields: Record<string, unknown> = {}): Promise<AccountView> {
  return ok(await api.post('/v1/accounts', { name: 'Nómina', typeId: 'checking', ...fields }));
}

export async function aTransaction(api: Client, fields: Record<string, unknown>): Promise<TransactionView> {
  return ok(
    await api.post('/v1/transactions', {
      type: 'expense',
      date: '2026-03-07',
      amount: '25.00',
      description: 'Tacos',
      ...fields,
    }),
  );
}

export async function balanceOf(api: Client, accountId: string): Promise<string> {
  return ok(await api.get(`/v1/accounts/${accountId}`)).balance;
}

export function ok<Body>(answer: Answer<Body>): Body {
  if (answer.status !== 200) throw new Error(`200 was expected, not ${answer.status}: ${answer.text}`);
  return answer.body;
}

export async function everyItem<Path extends string>(
  api: Client,
  path: Path,
): Promise<{ items: ItemOf<Success<'GET', Path>>[]; pages: number }> {
  const items: ItemOf<Success<'GET', Path>>[] = [];
  let pages = 0;
  let cursor: string | null = null;
  do {
    const separator = path.includes('?') ? '&' : '?';
    const next: string = cursor === null ? path : `${path}${separator}cursor=${encodeURIComponent(cursor)}`;
    const page = ok(await api.get(next)) as { items: typeof items; nextCursor: string | null };
    items.push(...page.items);
    pages += 1;
    cursor = page.nextCursor;
  } while (cursor !== null);
  return { items, pages };
}

async function addStarterCategories(database: TestDatabase, workspaceId: string): Promise<void> {
  const rows: { id: string; name: string; parent: string | null; kind: string }[] = [];
  for (const [kind, roots] of Object.entries(STARTER_CATEGORIES)) {
    for (const [name, children] of Object.entries(roots)) {
      const root = { id: newId(), name, parent: null, kind };
      rows.push(root, ...children.map((child) => ({ id: newId(), name: child, parent: root.id, kind })));
    }
  }
  await database.query(
    `insert into ledger_categories (workspace_id, id, name, parent_id, kind, created_at)
     select $1, id, name, parent, kind, now() from json_to_recordset($2) as c (id uuid, name text, parent uuid, kind text)`,
    [workspaceId, JSON.stringify(rows)],
  );
}
