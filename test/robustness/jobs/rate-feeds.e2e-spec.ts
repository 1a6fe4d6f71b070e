import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { FeedServer } from '../../../libs/fx/test/feeds.js';
import { banxicoAnswer, ecbDocument, startFeedServer } from '../../../libs/fx/test/feeds.js';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { addressesOf, createTestDatabase } from '../../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import type { CommandOutput } from '../../e2e/support/cli.js';
import { runInAdministrator } from '../../e2e/support/cli.js';
import { anAccount, aHousehold, aTransaction, ok } from '../../e2e/support/household.js';
import { until } from '../../e2e/support/until.js';
import { slowest } from '../bounds.js';

const TOKEN = 'a-token-that-nobody-else-sees';

let feeds: FeedServer;
/** Jobs that polling starts. Polling takes seconds, so the tests wait for these jobs concurrently. */
let daily: Promise<DailyJob>;

beforeAll(async () => {
  feeds = await startFeedServer();
  daily = beginDailyJob();
  daily.catch(() => undefined);
});
afterAll(async () => {
  await feeds.close();
  const { late, waiting } = await daily;
  await Promise.allSettled(Object.values(waiting));
  await late.drop();
});
beforeEach(() => {
  feeds.asked.length = 0;
});

const dayBefore = (days: number) => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(new Date());
  return new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);
};
const addresses = ({ url } = feeds) => ({ ECB_URL: `${url}/ecb`, BANXICO_URL: `${url}/sie`, BANXICO_TOKEN: TOKEN });
const says = (answers: { ecb?: string; banxico?: string }, status = 200, by = feeds) => {
  by.answer = ({ url }, response) =>
    response.writeHead(status).end(url!.startsWith('/ecb') ? (answers.ecb ?? 'x') : (answers.banxico ?? 'x'));
};

async function fetchRates(
  database: TestDatabase,
  words: string[],
  env: Record<string, string> = {},
): Promise<{ code: number; json: CommandOutput; errors: string }> {
  const settings = { PATH: process.env.PATH, ...addressesOf(database), LOG_LEVEL: 'warn', ...addresses(), ...env };
  const { code, output, errors } = await runInAdministrator(settings, ['rates', 'fetch', ...words, '--json']);
  return { code, json: JSON.parse(output || 'null') as CommandOutput, errors };
}
const stored = (database: TestDatabase) =>
  database.query(
    `select quote || base as pair, day::text, source, (rate / 1e8)::float8 as rate from fx_feed_rates order by day, source, base, quote`,
  );

describe('the rates fetch command', () => {
  let service: ApiProcess;
  beforeAll(async () => {
    service = await startApi();
  });
  afterAll(() => service.stop());
  beforeEach(() => service.database.query('truncate fx_feed_rates'));

  it('fetches the rates of the European Central Bank and updates every dependent figure', async () => {
    const { api } = await aHousehold(service);
    const account = await anAccount(api, { currency: 'USD' });
    const spent = await aTransaction(api, { accountId: account.id, date: '2026-03-04', amount: '10.00' });
    says({ ecb: ecbDocument(['2026-03-03', { USD: '1.25', MXN: '20' }], ['2026-02-02', { USD: '9' }]) });
    const words = ['--feed', 'ecb', '--from', '2026-03-01', '--to', '2026-03-31'];
    expect(await fetchRates(service.database, words)).toEqual({
      code: 0,
      errors: '',
      json: {
        fetched: 2,
        imported: 2,
        feeds: [{ feed: 'ecb', from: '2026-03-01', to: '2026-03-31', fetched: 2, imported: 2 }],
      },
    });
    expect(await stored(service.database)).toEqual([
      { pair: 'EURMXN', day: '2026-03-03', source: 'ecb', rate: 20 },
      { pair: 'EURUSD', day: '2026-03-03', source: 'ecb', rate: 1.25 },
    ]);
    // The dollar has only a cross rate through the euro: 0.8 euros at 20 pesos.
    expect(ok(await api.get(`/v1/transactions/${spent.id}`))).toMatchObject({ baseAmount: '160.00' });
    expect(await fetchRates(service.database, words)).toMatchObject({
      code: 0,
      errors: '',
      json: { fetched: 2, imported: 0 },
    });
    const series = ok(await api.get('/v1/exchange-rates?quote=EUR&base=USD')).items;
    expect(series).toEqual([expect.objectContaining({ asOf: '2026-03-03', source: 'ecb', rate: '1.25000000' })]);
  });

  it('fetches the rates since the latest known date from each feed in FX_FEEDS if no dates are given', async () => {
    says({
      ecb: ecbDocument([dayBefore(2), { MXN: '20' }]),
      banxico: banxicoAnswer([dayBefore(3), '17.5'], [dayBefore(2), '17.6']),
    });
    const env = { FX_FEEDS: 'banxico,ecb' };
    const first = await fetchRates(service.database, [], env);
    expect([first.code, first.json.imported]).toEqual([0, 3]);
    expect(feeds.asked[0]).toEqual({
      path: `/sie/series/SF43718,SF46410,SF46407,SF46406,SF60632/datos/${dayBefore(85)}/${dayBefore(0)}`,
      token: TOKEN,
    });
    expect(feeds.asked[1]).toEqual({ path: '/ecb/eurofxref-hist-90d.xml', token: undefined });
    const second = await fetchRates(service.database, [], env);
    expect(second.json.feeds).toEqual([
      { feed: 'banxico', from: dayBefore(1), to: dayBefore(0), fetched: 0, imported: 0 },
      { feed: 'ecb', from: dayBefore(1), to: dayBefore(0), fetched: 0, imported: 0 },
    ]);
  });

  it.each([
    ['an incomplete response', ecbDocument(['2026-03-03', { USD: '1.25' }]).slice(0, -40), 200],
    ['two rates for one day', ecbDocument(['2026-03-03', { USD: '1' }], ['2026-03-03', { USD: '2' }]), 200],
    ['an error', 'no', 503],
  ])(
    'a fetch changes nothing, reports the error and exits with code 1 if the feed returns %s',
    async (_, ecb, status) => {
      says({ ecb }, status);
      const words = ['--feed', 'ecb', '--from', '2026-03-01', '--to', '2026-03-31'];
      const { code, json, errors } = await fetchRates(service.database, words);
      expect([code, json]).toEqual([1, { fetched: 0, imported: 0, feeds: [] }]);
      expect(JSON.parse(errors)).toEqual({ code: 'FEED_FAILED', detail: expect.stringMatching(/^ecb: .+$/) });
      expect(await stored(service.database)).toEqual([]);
    },
  );

  it('stores the rates of one feed if another fails', async () => {
    says({ ecb: 'x', banxico: banxicoAnswer([dayBefore(2), '17.5']) });
    const { code, json, errors } = await fetchRates(service.database, [], { FX_FEEDS: 'ecb,banxico' });
    expect([code, json.imported]).toEqual([1, 1]);
    expect(JSON.parse(errors)).toEqual({ code: 'FEED_FAILED', detail: expect.stringMatching(/^ecb: .+$/) });
    expect(await stored(service.database)).toHaveLength(1);
  });

  it.each([
    [['--feed', 'fed'], {}, /fed/],
    [['--from', '2026-02-30'], {}, /from/],
    [['--to', '2026-03-01'], {}, /--from/],
    [['--from', '2026-03-02', '--to', '2026-03-01'], {}, /comes after/],
    [[], { FX_FEEDS: 'off' }, /FX_FEEDS is empty/],
    [['--feed', 'banxico'], { BANXICO_TOKEN: '' }, /BANXICO_TOKEN/],
  ])('rejects the options %j', async (words, env, message) => {
    const { code, errors } = await fetchRates(service.database, words, env);
    expect(code).toBe(1);
    expect(errors).toMatch(message);
    expect(feeds.asked).toEqual([]);
  });
});

/** Processes that run jobs on a separate database with separate feeds. */
interface Works {
  readonly feeds: FeedServer;
  readonly database: TestDatabase;
  readonly processes: ApiProcess[];
  readonly start: () => Promise<ApiProcess>;
}

interface DailyJob {
  /** Database in which the job is scheduled and no process has run for two days. Its feed has rates. */
  readonly late: TestDatabase;
  readonly waiting: Readonly<Record<'atOnce' | 'madeUpFor' | 'failing' | 'stopping', Promise<void>>>;
}

async function beginDailyJob(): Promise<DailyJob> {
  const late = await aLateDatabase();
  const waiting = {
    madeUpFor: at(await createTestDatabase(late), madeUpFor),
    failing: at(await createTestDatabase(late), failing),
    stopping: at(await createTestDatabase(late), stopping),
    atOnce: at(await createTestDatabase(), atOnce),
  };
  for (const promise of Object.values(waiting)) promise.catch(() => undefined);
  return { late, waiting };
}

async function at(database: TestDatabase, act: (works: Works) => Promise<void>): Promise<void> {
  const own = await startFeedServer();
  const processes: ApiProcess[] = [];
  const start = async () => {
    const env = { FX_FEEDS: 'ecb', JOBS: 'on', LOG_LEVEL: 'info', ...addresses(own) };
    const process = await startApi({ database, env });
    processes.push(process);
    return process;
  };
  try {
    await act({ feeds: own, database, processes, start });
    for (const running of processes) expect(await running.stop()).toBe(0);
  } finally {
    await Promise.all(processes.map((process) => process.kill9()));
    await database.drop();
    await own.close();
  }
}
const scheduled = (database: TestDatabase) =>
  database.query(`select cron, timezone from centavo_jobs.schedule where name = 'fx.fetch-rates'`);

async function aLateDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await database.query(`
      insert into fx_feed_rates (quote, base, day, source, rate, fetched_at)
      values ('EUR', 'MXN', current_date - 20, 'ecb', 2000000000, now())`);
  const own = await startFeedServer();
  const process = await startApi({ database, env: { FX_FEEDS: 'ecb', JOBS: 'on', ...addresses(own) } });
  await until(async () => (await scheduled(database)).length === 1);
  expect(await process.stop()).toBe(0);
  expect(own.asked).toEqual([]);
  await own.close();
  // Sets the job queue back, as if no process had run for two days.
  await database.query(`
      with late as (update centavo_jobs.schedule set created_on = now() - interval '3 days')
      update centavo_jobs.version set cron_on = now() - interval '2 days'`);
  return database;
}
async function jobMetrics({ processes }: Works) {
  const texts = await Promise.all(processes.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()));
  const sum = (name: string) =>
    texts.reduce(
      (total, text) => total + Number(new RegExp(`^${name}{job="fx.fetch-rates"} (\\S+)$`, 'm').exec(text)?.[1] ?? 0),
      0,
    );
  return {
    runs: sum('job_runs_total'),
    failures: sum('job_failures_total'),
    last: sum('job_last_success_timestamp_seconds'),
  };
}

async function atOnce(works: Works): Promise<void> {
  says({ ecb: ecbDocument([dayBefore(2), { MXN: '20', USD: '1.25' }]) }, 200, works.feeds);
  await Promise.all([works.start(), works.start()]);
  await until(async () => (await stored(works.database)).length === 2);
  await until(async () => (await jobMetrics(works)).last > 0);
  expect(works.feeds.asked).toHaveLength(1);
}

async function madeUpFor(works: Works): Promise<void> {
  const { database, start } = works;
  says({ ecb: ecbDocument([dayBefore(2), { MXN: '20', USD: '1.25' }]) }, 200, works.feeds);
  expect(await scheduled(database)).toEqual([{ cron: '15 13 * * *', timezone: 'America/Mexico_City' }]);
  await Promise.all([start(), start()]);
  await until(async () => (await stored(database)).length === 3);
  await until(async () => (await jobMetrics(works)).last > 0);
  // The wait is twice the time that the job needed to start, so that a second run would be detected.
  await pause(6_000);
  expect(works.feeds.asked).toHaveLength(1);
  expect(await jobMetrics(works)).toMatchObject({ runs: 1, failures: 0 });
  const done = await database.query(`select state::text from centavo_jobs.job where name = 'fx.fetch-rates'`);
  expect(done).toEqual([{ state: 'completed' }]);
}

async function failing(works: Works): Promise<void> {
  says({}, 503, works.feeds);
  const service = await works.start();
  await until(async () => (await jobMetrics(works)).failures === 1);
  expect(
    service.log.filter((line) => line.includes('a job failed') && line.includes('it responded with 503')),
  ).toHaveLength(1);
  await until(async () => {
    const [job] = await works.database.query(
      `select state::text, start_after > now() + interval '20 seconds' as later from centavo_jobs.job where name = 'fx.fetch-rates'`,
    );
    return job?.state === 'retry' && job.later === true;
  });
  expect(await stored(works.database)).toHaveLength(1);
  expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
}

async function stopping(works: Works): Promise<void> {
  works.feeds.answer = () => undefined;
  const service = await works.start();
  await until(() => works.feeds.asked.length === 1);
  const began = performance.now();
  expect(await service.stop()).toBe(0);
  expect(performance.now() - began).toBeLessThan(slowest(10_000));
  const [job] = await works.database.query(`select state::text from centavo_jobs.job where name = 'fx.fetch-rates'`);
  expect(job).toEqual({ state: 'retry' });
}

describe('the daily rates job', () => {
  it('the operator role cannot create objects in the schema of the jobs, and the application role cannot use the schema', async () => {
    const [rights] = await (
      await daily
    ).late.query(`
      select has_schema_privilege('centavo_operator', 'centavo_jobs', 'create') as makes,
        has_schema_privilege('centavo_app', 'centavo_jobs', 'usage') as sees`);
    expect(rights).toEqual({ makes: false, sees: false });
  });

  it('the service stays up and ready if its job queue is lost', async () => {
    await at(await createTestDatabase(), async ({ database, start }) => {
      await database.query('drop schema centavo_jobs cascade');
      const service = await start();
      await until(async () => service.log.some((line) => line.includes('the job queue could not be started')));
      expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
      const { api } = await aHousehold(service);
      await anAccount(api);
    });
  });

  it('the daily job runs every afternoon in Mexico, and a single process runs a missed job later', async () =>
    (await daily).waiting.madeUpFor);

  it('the daily job runs at once in a single process if no rate is known yet', async () =>
    (await daily).waiting.atOnce);

  it('a failed daily job changes nothing, is visible in the log and the metrics, and is retried later', async () =>
    (await daily).waiting.failing);

  it('the daily job does not delay a shutdown', async () => (await daily).waiting.stopping);
});
