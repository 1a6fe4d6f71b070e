import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EffectsView } from '../../libs/kernel/src/dry-run/effects.view.js';
import type { Service } from '../e2e/support/api-process.js';
import { sharedApi } from '../e2e/support/api-process.js';
import type { TransactionView } from '../e2e/support/answers.js';
import type { Answer, Client } from '../e2e/support/client.js';
import { errorsOf, statusAndCode } from '../e2e/support/client.js';
import type { Household } from '../e2e/support/household.js';
import { aHousehold, ok } from '../e2e/support/household.js';
import { documentOf } from '../e2e/support/openapi-check.js';
import type { Identified, Sent } from '../robustness/scale/every-operation.js';
import { everyOperation } from '../robustness/scale/every-operation.js';
import { publishedOperations } from '../robustness/hostile/published-operations.js';
import { twoMembers } from '../e2e/support/members.js';

let service: Service;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());

/** Columns that change independently of the call: the last use of a key, and columns that jobs update. */
const BY_ITSELF: Readonly<Record<string, readonly string[]>> = {
  identity_api_keys: ['last_used_at'],
  contacts_debt_totals: ['has_moved'],
  ledger_accounts: ['is_low'],
  budgeting_budgets: ['told_cycle', 'told_level'],
};
const NOTICED = ['notifying_checks', 'kernel_untaken_events', 'identity_rate_windows', 'identity_logged_requests'];

describe('a dry run of every operation', () => {
  it('a dry run predicts the response and the effects of an operation and leaves every table unchanged', async () => {
    const home = await aHousehold(service);
    const tables = await tablesOfWorkspaces();
    const tried = await dryRunnable();
    const seen = new Set<string>();
    const requests = everyOperation(home, 3, await twoMembers(service.database, home.workspaceId));
    for (let next = await requests.next(); !next.done;) {
      const sent = next.value;
      const name = `${sent.method} ${sent.pattern}`;
      if (tried.has(name)) {
        seen.add(name);
        next = await requests.next(await holdsTrue(home, sent, tables));
      } else {
        if (sent.method !== 'GET') await isRefused(home.api, sent);
        next = await requests.next(await send(home.api, sent));
      }
    }
    expect([...tried].filter((name) => !seen.has(name))).toEqual([]);
  });
});

async function holdsTrue({ api, workspaceId }: Household, sent: Sent, tables: readonly string[]) {
  const rowsBefore = await fingerprints(tables, workspaceId);
  const before = await figures(api);
  const dry = (await send(api, sent, 'dryRun=true')) as unknown as Answer<{ result: unknown; effects: EffectsView }>;
  const where = `${sent.method} ${sent.path}`;
  expect([where, statusAndCode(dry)]).toEqual([where, '200']);
  expect([where, await fingerprints(tables, workspaceId)]).toEqual([where, rowsBefore]);
  const real = await send(api, sent);
  const after = await figures(api);
  expect([where, withoutIdsAndTimes(dry.body.result)]).toEqual([where, withoutIdsAndTimes(ok(real))]);
  const expected = effectsBetween(before, after);
  expect([where, withoutMadeIds(dry.body.effects, before)]).toEqual([where, withoutMadeIds(expected, before)]);
  return real;
}

/** Expects an operation without dry runs to reject one: reads, webhook operations and uploads. */
async function isRefused(api: Client, sent: Sent): Promise<void> {
  const refused = await send(api, sent, 'dryRun=true');
  expect([statusAndCode(refused), errorsOf(refused)]).toEqual(['400 VALIDATION_FAILED', ['dryRun NOT_ALLOWED']]);
}

function send(api: Client, { method, path, body, options }: Sent, query?: string): Promise<Answer<Identified>> {
  const address = query === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`;
  return api.send(method, address, body, options) as Promise<Answer<Identified>>;
}

async function dryRunnable(): Promise<Set<string>> {
  const { document } = (await documentOf(service.url))!;
  const operations = publishedOperations(document).filter(({ parameters }) =>
    parameters.some(({ name, in: place }) => name === 'dryRun' && place === 'query'),
  );
  return new Set(operations.map(({ method, path }) => `${method} ${path}`));
}

async function tablesOfWorkspaces(): Promise<string[]> {
  const rows = await service.database.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id' order by 1`,
  );
  return rows.map(({ name }) => name).filter((name) => !NOTICED.includes(name));
}

async function fingerprints(tables: readonly string[], workspaceId: string): Promise<Record<string, string>> {
  const each = tables.map((table) => {
    const aside = (BY_ITSELF[table] ?? []).map((column) => ` - '${column}'`).join('');
    const rows = `select count(*) || '/' || coalesce(sum(hashtextextended((to_jsonb(t)${aside})::text, 0)), 0)`;
    return `select '${table}' as name, (${rows} from ${table} t where t.workspace_id = $1) as rows`;
  });
  const rows = await service.database.query<{ name: string; rows: string }>(each.join(' union all '), [workspaceId]);
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}

interface Figures {
  readonly netWorth: { readonly currency: string; readonly netWorth: string };
  readonly accounts: ReadonlyMap<string, { readonly currency: string; readonly balance: string }>;
  readonly budgets: ReadonlyMap<string, string>;
  readonly debts: ReadonlyMap<string, string>;
  readonly transactions: ReadonlyMap<string, TransactionView>;
}

async function figures(api: Client): Promise<Figures> {
  const [netWorth, accounts, expenses, incomes, contacts, transactions] = await Promise.all([
    api.get('/v1/net-worth').then(ok),
    api.get('/v1/accounts?status=all').then(ok),
    api.get('/v1/budgets?type=expense').then(ok),
    api.get('/v1/budgets?type=income').then(ok),
    api.get('/v1/contacts?archived=all').then(ok),
    everyTransaction(api),
  ]);
  const debts = contacts.flatMap(({ id, balances }) =>
    balances.map(({ currency, balance }) => [`${id}/${currency}`, balance] as const),
  );
  return {
    netWorth: netWorth as unknown as Figures['netWorth'],
    accounts: new Map(accounts.map((account) => [account.id, account])),
    budgets: new Map([...expenses, ...incomes].map(({ id, available }) => [id, available])),
    debts: new Map(debts),
    transactions: new Map(transactions.map((one) => [one.id, one])),
  };
}

async function everyTransaction(api: Client): Promise<TransactionView[]> {
  const all: TransactionView[] = [];
  for (const list of ['/v1/transactions', '/v1/transactions/trash']) {
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = ok(await api.get(`${list}?limit=200${cursor && `&cursor=${cursor}`}`)) as {
        items: TransactionView[];
        nextCursor: string | null;
      };
      all.push(...page.items);
      cursor = page.nextCursor;
    }
  }
  return all;
}

function effectsBetween(before: Figures, after: Figures): EffectsView {
  const { currency, netWorth } = after.netWorth;
  const accounts = union(before.accounts, after.accounts).map((accountId) => {
    const [was, is] = [before.accounts.get(accountId), after.accounts.get(accountId)];
    const common = { accountId, currency: (is ?? was)!.currency };
    return { ...common, balanceBefore: was?.balance ?? null, balanceAfter: is?.balance ?? null };
  });
  const budgets = union(before.budgets, after.budgets).map((budgetId) => {
    const [was, is] = [before.budgets.get(budgetId), after.budgets.get(budgetId)];
    return { budgetId, availableBefore: was ?? null, availableAfter: is ?? null };
  });
  const contacts = union(before.debts, after.debts).map((key) => {
    const [contactId, inCurrency] = key.split('/') as [string, string];
    const [was, is] = [before.debts.get(key) ?? '0.00', after.debts.get(key) ?? '0.00'];
    return { contactId, currency: inCurrency, balanceBefore: was, balanceAfter: is };
  });
  return {
    netWorth:
      before.netWorth.netWorth === netWorth ? null : { currency, before: before.netWorth.netWorth, after: netWorth },
    accounts: accounts.filter((one) => one.balanceBefore !== one.balanceAfter),
    budgets: budgets.filter((one) => one.availableBefore !== one.availableAfter),
    contacts: contacts.filter((one) => one.balanceBefore !== one.balanceAfter),
    transactions: transactionsBetween(before.transactions, after.transactions),
  };
}

function transactionsBetween(before: Figures['transactions'], after: Figures['transactions']) {
  const counts = { created: 0, updated: 0, trashed: 0, restored: 0, deleted: 0 };
  for (const id of union(before, after)) {
    const [was, is] = [before.get(id), after.get(id)];
    if (!was) counts.created += 1;
    else if (!is) counts.deleted += 1;
    else if (was.status !== is.status) counts[is.status === 'trashed' ? 'trashed' : 'restored'] += 1;
    else if (shown(was) !== shown(is)) counts.updated += 1;
  }
  return counts;
}

function shown({ baseAmount: _, baseRate: __, updatedAt: ___, ...fields }: TransactionView): string {
  return JSON.stringify({ ...fields, splits: fields.splits.map(({ baseAmount: ____, ...split }) => split) });
}

function union(first: ReadonlyMap<string, unknown>, second: ReadonlyMap<string, unknown>): string[] {
  return [...new Set([...first.keys(), ...second.keys()])].sort();
}

const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g;

function withoutIdsAndTimes(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll(ID, 'an id')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'a time')
    .replaceAll(/(?<=\/invitations\/)[\w-]{43}/g, 'a token');
}

/** Serializes effects without the IDs of new resources, which differ on each run. */
function withoutMadeIds(effects: EffectsView, { accounts, budgets, debts }: Figures): string {
  const known = new Set([...accounts.keys(), ...budgets.keys(), ...[...debts.keys()].map((key) => key.split('/')[0]!)]);
  const contacts = new Set(effects.contacts.map(({ contactId }) => contactId));
  return JSON.stringify(effects).replaceAll(ID, (id) => (known.has(id) || contacts.has(id) ? id : 'made'));
}
