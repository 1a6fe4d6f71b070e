import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { hundredths } from './support/amounts.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import { expectNoDrift, runCli } from './support/cli.js';
import type { Client } from './support/client.js';
import { aHousehold, ok } from './support/household.js';

/** Export of a demo workspace from November 2026, without some of its rows. */
const FILE = fileURLToPath(new URL('../golden/exports/demo-of-november-2026.json', import.meta.url));

interface ExportFile {
  readonly workspace: { readonly plan: string };
  readonly accounts: readonly { id: string; kind: string; openingBalance: string }[];
  readonly transactions: readonly {
    deletedAt: string | null;
    accountId: string;
    toAccountId: string | null;
    toAmount: string | null;
    type: string;
    amount: string;
  }[];
}

/** Types whose amount increases the balance. The amount of an adjustment may be negative. */
const INFLOWS = ['income', 'adjustment', 'borrowed', 'repayment_received'];

let service: Service;
let api: Client;
let workspaceId: string;
let imported: ExportFile;
let restored: Readonly<Record<string, number>> | undefined;

beforeAll(async () => {
  service = await sharedApi();
  ({ api, workspaceId } = await aHousehold(service));
  imported = JSON.parse(await readFile(FILE, 'utf8')) as ExportFile;
  // An import does not change the plan, which must already match.
  await service.database.query('update workspace_workspaces set plan = $2 where id = $1', [
    workspaceId,
    imported.workspace.plan,
  ]);
  const { json, code, errors } = await runCli(
    service.database,
    'workspace',
    'import',
    FILE,
    '--workspace',
    workspaceId,
  );
  if (code !== 0) throw new Error(errors);
  ({ restored } = json);
});
afterAll(() => service.stop());

it('imports every row of an export from an earlier version', () => {
  const sections = Object.entries(imported).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const counts = sections.map(([section, rows]) => [section, rows.length]);
  expect(restored).toMatchObject(Object.fromEntries(counts));
  expect(restored?.['transactions']).toBe(68);
});

it('a workspace imported from an earlier version has no drift', () => expectNoDrift(service.database, workspaceId));

it('each balance equals the opening balance plus the transactions of the earlier export', async () => {
  const accounts = ok(await api.get('/v1/accounts?status=all'));
  const expected = Object.fromEntries(imported.accounts.map(({ id }) => [id, position(id)]));
  const shown = accounts.map(({ id, balance, type }): [string, bigint] => [
    id,
    type.kind === 'liability' ? -hundredths(balance) : hundredths(balance),
  ]);
  expect(Object.fromEntries(shown)).toEqual(expected);
});

it('a new export contains every row and field of the earlier export', async () => {
  // A later version may add fields but not remove them.
  expect((await api.get('/v1/export')).body).toMatchObject(imported);
});

function position(id: string): bigint {
  const account = imported.accounts.find((item) => item.id === id)!;
  const opening = hundredths(account.openingBalance);
  const live = imported.transactions.filter(({ deletedAt }) => deletedAt === null);
  return live.reduce(
    (sum, transaction) => {
      if (transaction.toAccountId === id) return sum + hundredths(transaction.toAmount ?? transaction.amount);
      if (transaction.accountId !== id) return sum;
      return INFLOWS.includes(transaction.type)
        ? sum + hundredths(transaction.amount)
        : sum - hundredths(transaction.amount);
    },
    account.kind === 'liability' ? -opening : opening,
  );
}
