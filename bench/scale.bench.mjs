import pg from 'pg';
import { httpRequest, load } from './load.mjs';
import { caller, startAlone } from './servers.mjs';
import { median } from './transactions.bench.mjs';

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 4;
const [FEW, MANY] = [10_000, Number(process.env.CENTAVO_BENCH_TRANSACTIONS ?? 1_000_000)];
const YEARS = 10;

/** What is read: beside many transactions against few; and budgets with ten years of rollover against a month. */
export async function scale() {
  const { service, databaseUrl, makeWorkspace, stop } = await startAlone();
  try {
    const homes = {};
    for (const [name, transactions, years] of [
      ['few', FEW, YEARS],
      ['many', MANY, YEARS],
      ['month', FEW, 0],
    ]) {
      homes[name] = await makeWorkspace(name);
      homes[name].ruleId = await fill(service, databaseUrl, homes[name], transactions, years);
    }
    const get = (path, { key }) => httpRequest('GET', path, key);
    const figures = [];
    for (const [what, pathIn] of [
      ['a page of 50 transactions', () => '/v1/transactions?limit=50'],
      ['budgets', () => '/v1/budgets'],
      ['net worth', () => '/v1/net-worth'],
      ['ten years of net worth by months', () => `/v1/net-worth/history?from=${daysAgo(3_650)}&interval=month`],
      ['the matches of a rule', ({ ruleId }) => `/v1/rules/${ruleId}/matches`],
    ]) {
      const [many, few] = [homes.many, homes.few].map((home) => get(pathIn(home), home));
      figures.push({
        figure: `GET ${what}, p99: ${MANY} transactions against ${FEW}`,
        pass: 1.5,
        goal: 1.15,
        ...(await compare(service, many, few, 'p99')),
      });
    }
    figures.push({
      figure: 'GET budgets, p50: ten years of rollover against a month',
      pass: 2,
      goal: 1.2,
      ...(await compare(service, get('/v1/budgets', homes.few), get('/v1/budgets', homes.month), 'p50')),
    });
    return figures;
  } finally {
    await stop();
  }
}

/** How much longer one request takes than another, in turn, medians of several rounds. */
async function compare(port, one, other, time) {
  const plan = (request) => ({ port, connections: CONNECTIONS, seconds: SECONDS, request: () => request });
  for (const request of [one, other]) await load(plan(request));
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({ one: await load(plan(one)), other: await load(plan(other)) });
  }
  if (rounds.some((round) => round.one.failures + round.other.failures > 0)) throw new Error('requests failed');
  const of = (which, what) => median(rounds.map((round) => round[which][what]));
  return {
    ratio: median(rounds.map((round) => round.one[time] / round.other[time])),
    service: of('one', 'perSecond'),
    bare: of('other', 'perSecond'),
    serviceP99: of('one', 'p99'),
    bareP99: of('other', 'p99'),
    serviceP50: of('one', 'p50'),
    bareP50: of('other', 'p50'),
  };
}

const daysAgo = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/**
 * A household with so many transactions over ten years, entered at once, a budget for each of its root categories, and a
 * rule, whose id is answered, that matches a hundredth of them.
 */
async function fill(port, databaseUrl, { workspaceId, key }, transactions, years) {
  const call = caller(port, key);
  const { id: accountId } = await call('POST', '/v1/accounts', { name: 'Bench', typeId: 'checking' });
  const categories = (await call('GET', '/v1/categories')).filter(({ kind }) => kind === 'expense');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(
    `insert into ledger_transactions (workspace_id, id, account_id, type, date, description, amount, currency,
       signed_amount, category_id, base_rate, base_amount, created_at, updated_at)
     select $1, ordered_id(1700000000000, n), $2, 'expense', current_date - (n::bigint * ${YEARS * 365} / $4::int)::int,
       'Compra ' || n, 100 + n % 5000, 'MXN', -100 - n % 5000, ($3::uuid[])[1 + n % cardinality($3::uuid[])],
       100000000, 100 + n % 5000, now(), now()
     from generate_series(1, $4::int) n`,
    [workspaceId, accountId, categories.map(({ id }) => id), transactions],
  );
  await client.query(
    `insert into budgeting_totals (workspace_id, category_id, span, first_day, amount)
     select workspace_id, category_id, span, date_trunc(span, day::timestamp)::date, sum(amount)
     from ledger_live_activity($1) cross join unnest(array['day', 'month', 'year']) as span group by 1, 2, 3, 4`,
    [workspaceId],
  );
  await client.query('vacuum analyze ledger_transactions, ledger_account_days, budgeting_totals');
  await client.end();
  const [year, month] = new Date().toISOString().split('-');
  // Some begin on the first and some amid a month, where whole months do not do.
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
  return (await call('POST', '/v1/rules', { name: 'Bench', enabled: false, conditions, actions })).id;
}
