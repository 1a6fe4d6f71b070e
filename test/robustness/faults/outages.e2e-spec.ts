import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { multipart } from '../../../libs/importing/test/statements.js';
import pg from 'pg';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { createTestDatabase, testServerUrl } from '../../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { aDraft } from '../../../libs/importing/test/statements.js';
import { expectNoDrift } from '../../e2e/support/cli.js';
import type { AccountView, TransactionView } from '../../e2e/support/answers.js';
import type { Answer, Client } from '../../e2e/support/client.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount, aTransaction, balanceOf } from '../../e2e/support/household.js';
import { gracefulShutdown } from './shutdown.js';
import type { Relay } from './relay.js';
import { relayTo } from './relay.js';
import { slowest } from '../bounds.js';

const POOL = 4;
const MAX_ANSWER_MS = slowest(2_000);
const MAX_RECOVERY_MS = slowest(5_000);
const MAY_FAIL = { mayFail: true };

let database: TestDatabase;
let relay: Relay;
let service: ApiProcess;
let home: Household;
let account: AccountView;
let spent: TransactionView;
/** Control: a service that does not check its connections. Runs concurrently to save time. */
let controlled: Promise<string[]>;

beforeAll(async () => {
  controlled = faultsWithoutWatch();
  controlled.catch(() => undefined);
  database = await createTestDatabase();
  relay = await relayTo(database);
  service = await startApi({ database: relay.database, env: { DATABASE_POOL: String(POOL) } });
  home = await aHousehold({ ...service, database });
  account = await anAccount(home.api);
  spent = await aTransaction(home.api, { accountId: account.id, amount: '1.00' });
});
afterAll(async () => {
  await relay.mend();
  await service.stop();
  relay.close();
  await database.drop();
});

const entry = () => ({
  accountId: account.id,
  type: 'expense',
  date: '2026-03-07',
  amount: '1.00',
  description: 'x',
});

function everyKind(api: Client): Record<string, () => Promise<Answer>> {
  const path = `/v1/transactions/${spent.id}` as const;
  const headers = (values: Record<string, string>) => ({ ...MAY_FAIL, headers: values });
  const { raw, headers: form } = multipart(
    { name: 'accountId', content: account.id },
    { name: 'file', filename: 'e.csv', content: 'Fecha,Concepto,Importe\n2026-03-01,Tacos,-1.00\n' },
  );
  return {
    'a list': () => api.get('/v1/transactions', MAY_FAIL),
    'a figure': () => api.get('/v1/net-worth', MAY_FAIL),
    'an address that is not there': () => api.get('/v1/nothing', MAY_FAIL),
    'a write': () => api.post('/v1/transactions', entry(), MAY_FAIL),
    'a write under a key': () => api.post('/v1/transactions', entry(), headers({ 'idempotency-key': 'once' })),
    'a write of what was seen': () => api.patch(path, { amount: '2.00' }, headers({ 'if-match': '"x"' })),
    'a deletion': () => api.delete(path, undefined, MAY_FAIL),
    'an upload': () => api.post('/v1/imports', undefined, { ...MAY_FAIL, raw: raw!, headers: form! }),
    'a probe': () => api.get('/health/ready', MAY_FAIL),
    'a request for a token': () => api.post('/oauth/token', undefined, tokenRequest()),
  };
}

const tokenRequest = () => ({
  ...MAY_FAIL,
  raw: 'grant_type=refresh_token&refresh_token=x&client_id=x',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
});

/** Sends two concurrent requests of each kind. Returns the responses that are not a 503 within the time limit. */
async function faultsOf(kinds: Record<string, () => Promise<Answer>>): Promise<string[]> {
  const sent = Object.entries(kinds).flatMap((kind) => [kind, kind]);
  const outcomes = await Promise.all(
    sent.map(async ([kind, send]) => {
      const began = performance.now();
      const answer = await Promise.race([send(), pause(MAX_ANSWER_MS + 100, null, { ref: false })]);
      const took = performance.now() - began;
      if (answer === null || took > MAX_ANSWER_MS) return `${kind}: no answer within ${MAX_ANSWER_MS} ms`;
      const outcome = `${answer.status} ${answer.body?.code} after ${answer.headers['retry-after']}`;
      return outcome === '503 SERVICE_UNAVAILABLE after 2' ? null : `${kind}: ${outcome}`;
    }),
  );
  return outcomes.filter((fault) => fault !== null);
}

async function expectRecovery(): Promise<void> {
  const began = performance.now();
  while ((await service.client().get('/health/ready', MAY_FAIL)).status !== 200) await pause(50);
  const after = await home.api.post('/v1/accounts', { name: 'Caja', typeId: 'cash' });
  expect([after.status, performance.now() - began < MAX_RECOVERY_MS]).toEqual([200, true]);
  expect(await balanceOf(home.api, account.id)).toBe('-1.00');
}

async function onServer(text: string): Promise<void> {
  const server = new pg.Client({ connectionString: testServerUrl() });
  await server.connect();
  await server.query(text).finally(() => server.end());
}

async function shutDatabase(): Promise<void> {
  await onServer(`alter database ${database.name} allow_connections false`);
  await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database.name}'`);
}

describe('an outage of the database', () => {
  it.each<[string, () => unknown, () => unknown]>([
    ['the server refuses connections', () => relay.close(), () => relay.mend()],
    ['connections pass no data', () => relay.hold(), () => relay.mend()],
    ['existing connections never pass data again', () => relay.hold(), () => relay.forget()],
    [
      'the server accepts connections and never answers',
      () => (relay.answerWith('08006'), relay.hold()),
      () => relay.mend(),
    ],
    ['the server is starting up', () => relay.answerWith('57P03'), () => relay.mend()],
    ['the server has too many connections', () => relay.answerWith('53300'), () => relay.mend()],
    [
      'the database rejects connections',
      shutDatabase,
      () => onServer(`alter database ${database.name} allow_connections true`),
    ],
  ])('rejects every kind of request in time and recovers without a restart when %s', async (_, breakIt, mendIt) => {
    await breakIt();
    try {
      expect(await faultsOf(everyKind(home.api))).toEqual([]);
    } finally {
      await mendIt();
    }
    await expectRecovery();
  });
});

it('shows users a page about the outage and returns a problem to programs', async () => {
  relay.close();
  try {
    const headers = { accept: 'text/html,*/*;q=0.8', cookie: `centavo_session=${'x'.repeat(43)}` };
    for (const path of ['/developers/sign-in', '/oauth/authorize?client_id=x', '/oauth/consent/x']) {
      const page = await fetch(`${service.url}${path}`, { headers });
      expect([path, page.status, page.headers.get('retry-after')]).toEqual([path, 503, '2']);
      expect(await page.text()).toContain('El servicio no está disponible');
    }
    const problem = await service.client().get('/oauth/authorize?client_id=x', MAY_FAIL);
    expect([problem.status, problem.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  } finally {
    await relay.mend();
  }
  await expectRecovery();
});

describe('connections that wait for a lock', () => {
  let neighbours: Household;
  let theirs: AccountView;
  const theirEntry = () => ({ ...entry(), accountId: theirs.id });

  beforeAll(async () => {
    neighbours = await aHousehold({ ...service, database });
    theirs = await anAccount(neighbours.api);
  });

  /**
   * Sends requests while a lock is held. Once `wait` connections wait for the lock, runs `work` and then releases the
   * lock.
   */
  async function whileHeld<T, B>(lock: string, ask: () => Promise<Answer<B>>[], wait: number, work: () => Promise<T>) {
    const holder = await database.connect();
    await holder.query(`begin; ${lock}`);
    const answers = ask();
    try {
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while ((await database.query(waiting)).length < wait) await pause(10);
      const during = await work();
      return { during, answers: await holder.query('rollback').then(() => Promise.all(answers)) };
    } finally {
      await holder.end();
    }
  }
  const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);

  it('reads that wait for a lock finish after its release, and another workspace is answered in time', async () => {
    const third = await aHousehold({ ...service, database });
    const { during, answers } = await whileHeld(
      'lock table ledger_transactions in access exclusive mode',
      () => [
        ...Array.from({ length: POOL - 1 }, () => home.api.get('/v1/transactions')),
        neighbours.api.get('/v1/transactions'),
      ],
      POOL,
      async () => {
        const began = performance.now();
        const served = statuses([
          await third.api.get('/v1/workspace'),
          await third.api.post('/v1/contacts', { name: 'Ana' }),
        ]);
        return { served, milliseconds: performance.now() - began };
      },
    );
    expect(during.served).toEqual([200, 200]);
    expect(during.milliseconds).toBeLessThan(slowest(1_500));
    expect(statuses(answers)).toEqual(answers.map(() => 200));
    await expectRecovery();
  });

  it('other workspaces soon get connections if writes of two workspaces wait for locks', async () => {
    const third = await aHousehold({ ...service, database });
    const { during, answers } = await whileHeld(
      `select from ledger_accounts where id in ('${account.id}', '${theirs.id}') for update`,
      () =>
        Array.from({ length: 2 * POOL }, () => [
          home.api.post('/v1/transactions', entry(), MAY_FAIL),
          neighbours.api.post('/v1/transactions', theirEntry(), MAY_FAIL),
        ]).flat(),
      1,
      async () => {
        const waits: number[] = [];
        // The test waits longer than a request may wait for a connection.
        while (waits.length < 8) {
          const began = performance.now();
          const kind = waits.length % 2 === 0 ? third.api.get('/v1/accounts') : anAccount(third.api);
          await kind;
          waits.push(performance.now() - began);
          await pause(250);
        }
        return waits;
      },
    );
    expect(Math.max(...during)).toBeLessThan(slowest(1_000));
    expect(statuses(answers)).toEqual(answers.map(() => 200));
    const own = answers.filter(({ body }) => body.accountId === account.id);
    for (const { body } of own) await home.api.delete(`/v1/transactions/${body.id}`);
    await expectRecovery();
  });

  it('disconnected clients release their connections, and requests without an idempotency key are not executed', async () => {
    const ids = await Promise.all(
      ['Tacos', 'Pan'].map(async (what) => {
        const csv = `Fecha,Concepto,Importe\n2026-03-01,${what},-1.00\n`;
        return (await aDraft(neighbours.api, (await anAccount(neighbours.api)).id, csv)).id;
      }),
    );
    const disconnect = new AbortController();
    const commit = (id: string, more: Record<string, string>) =>
      fetch(`${service.url}/v1/imports/${id}/commit`, {
        method: 'POST',
        signal: disconnect.signal,
        headers: { authorization: `Bearer ${neighbours.key}`, ...more },
      }).catch(() => null);
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await whileHeld(
      'lock table importing_imports in exclusive mode',
      () => [],
      0,
      async () => {
        const sent = [commit(ids[0]!, {}), commit(ids[1]!, { 'idempotency-key': 'once' })];
        while ((await database.query(waiting)).length < 2) await pause(10);
        disconnect.abort();
        await Promise.all(sent);
        const began = performance.now();
        while ((await database.query(waiting)).length > 1) await pause(10);
        expect(performance.now() - began).toBeLessThan(slowest(2_000));
      },
    );
    const statusOf = async (id: string) => (await neighbours.api.get(`/v1/imports/${id}`)).body.status;
    while ((await statusOf(ids[1]!)) !== 'committed') await pause(10);
    expect(await statusOf(ids[0]!)).toBe('draft');
    expect((await neighbours.api.post(`/v1/imports/${ids[0]!}/commit`)).body).toMatchObject({ status: 'committed' });
    await expectRecovery();
  });

  it('requests that wait for a lock leave connections for other workspaces', async () => {
    const { during, answers } = await whileHeld(
      `select from ledger_accounts where id = '${account.id}' for update`,
      () => Array.from({ length: 3 * POOL }, () => home.api.post('/v1/transactions', entry(), MAY_FAIL)),
      POOL - 1,
      async () => {
        const began = performance.now();
        const served = [];
        for (let count = 0; count < 10; count += 1) {
          served.push(
            await neighbours.api.get('/v1/transactions'),
            await neighbours.api.post('/v1/transactions', theirEntry()),
          );
        }
        return { served: statuses(served), milliseconds: performance.now() - began };
      },
    );
    expect(during.served).toEqual(during.served.map(() => 200));
    expect(during.milliseconds).toBeLessThan(slowest(1_000));
    const done = answers.filter(({ status }) => status === 200);
    expect(done.length).toBeGreaterThanOrEqual(POOL - 1);
    for (const { status, body, headers } of answers) {
      if (status !== 200)
        expect([status, body.code, headers['retry-after']]).toEqual([503, 'SERVICE_UNAVAILABLE', '2']);
    }
    for (const { body } of done) await home.api.delete(`/v1/transactions/${body.id}`);
    await expectRecovery();
  });

  it('bulk changes that wait for locks use few connections, even across many workspaces', async () => {
    const third = await aHousehold({ ...service, database });
    const csv = 'Fecha,Concepto,Importe\n2026-03-01,Tacos,-1.00\n';
    const drafts = await Promise.all(
      [home.api, third.api].flatMap((api, at) =>
        Array.from({ length: POOL }, async () => {
          const own = at === 0 ? account : await anAccount(api);
          return { api, ...(await aDraft(api, own.id, csv)) };
        }),
      ),
    );
    const { during, answers } = await whileHeld(
      'lock table importing_imports in exclusive mode',
      () => drafts.map(({ api, id }) => api.post(`/v1/imports/${id}/commit`)),
      2,
      async () => {
        await pause(300);
        const began = performance.now();
        const served = statuses([
          await neighbours.api.get('/v1/transactions'),
          await neighbours.api.post('/v1/transactions', theirEntry()),
        ]);
        return { served, milliseconds: performance.now() - began };
      },
    );
    expect(during.served).toEqual([200, 200]);
    expect(during.milliseconds).toBeLessThan(slowest(1_000));
    expect(statuses(answers)).toEqual(answers.map(() => 200));
    for (const { id } of drafts.slice(0, POOL)) await home.api.post(`/v1/imports/${id}/undo`);
    await expectRecovery();
  });

  it('connections that wait for a lock stay open while the server is too busy to accept another connection', async () => {
    const { during, answers } = await whileHeld(
      `select from ledger_accounts where id = '${account.id}' for update`,
      () => [home.api.post('/v1/transactions', entry(), MAY_FAIL)],
      1,
      async () => {
        relay.holdNew();
        return pause(3_000).then(() => neighbours.api.get('/v1/transactions'));
      },
    );
    relay.forget();
    expect([during.status, statuses(answers)]).toEqual([200, [200]]);
    await home.api.delete(`/v1/transactions/${answers[0]!.body.id}`);
    await expectRecovery();
  });

  it('concurrent repeats of a commit use one connection and get the same response', async () => {
    const { id } = await aDraft(home.api, account.id, 'Fecha,Concepto,Importe\n2026-03-01,Tacos,-1.00\n');
    const { during, answers } = await whileHeld(
      `select from importing_imports where id = '${id}' for update`,
      () => Array.from({ length: 3 * POOL }, () => home.api.post(`/v1/imports/${id}/commit`)),
      1,
      // The test waits longer than a request may wait for a connection.
      async () => (await pause(2_500), home.api.get('/v1/transactions')),
    );
    expect(during.status).toBe(200);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]!.body).toMatchObject({ status: 'committed' });
    expect((await home.api.post(`/v1/imports/${id}/undo`)).status).toBe(200);
    await expectRecovery();
  });
});

describe('a database with a full disk', () => {
  // Triggers simulate a full disk, on which PostgreSQL still reads but rejects writes.
  const full = `create function disk_full() returns trigger language plpgsql as
    $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`;
  const onTransactions = `create trigger disk_full before insert or update or delete on ledger_transactions
    execute function disk_full()`;

  it('a database with a full disk stays readable, rejects writes, and is reported by the readiness endpoint and in the log', async () => {
    const reads = () => Promise.all(Array.from({ length: POOL - 1 }, () => home.api.get('/v1/transactions', MAY_FAIL)));
    await reads();
    await database.query(full);
    await database.query(onTransactions);
    await onServer(`alter database ${database.name} allow_connections false`);
    try {
      // The wait is longer than the idle timeout of connections.
      await pause(12_000);
      expect((await reads()).map(({ status }) => status)).toEqual(Array.from({ length: POOL - 1 }, () => 200));
      const write = await home.api.post('/v1/transactions', entry(), MAY_FAIL);
      expect([write.status, write.body.code, write.headers['retry-after']]).toEqual([503, 'SERVICE_UNAVAILABLE', '2']);
      expect(write.body.detail).toMatch('disk of the database is full');
      const ready = await service.client().get('/health/ready', MAY_FAIL);
      expect([ready.status, ready.body]).toEqual([200, { status: 'ready', problem: 'disk full' }]);
      expect(service.log.some((line) => line.includes('disk full'))).toBe(true);
    } finally {
      await onServer(`alter database ${database.name} allow_connections true`);
      await database.query('drop function disk_full cascade');
    }
    await expectRecovery();
  });
});

/**
 * Interrupts the network between the database and a service that does not check its connections. Returns the unexpected
 * responses.
 */
async function faultsWithoutWatch(): Promise<string[]> {
  // Without interval timers, the service does not check its connections.
  const preload = 'data:text/javascript,globalThis.setInterval=()=>({unref(){return(this)}})';
  const theirs = await createTestDatabase();
  const way = await relayTo(theirs);
  const broken = await startApi({ database: way.database, env: { NODE_OPTIONS: `--import=${preload}` } });
  try {
    const { api } = await aHousehold({ ...broken, database: theirs });
    expect((await api.get('/v1/workspace')).status).toBe(200);
    way.hold();
    return await faultsOf({ 'a list': () => api.get('/v1/transactions', MAY_FAIL).catch(() => null!) });
  } finally {
    await way.mend();
    await broken.stop();
    way.close();
    await theirs.drop();
  }
}

describe('a service that does not check its connections', () => {
  it('a service that does not check its connections exceeds the time limit', async () => {
    expect(await controlled).toContain(`a list: no answer within ${MAX_ANSWER_MS} ms`);
  });
});

describe('a process that is stopped under load', () => {
  gracefulShutdown(() => ({ database, home }));
});

it('no balance drifts during the outages', () => expectNoDrift(database, home.workspaceId));
