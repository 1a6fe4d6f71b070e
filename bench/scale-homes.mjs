import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { TOTAL_FIGURES } from '../dist/libs/budgeting/src/totals/total-figures.query.js';
import { BALANCE_FIGURES } from '../dist/libs/ledger/src/balances/balance-figures.query.js';
import { caller, startAlone } from './servers.mjs';

const YEARS = 10;
const MANY = Number(process.env.CENTAVO_BENCH_TRANSACTIONS ?? 1_000_000);
const SIZES = [MANY / 100, MANY / 10, MANY];
const KEPT = 'bench/.data';

/**
 * Starts the service with ten-year workspaces of several sizes, and a workspace whose budgets started a month ago.
 * Creating this data takes a minute, so it is used again until the schema changes.
 */
export async function scaleHomes() {
  const dataDir = join(KEPT, schemaDigest());
  const list = join(dataDir, 'homes.json');
  if (!existsSync(list)) await rm(KEPT, { recursive: true, force: true });
  await mkdir(dataDir, { recursive: true });
  const { service, databaseUrl, makeWorkspace, stop } = await startAlone(dataDir);
  try {
    if (!existsSync(list)) {
      const homes = {};
      const wanted = [...SIZES.map((size) => [size, size, YEARS]), ['month', SIZES[0], 0]];
      for (const [name, transactions, years] of wanted) {
        const home = await makeWorkspace(`home-${name}`);
        homes[name] = { ...home, ...(await fill(service, databaseUrl, home, transactions, years)) };
      }
      await writeFile(`${list}.new`, JSON.stringify(homes));
      await rename(`${list}.new`, list);
    }
    return { service, databaseUrl, sizes: SIZES, homes: JSON.parse(readFileSync(list, 'utf8')), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function schemaDigest() {
  const digest = createHash('sha256').update(String(MANY)).update(readFileSync('bench/scale-homes.mjs'));
  for (const file of globSync('dist/libs/**/*.migrations.js').sort()) digest.update(readFileSync(file));
  return digest.digest('hex').slice(0, 12);
}

export async function fill(port, databaseUrl, { workspaceId, key }, transactions, years) {
  const call = caller(port, key);
  const { id: accountId } = await call('POST', '/v1/accounts', { name: 'Bench', typeId: 'checking' });
  const categories = (await call('GET', '/v1/categories')).filter(({ kind }) => kind === 'expense');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into ledger_transactions (workspace_id, id, account_id, type, date, description, amount, currency,
       signed_amount, category_id, base_rate, base_amount, created_at, updated_at)
     select $1, ordered_id(1700000000000, n), $2, case when n % 12 = 0 then 'income' else 'expense' end, current_date - (n::bigint * ${YEARS * 365} / $4::int)::int,
       'Compra ' || n, 100 + n % 5000, 'MXN',
       case when n % 12 = 0 then 1 else -1 end * (100 + n % 5000), ($3::uuid[])[1 + n % (cardinality($3::uuid[]) + 1)],
       100000000, 100 + n % 5000, now(), now()
     from generate_series(1, $4::int) n`,
    [workspaceId, accountId, categories.map(({ id }) => id), transactions],
  );
  // Plain SQL inserted the rows, so the repair queries must compute the totals.
  for (const { repair } of [...BALANCE_FIGURES, ...TOTAL_FIGURES]) await client.query(repair, [workspaceId]);
  await client.query(
    'vacuum analyze ledger_transactions, ledger_account_days, budgeting_totals, budgeting_account_totals',
  );
  await client.end();
  const [year, month] = new Date().toISOString().split('-');
  // Some budgets start on the first of the month, and others later in the month. The cycles of the latter also need
  // daily totals.
  for (const [n, { id }] of categories.filter(({ parentId }) => parentId === null).entries()) {
    const startDate = `${Number(year) - years}-${month}-${n % 2 === 0 ? '01' : '13'}`;
    await call('POST', '/v1/budgets', {
      categoryId: id,
      amount: '5000.00',
      repeat: 'month',
      startDate,
      rolloverEnabled: true,
    });
  }
  const conditions = [{ field: 'description', op: 'ends_with', value: '77' }];
  const actions = [{ kind: 'append_notes', value: 'x' }];
  const rule = await call('POST', '/v1/rules', { name: 'Bench', enabled: false, conditions, actions });
  return { accountId, ruleId: rule.id };
}
