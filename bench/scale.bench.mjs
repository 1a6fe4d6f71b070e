import { compare, timesAsLong } from './compare.mjs';
import { scaleHomes } from './scale-homes.mjs';
import { httpRequest } from './load.mjs';
import { caller } from './servers.mjs';

const PLAN = { connections: 4, seconds: 2, rounds: 5 };
/** Plan with a single caller, because two would wait for each other's lock on the transaction. */
const ALONE = { ...PLAN, connections: 1 };

const daysAgo = (days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const READS = [
  ['a page of 50 transactions', () => '/v1/transactions?limit=50'],
  ['budgets', () => '/v1/budgets'],
  ['net worth', () => '/v1/net-worth'],
  [
    'ten years of spending by categories and the ten before',
    () => `/v1/reports/spending?from=${daysAgo(3_640)}&compare=previous`,
  ],
  ['this month of spending by categories', () => '/v1/reports/spending'],
  ['ten years of spending by months', () => `/v1/reports/spending?from=${daysAgo(3_640)}&groupBy=month`],
  ['ten years of cash flow by months', () => `/v1/reports/cash-flow?from=${daysAgo(3_640)}`],
  ['ten years of net worth by months', () => `/v1/net-worth/history?from=${daysAgo(3_650)}&interval=month`],
];

/**
 * Path of a rule's matches. Each request computes them, so the cost grows with their number. Measured with up to
 * 100,000 transactions.
 */
const MATCHES = ({ ruleId }) => `/v1/rules/${ruleId}/matches`;

/**
 * Measures the cost of a long history: sends the same requests for workspaces with few and with many transactions, and
 * for old and new transactions.
 */
export async function scale() {
  const { service, sizes, homes, stop } = await scaleHomes();
  try {
    const get = (path, { key }) => ({ port: service, request: () => httpRequest('GET', path, key) });
    const [few, middle, many] = sizes.map((size) => homes[size]);
    const figures = [];
    for (const [what, pathIn] of READS) {
      const [most, least] = [many, few].map((home) => get(pathIn(home), home));
      const measured = await compare(most, least, PLAN, timesAsLong('p99'));
      const between = await compare(get(pathIn(middle), middle), least, { ...PLAN, rounds: 3 }, timesAsLong('p50'));
      figures.push({
        figure: `GET ${what}: p99 with ${sizes[2]} transactions compared with ${sizes[0]}`,
        ...{ better: 'less', pass: 1.5, goal: 1.15 },
        ...measured,
        history: {
          what,
          p50: { [sizes[0]]: measured.other.p50, [sizes[1]]: between.one.p50, [sizes[2]]: measured.one.p50 },
        },
      });
    }
    figures.push({
      figure: `GET the matches of a rule: p99 with ${sizes[1]} transactions compared with ${sizes[0]}`,
      ...{ better: 'less', pass: 8, goal: 3 },
      ...(await compare(get(MATCHES(middle), middle), get(MATCHES(few), few), PLAN, timesAsLong('p99'))),
    });
    // The service analyzes only the latest 20,000 transactions, and the smaller workspace already has more.
    const suggested = (home) => get('/v1/schedules/suggestions', home);
    figures.push({
      figure: `GET what is suggested as schedules: p50 with ${sizes[2]} transactions compared with ${sizes[1]}`,
      ...{ better: 'less', pass: 1.5, goal: 1.15 },
      ...(await compare(suggested(many), suggested(middle), ALONE, timesAsLong('p50'))),
    });
    const budgets = (home) => get('/v1/budgets', home);
    figures.push({
      figure: 'GET budgets: p50 with ten years of rollover compared with a month',
      ...{ better: 'less', pass: 2, goal: 1.2 },
      ...(await compare(budgets(few), budgets(homes.month), PLAN, timesAsLong('p50'))),
    });
    for (const [what, requestOf] of [
      ['PATCH the amount of', edit],
      ['DELETE and restore', trashAndRestore],
    ]) {
      const [old, today] = [await aTransaction(service, many, 3_640), await aTransaction(service, many, 0)];
      const side = (id) => ({ port: service, request: requestOf(many, id) });
      figures.push({
        figure: `${what} a ten-year-old transaction: p50 compared with today's`,
        ...{ better: 'less', pass: 2, goal: 1.2 },
        ...(await compare(side(old), side(today), ALONE, timesAsLong('p50'))),
      });
    }
    return figures;
  } finally {
    await stop();
  }
}

async function aTransaction(port, { key, accountId }, days) {
  const fields = { accountId, type: 'expense', date: daysAgo(days), amount: '12.00', description: 'Café' };
  return (await caller(port, key)('POST', '/v1/transactions', fields)).id;
}

function edit({ key }, id) {
  let n = 0;
  return () => httpRequest('PATCH', `/v1/transactions/${id}`, key, { amount: `${10 + (n++ % 90)}.00` });
}

function trashAndRestore({ key }, id) {
  let n = 0;
  return () =>
    n++ % 2 === 0
      ? httpRequest('DELETE', `/v1/transactions/${id}`, key)
      : httpRequest('POST', `/v1/transactions/${id}/restore`, key);
}
