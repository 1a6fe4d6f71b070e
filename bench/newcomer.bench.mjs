import pg from 'pg';
import { median } from './compare.mjs';
import { caller, startAlone } from './servers.mjs';

const ROWS_BESIDE = 100_000;
const SIZES = [2_000, 4_000];
const ROUNDS = 7;

/**
 * Measures bulk changes in a new workspace for which the database has no statistics, while another workspace has
 * 100,000 analyzed rows. Compares them with the same changes in a workspace that is analyzed before each step.
 */
export async function newcomer() {
  const { service, databaseUrl, makeWorkspace, stop } = await startAlone();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Runs every step once and analyzes the tables, so that all of them have statistics. Then disables autovacuum to
    // preserve these.
    await everyStep(await aHome(service, makeWorkspace, 'first'), SIZES[0], () => undefined);
    const large = await aHome(service, makeWorkspace, 'large');
    await large.call('POST', `/v1/imports/${await large.draft(ROWS_BESIDE)}/commit`);
    await client.query('vacuum analyze');
    for (const { name } of (await client.query(TABLES)).rows)
      await client.query(`alter table ${name} set (autovacuum_enabled = off)`);
    const measured = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const rows of SIZES) {
        const [unknown, known] = [`unknown-${round}-${rows}`, `known-${round}-${rows}`];
        measured.push({
          rows,
          unknown: await everyStep(await aHome(service, makeWorkspace, unknown), rows, () => undefined),
          known: await everyStep(await aHome(service, makeWorkspace, known), rows, () => client.query('analyze')),
        });
      }
    }
    return SIZES.map((rows) =>
      figureOf(
        rows,
        measured.filter((round) => round.rows === rows),
      ),
    );
  } finally {
    await client.end();
    await stop();
  }
}

const TABLES = `
  select oid::regclass::text as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`;

async function aHome(service, makeWorkspace, name) {
  const { key } = await makeWorkspace(name);
  const call = caller(service, key);
  const account = { name: 'Bench', typeId: 'checking', openingDate: '2025-01-01' };
  const { id: accountId } = await call('POST', '/v1/accounts', account);
  const draft = async (rows) => {
    const form = new FormData();
    form.set('accountId', accountId);
    form.set('file', new Blob([statement(rows)]), 'estado.csv');
    return (await call('POST', '/v1/imports', form)).id;
  };
  return { call, draft };
}

/**
 * Commits an import, previews and applies a rule, undoes the import and empties the trash. Returns the duration of each
 * step in seconds.
 */
async function everyStep({ call, draft }, rows, before) {
  const id = await draft(rows);
  const rule = await call('POST', '/v1/rules', {
    ...{ name: 'x', enabled: false, conditions: [{ field: 'description', op: 'contains', value: 'compra' }] },
    actions: [{ kind: 'append_notes', value: 'línea' }],
  });
  const seconds = [];
  for (const [method, path, body] of [
    ['POST', `/v1/imports/${id}/commit`],
    ['POST', `/v1/rules/${rule.id}/apply?dryRun=true`, {}],
    ['POST', `/v1/rules/${rule.id}/apply`, {}],
    ['POST', `/v1/imports/${id}/undo`],
    ['DELETE', '/v1/transactions/trash'],
  ]) {
    await before();
    const began = performance.now();
    await call(method, path, body);
    seconds.push((performance.now() - began) / 1_000);
  }
  return seconds;
}

/** Returns the result of the step with the largest median ratio, so that good steps do not hide a bad one. */
function figureOf(rows, rounds) {
  const steps = rounds[0].unknown.map((_, step) =>
    median(rounds.map(({ unknown, known }) => unknown[step] / known[step])),
  );
  const all = (which) => {
    const total = median(rounds.map((round) => round[which].reduce((sum, seconds) => sum + seconds, 0)));
    return { perSecond: (rows * rounds[0][which].length) / total, p50: NaN, p99: NaN };
  };
  return {
    figure: `the slowest change of ${rows.toLocaleString('en')} rows in a new workspace next to 100,000 analyzed rows compared with an analyzed one`,
    ...{ better: 'less', pass: 2, goal: 1.2, ratio: Math.max(...steps) },
    ...{ one: all('unknown'), other: all('known') },
  };
}

function statement(rows) {
  const lines = Array.from({ length: rows }, (_, n) => {
    const day = new Date(Date.UTC(2025, 0, 1 + (n % 600))).toISOString().slice(0, 10);
    return `${day},Compra ${'abcdefghij'[n % 10]} ${n},-${1 + (n % 90)}.50`;
  });
  return ['Fecha,Concepto,Importe', ...lines].join('\n');
}
