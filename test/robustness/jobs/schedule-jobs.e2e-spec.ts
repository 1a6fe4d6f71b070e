import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addDays } from '../../../libs/kernel/src/calendar/day-number.js';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount, balanceOf, ok } from '../../e2e/support/household.js';
import { startVerifier } from '../../e2e/support/ledger-verifier.js';
import { sized } from '../../e2e/support/long-form.js';
import { until } from '../../e2e/support/until.js';

const TODAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(new Date());
const SCHEDULES = 40;
const OCCURRENCES = 5;
/** A balance with a hundred such transactions cannot grow by another peso. */
const LARGEST = '9999999999999.99';
/** True if the test waits about a minute until the queue itself detects a run whose process died. */
const WAITS_FOR_THE_QUEUE = sized(false, true);

let database: TestDatabase;
let home: Household;
const processes: ApiProcess[] = [];
const databases: TestDatabase[] = [];

const start = async (env: Record<string, string> = {}) => {
  const process = await startApi({ database, env });
  processes.push(process);
  return process;
};

beforeAll(async () => {
  database = await createTestDatabase();
  home = await aHousehold(await start());
});
afterAll(async () => {
  for (const process of processes) await process.stop();
  for (const testDatabase of [database, ...databases]) await testDatabase.drop();
});

async function posted(): Promise<number> {
  return (await database.query(`select nominal_date from planning_occurrences where status = 'posted'`)).length;
}

it('several processes post each due occurrence once, even after days of downtime and a killed process', async () => {
  const { api } = home;
  const [account, closed] = [await anAccount(api), await anAccount(api)];
  const fields = {
    ...{ type: 'income', amount: '10.00', description: 'Beca', recurrence: { every: 'week' }, autoPost: true },
    startDate: addDays(TODAY, -7 * (OCCURRENCES - 1)),
  };
  const ids: string[] = [];
  for (let n = 0; n < SCHEDULES; n += 1) {
    ids.push(ok(await api.post('/v1/schedules', { ...fields, accountId: account.id })).id);
  }
  const skipped = ok(await api.post('/v1/schedules', { ...fields, accountId: account.id }));
  ok(await api.post(`/v1/schedules/${skipped.id}/occurrences/${TODAY}/skip`));
  const byHand = ok(await api.post('/v1/schedules', { ...fields, accountId: account.id, autoPost: false }));
  const paused = ok(await api.post('/v1/schedules', { ...fields, accountId: account.id }));
  ok(await api.patch(`/v1/schedules/${paused.id}`, { status: 'paused' }));
  const refused = ok(await api.post('/v1/schedules', { ...fields, accountId: closed.id }));
  ok(await api.post(`/v1/accounts/${closed.id}/close`));
  // Occurrences before the creation of a schedule are not posted, so the creation is set back.
  await database.query(
    `update planning_schedules set created_at = created_at - interval '60 days',
       post_on = case when post_on is not null then start_date end`,
  );
  expect(await posted()).toBe(0);

  const due = SCHEDULES * OCCURRENCES + OCCURRENCES - 1;
  const killed = await start({ JOBS: 'on' });
  await until(async () => (await posted()) > 0);
  await killed.kill9();
  processes.splice(processes.indexOf(killed), 1);
  // The queue deletes a run after some time without a heartbeat.
  if (!WAITS_FOR_THE_QUEUE) await database.query(`delete from centavo_jobs.job where name = 'planning.post-due'`);
  await Promise.all([start({ JOBS: 'on' }), start({ JOBS: 'on' })]);
  await until(async () => (await posted()) >= due);
  await pause(2_000);
  expect(await posted()).toBe(due);
  expect(await balanceOf(api, account.id)).toBe(`${due}0.00`);
  const statuses = async (id: string) =>
    ok(await api.get(`/v1/schedules/${id}/occurrences?from=${fields.startDate}&to=${TODAY}`)).items.map(
      ({ status }) => status,
    );
  for (const id of ids.slice(0, 3)) expect(await statuses(id)).toEqual(Array(OCCURRENCES).fill('posted'));
  expect((await statuses(skipped.id)).at(-1)).toBe('skipped');
  for (const { id } of [byHand, refused]) expect(await statuses(id)).not.toContain('posted');
  expect((await statuses(byHand.id)).slice(0, -1)).toEqual(Array(OCCURRENCES - 1).fill('overdue'));

  await until(async () => (await told()).length >= 2 * (OCCURRENCES - 1));
  ok(await api.patch('/v1/workspace', { name: 'Otra' }));
  await pause(3_000);
  const overdue = [byHand.id, refused.id].flatMap((id) => Array<string>(OCCURRENCES - 1).fill(id));
  expect((await told()).map(({ subject }) => subject.id).sort()).toEqual(overdue.sort());
  const verifier = startVerifier(database);
  expect(await verifier.verify(home.workspaceId)).toMatchObject({ drift: [] });
  verifier.stop();
});

it('workspaces take turns when due schedules are posted, even if one schedule fails', async () => {
  const own = await createTestDatabase();
  databases.push(own);
  const quiet = await startApi({ database: own });
  processes.push(quiet);
  const [flood, poisoned, neighbour] = [await aHousehold(quiet), await aHousehold(quiet), await aHousehold(quiet)];
  const aSchedule = async ({ api }: Household, accountId: string, startDate: string) => {
    const what = { type: 'income', amount: '10.00', description: 'Beca', autoPost: true };
    return ok(await api.post('/v1/schedules', { ...what, recurrence: { every: 'week' }, startDate, accountId })).id;
  };
  const { id: flooded } = await anAccount(flood.api);
  const backlog: string[] = [];
  for (let n = 0; n < 110; n += 1) backlog.push(await aSchedule(flood, flooded, addDays(TODAY, -14)));
  const failing = await aSchedule(poisoned, (await anAccount(poisoned.api)).id, TODAY);
  const full = (await anAccount(poisoned.api)).id;
  const income = { op: 'create', accountId: full, type: 'income', date: TODAY, description: 'Beca', amount: LARGEST };
  ok(await poisoned.api.post('/v1/transactions/batch', { operations: Array<unknown>(100).fill(income) }));
  const overflowing = await aSchedule(poisoned, full, TODAY);
  const { id: account } = await anAccount(neighbour.api);
  const due = [await aSchedule(neighbour, account, TODAY), await aSchedule(neighbour, account, addDays(TODAY, -7))];
  await own.query(
    `update planning_schedules set post_on = start_date, created_at = created_at - interval '60 days' where workspace_id = $1`,
    [flood.workspaceId],
  );
  await own.query(`
    create function fail() returns trigger language plpgsql as $$ begin raise exception 'planted'; end $$;
    create trigger fail before insert on planning_occurrences for each row
      when (new.schedule_id = '${failing}') execute function fail()`);
  const working = await startApi({ database: own, env: { JOBS: 'on' } });
  processes.push(working);
  const postings = () =>
    own.query<{ id: string; day: string }>(
      `select o.schedule_id as id, o.nominal_date::text as day from planning_occurrences o
       join ledger_transactions t on t.workspace_id = o.workspace_id and t.id = o.transaction_id order by t.created_at`,
    );
  await until(async () => (await postings()).length >= backlog.length * 3 + due.length);
  const ids = (await postings()).map(({ id }) => id);
  expect(ids.findLastIndex((id) => due.includes(id))).toBeLessThan(ids.findLastIndex((id) => backlog.includes(id)));
  const ofNeighbour = (await postings()).filter(({ id }) => due.includes(id));
  expect(ofNeighbour.map(({ id, day }) => `${id} ${day}`).sort()).toEqual(due.map((id) => `${id} ${TODAY}`).sort());
  await until(async () => working.log.some((line) => line.includes(failing)));
  const nextPosting = async () =>
    (await own.query(`select post_on::text as day from planning_schedules where id = '${overflowing}'`))[0]!.day;
  await until(async () => (await nextPosting()) === addDays(TODAY, 1));
  expect(ok(await poisoned.api.get(`/v1/accounts/${full}`)).balance).toBe('999999999999999.00');
  const failures = working.log.filter((line) => line.includes('posting a schedule failed'));
  expect(failures.filter((line) => line.includes(overflowing))).toEqual([]);
});

async function told() {
  return ok(await home.api.get('/v1/events?types=schedule.overdue&limit=200')).items;
}

it('automatic posting leaves occurrences of closed days overdue and posts the others', async () => {
  const own = await createTestDatabase();
  databases.push(own);
  const quiet = await startApi({ database: own });
  processes.push(quiet);
  const { api } = await aHousehold(quiet);
  const { id: accountId } = await anAccount(api);
  const startDate = addDays(TODAY, -7 * (OCCURRENCES - 1));
  const what = { type: 'income', amount: '10.00', description: 'Beca', autoPost: true, recurrence: { every: 'week' } };
  const { id } = ok(await api.post('/v1/schedules', { ...what, startDate, accountId }));
  await own.query(`update planning_schedules set created_at = created_at - interval '60 days', post_on = start_date`);
  ok(await api.put('/v1/books', { closedThrough: addDays(TODAY, -10) }));
  processes.push(await startApi({ database: own, env: { JOBS: 'on' } }));
  const statuses = async () => {
    const { items } = ok(await api.get(`/v1/schedules/${id}/occurrences?from=${startDate}&to=${TODAY}`));
    return items.map(({ status }) => status).join(' ');
  };
  await until(async () => (await statuses()).endsWith('posted'));
  expect(await statuses()).toBe('overdue overdue overdue posted posted');
  expect(await balanceOf(api, accountId)).toBe('20.00');
});
