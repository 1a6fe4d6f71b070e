import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addTransactions as addToTotals } from '../dist/libs/budgeting/src/totals/totals.listener.js';
import { addTransactions as addToBalances } from '../dist/libs/ledger/src/balances/balances.listener.js';
import { listTransactions } from '../dist/libs/ledger/src/transactions/transaction-list.query.js';
import { insertTransactions } from '../dist/libs/ledger/src/transactions/transaction-write.query.js';
import { ABSENT_FIELDS } from './absent-fields.mjs';
import { median } from './compare.mjs';
import { httpRequest, load } from './load.mjs';
import { startPair } from './servers.mjs';

const [ROUNDS, SECONDS, CONNECTIONS] = [5, 3, 8];

/**
 * Compares the service with pgbench, which runs the same queries. The difference is the cost of HTTP, Node.js and the
 * business rules.
 */
export async function pgbench() {
  if (!isThere()) {
    process.stdout.write('pgbench (postgresql-contrib) is not installed, so the comparison is skipped\n');
    return [];
  }
  const { service, database, workspaceId, key, accountId, categoryId, stop } = await startPair();
  const folder = await mkdtemp(join(tmpdir(), 'centavo-pgbench-'));
  try {
    const fields = { accountId, type: 'expense', date: '2026-11-20', description: 'OXXO REFORMA 214', categoryId };
    const entered = { ...fields, ...ABSENT_FIELDS, amount: 2550n };
    const id = '00000000-0000-7000-8000-000000000000';
    const drawn = `('00000000-0000-7000-8000-' || lpad(to_hex(:n::bigint), 12, '0'))::uuid`;
    const figures = [];
    for (const [what, statements, request] of [
      [
        'POST a transaction',
        [
          insertTransactions(workspaceId, [{ id, fields: entered }], new Date()),
          addToBalances(workspaceId, [id], 1),
          addToTotals(workspaceId, [id], 1),
        ],
        httpRequest('POST', '/v1/transactions', key, { ...fields, amount: '25.50' }),
      ],
      [
        'GET a page of 50 transactions',
        [listTransactions(workspaceId, { limit: 50 }, new Date(), null)],
        httpRequest('GET', '/v1/transactions?limit=50', key),
      ],
    ]) {
      const script = join(folder, `${figures.length}.sql`);
      const scope = `select set_config('app.workspace_id', '${workspaceId}', true);`;
      const lines = statements.map((statement) => `${spelledOut(statement).replaceAll(`'${id}'`, drawn)};`);
      const pipeline = ['\\startpipeline', scope, ...lines, '\\endpipeline', ''];
      await writeFile(script, ['\\set n random(1, 281474976710655)', ...pipeline].join('\n'));
      figures.push({
        figure: `${what} compared with pgbench and the same queries`,
        ...{ better: 'more', pass: null, goal: null },
        ...(await compare(service, request, database, script)),
      });
    }
    return figures;
  } finally {
    await rm(folder, { recursive: true });
    await stop();
  }
}

function isThere() {
  try {
    return execFileSync('pgbench', ['--version']).length > 0;
  } catch {
    return false;
  }
}

function spelledOut({ text, values }) {
  const written = (value) => {
    if (value === null) return 'null';
    if (Array.isArray(value)) return `array[${value.map(written).join()}]`;
    return `'${(value instanceof Date ? value.toISOString() : String(value)).replaceAll("'", "''")}'`;
  };
  return text.replaceAll(/\$(\d+)/g, (_, n) => written(values[n - 1])).replaceAll(/\s*\n\s*/g, ' ');
}

async function compare(port, request, database, script) {
  const measured = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const result = await load({ port, connections: CONNECTIONS, seconds: SECONDS, request: () => request });
    const args = ['-n', '-M', 'prepared', '-c', CONNECTIONS, '-T', SECONDS, '-f', script, database].map(String);
    const env = { ...process.env, PGOPTIONS: '-c role=centavo_app -c timezone=UTC' };
    const { stdout } = await promisify(execFile)('pgbench', args, { env });
    if (result.failures > 0) throw new Error('requests failed');
    if (round > 0) measured.push([result, Number(/tps = ([\d.]+)/.exec(stdout)[1])]);
  }
  const of = (what) => median(measured.map(([own]) => own[what]));
  const peer = median(measured.map(([, perSecond]) => perSecond));
  return {
    ratio: median(measured.map(([one, perSecond]) => one.perSecond / perSecond)),
    one: { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99') },
    other: { perSecond: peer, p50: NaN, p99: NaN },
  };
}
