import PDFDocument from 'pdfkit';
import pg from 'pg';
import { httpRequest, load } from './load.mjs';
import { caller, startAlone } from './servers.mjs';
import { median } from './compare.mjs';

const ROWS = 100_000;
const ROUNDS = 3;
const PDF_PAGES = 100;
const ROWS_PER_PAGE = 50;
const SCHEDULES = 200;
/** Tolerance with which each row matches every schedule by its amount. */
const WIDE_TOLERANCE = '500.00';

/**
 * Measures how long it takes to read a statement of 100,000 rows into a draft and to commit it, compared with inserting
 * the same rows with plain SQL.
 */
export async function imports() {
  const { service, databaseUrl, makeWorkspace, stop } = await startAlone();
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const home = await makeWorkspace('imports');
    const call = caller(service, home.key);
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id: accountId } = await call('POST', '/v1/accounts', { name: `Bench ${round}`, typeId: 'checking' });
      const others = load({
        ...{ port: service, connections: 2, seconds: 5 },
        request: () => httpRequest('GET', '/v1/transactions?limit=50', home.key),
      });
      const draft = await timed(() => call('POST', '/v1/imports', csvForm(accountId, round)));
      const pdf = await pdfSeconds(call, accountId);
      const commit = await timed(() => call('POST', `/v1/imports/${draft.result.id}/commit`));
      if (commit.result.transactionsCreated !== ROWS) throw new Error('not every row was entered');
      const beside = await besideSchedules(await makeWorkspace(`scheduled-${round}`), service, round, '0.00');
      const wide = await besideSchedules(await makeWorkspace(`wide-${round}`), service, round, WIDE_TOLERANCE);
      const byHand = await timed(() => enterByHand(client, home.workspaceId, accountId, round));
      rounds.push({
        commit: commit.seconds / byHand.seconds,
        matching: beside.seconds / commit.seconds,
        matchingRows: ROWS / beside.seconds,
        wideMatching: wide.seconds / commit.seconds,
        wideMatchingRows: ROWS / wide.seconds,
        pdf,
        rowsPerSecond: ROWS / draft.seconds,
        commitRows: ROWS / commit.seconds,
        handRows: ROWS / byHand.seconds,
        p99: (await others).p99,
      });
    }
    const of = (what) => median(rounds.map((round) => round[what]));
    const rows = (perSecond) => ({ perSecond, p50: NaN, p99: NaN });
    return [
      {
        figure: 'CSV of 100,000 rows to a draft, in ten thousand rows per second',
        ...{ better: 'more', pass: 1, goal: 5, ratio: of('rowsPerSecond') / 10_000 },
        one: { ...rows(of('rowsPerSecond')), p99: of('p99') },
        other: null,
      },
      {
        figure: `seconds to read a PDF of ${PDF_PAGES} pages into a proven draft`,
        ...{ better: 'less', pass: 10, goal: 3, ratio: of('pdf') },
        ...{ one: rows(PDF_PAGES / of('pdf')), other: null },
      },
      {
        figure:
          'duration of the commit of a 100,000-row import compared with plain inserts of rows, indexes and balances',
        ...{ better: 'less', pass: 3, goal: 1.5, ratio: of('commit') },
        ...{ one: rows(of('commitRows')), other: rows(of('handRows')) },
      },
      {
        figure: `duration of the commit of a 100,000-row import with ${SCHEDULES} schedules that match 9 % of the rows compared with none`,
        ...{ better: 'less', pass: 1.25, goal: 1.1, ratio: of('matching') },
        ...{ one: rows(of('matchingRows')), other: rows(of('commitRows')) },
      },
      {
        figure: `the same with an amount tolerance of ${WIDE_TOLERANCE}, so that all rows fit and 22 % match`,
        ...{ better: 'less', pass: 1.25, goal: 1.1, ratio: of('wideMatching') },
        ...{ one: rows(of('wideMatchingRows')), other: rows(of('commitRows')) },
      },
    ];
  } finally {
    await client.end();
    await stop();
  }
}

/** Commits the same rows to an account whose schedules match some of them each month. */
async function besideSchedules({ key }, service, round, amountTolerance) {
  const call = caller(service, key);
  const { id: accountId } = await call('POST', '/v1/accounts', { name: 'Bench', typeId: 'checking' });
  for (let n = 0; n < SCHEDULES; n += 1) {
    await call('POST', '/v1/schedules', {
      ...{ accountId, type: 'expense', amount: `${1 + n}.50`, description: `Compra ${n}`, startDate: '2016-01-05' },
      ...{ recurrence: { every: 'month' }, match: { text: 'compra', amountTolerance } },
    });
  }
  const form = new FormData();
  form.set('accountId', accountId);
  form.set('file', new Blob([statement(round)]), 'estado.csv');
  const { id } = await call('POST', '/v1/imports', form);
  return timed(() => call('POST', `/v1/imports/${id}/commit`));
}

function statement(round) {
  const rows = Array.from({ length: ROWS }, (_, n) => {
    const day = new Date(Date.UTC(2016, 0, 1) + Math.floor(n / 30) * 86_400_000).toISOString().slice(0, 10);
    return `${day},Compra ${round}-${n},-${1 + (n % 500)}.50`;
  });
  return ['Fecha,Descripción,Importe', ...rows].join('\n');
}

function csvForm(accountId, round) {
  const form = new FormData();
  form.set('accountId', accountId);
  form.set('file', new Blob([statement(round)]), 'estado.csv');
  return form;
}

async function pdfSeconds(call, accountId) {
  const form = await pdfForm(accountId);
  const { result, seconds } = await timed(() => call('POST', '/v1/imports', form));
  if (result.proof.status !== 'proven') throw new Error('the PDF was not proven');
  return seconds;
}

async function pdfForm(accountId) {
  const document = new PDFDocument({ size: 'LETTER', margin: 0, autoFirstPage: false });
  const pieces = [];
  document.on('data', (piece) => pieces.push(piece));
  const ended = new Promise((resolve) => document.on('end', resolve));
  const put = (text, x, y) => document.text(text, x, y, { lineBreak: false });
  const money = (cents) => (cents / 100).toLocaleString('en-US', { minimumFractionDigits: 2 });
  let balance = 100_000_000;
  for (let page = 0; page < PDF_PAGES; page += 1) {
    document.addPage().fontSize(8);
    if (page === 0) {
      put('Periodo del 01/11/2026 al 30/11/2026', 300, 20);
      put('Saldo anterior', 30, 20);
      put(money(balance), 120, 20);
      put('Saldo final', 30, 32);
      put(money(balance - PDF_PAGES * ROWS_PER_PAGE * 150), 120, 32);
    }
    ['FECHA', 'CONCEPTO', 'CARGOS', 'ABONOS', 'SALDO'].forEach((text, at) =>
      put(text, [30, 90, 350, 430, 510][at], 60),
    );
    for (let row = 0; row < ROWS_PER_PAGE; row += 1) {
      balance -= 150;
      const cells = [
        `${String(1 + Math.floor(page / 4)).padStart(2, '0')}/NOV`,
        `Compra ${page}-${row}`,
        '1.50',
        money(balance),
      ];
      cells.forEach((text, at) => put(text, [30, 90, 352, 505][at], 74 + row * 12));
    }
  }
  document.end();
  await ended;
  const form = new FormData();
  form.set('accountId', accountId);
  form.set('file', new Blob(pieces), 'estado.pdf');
  return form;
}

/**
 * Inserts the same rows into the same table. Omits all checks, but updates the table's indexes and the balance and runs
 * its trigger.
 */
async function enterByHand(client, workspaceId, accountId, round) {
  await client.query('begin');
  await client.query('create temporary table given (day date, description text, amount bigint) on commit drop');
  await insertGiven(client, round);
  await client.query(
    `insert into ledger_transactions (workspace_id, id, account_id, type, date, description, amount, currency,
       signed_amount, base_rate, base_amount, created_at, updated_at)
     select $1, ordered_id((extract(epoch from now()) * 1000)::bigint, row_number() over ()), $2, 'expense', day,
       description, amount, 'MXN', -amount, 100000000, amount, now(), now() from given`,
    [workspaceId, accountId],
  );
  await client.query(
    `update ledger_accounts set position = position - (select sum(amount) from given) where workspace_id = $1 and id = $2`,
    [workspaceId, accountId],
  );
  await client.query('commit');
}

/** Inserts the rows as one array per column, which is about as fast as COPY. */
async function insertGiven(client, round) {
  const rows = statement(round + ROUNDS)
    .split('\n')
    .slice(1)
    .map((line) => line.split(','));
  await client.query(`insert into given select * from unnest($1::date[], $2::text[], $3::bigint[])`, [
    rows.map(([day]) => day),
    rows.map(([, text]) => text),
    rows.map(([, , amount]) => Math.round(-amount * 100)),
  ]);
}

async function timed(work) {
  const began = performance.now();
  const result = await work();
  return { result, seconds: (performance.now() - began) / 1000 };
}
