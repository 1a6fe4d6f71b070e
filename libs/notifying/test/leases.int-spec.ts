import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { NOTHING_ID } from '@app/kernel';
import type { Clock, Database, Statement, UnitOfWork } from '@app/kernel';
import type { TestDatabase } from '../../kernel/src/testing.js';
import { createTestDatabase } from '../../kernel/src/testing.js';
import { claimDue } from '../src/deliveries/claim.query.js';
import type { Outcome } from '../src/deliveries/outcome.query.js';
import { GIVE_UP_QUEUED, recordOutcomes } from '../src/deliveries/outcome.query.js';
import { disableWebhook } from '../src/webhooks/disabling.query.js';
import { Outcomes } from '../src/deliveries/outcomes.service.js';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const after = (seconds: number) => new Date(NOW + seconds * 1_000);

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const run = ({ text, values }: Statement) => database.query(text, [...values]);

/** Creates pending deliveries of a webhook that has been failing since `after(0)`. */
async function underWay(count: number): Promise<Pick<Outcome, 'workspaceId' | 'webhookId' | 'deliveryId'>[]> {
  const [webhook] = await database.query<{ workspaceId: string; webhookId: string }>(
    `insert into notifying_webhooks (workspace_id, id, url, types, status, secret_hint, sealed_secret, failing_since,
       created_at, updated_at)
     values (gen_random_uuid(), gen_random_uuid(), 'https://example.com/', '{*}', 'active', '', '', $1, $1, $1)
     returning workspace_id as "workspaceId", id as "webhookId"`,
    [after(0)],
  );
  return database.query(
    `insert into notifying_deliveries
       (workspace_id, id, webhook_id, event_id, event_type, test_body, status, next_attempt_at, created_at)
     select $1, gen_random_uuid(), $2, gen_random_uuid(), 'webhook.test', '{}', 'pending', $3, $3 from generate_series(1, $4)
     returning workspace_id as "workspaceId", webhook_id as "webhookId", id as "deliveryId"`,
    [webhook!.workspaceId, webhook!.webhookId, after(10), count],
  );
}

const attempt = (status: number, error: string | null = null) => ({
  ...{ at: after(4).toISOString(), status, durationMs: 1, error },
});

it('a delivery is claimed again only after its lease, and never before its retry', async () => {
  const [delivery] = await underWay(1);
  const claimAt = async (seconds: number) => {
    const question = { after: NOTHING_ID, running: new Map(), slow: [], free: { prompt: 1, slow: 1 } };
    const lease = { now: after(seconds), leaseUntil: after(seconds + 30) };
    const both = [false, true].map((again) => run(claimDue({ ...question, ...lease, again })));
    const claimed = (await Promise.all(both)).flat() as { deliveryId: string | null }[];
    return claimed.some(({ deliveryId }) => deliveryId === delivery!.deliveryId);
  };
  const claims: boolean[] = [];
  for (const seconds of [9, 10, 39, 40]) claims.push(await claimAt(seconds));
  expect(claims).toEqual([false, true, false, true]);
  await run(
    recordOutcomes([{ ...delivery!, attempt: attempt(500), status: 'pending', nextAttemptAt: after(60) }], after(41)),
  );
  expect([await claimAt(59), await claimAt(60)]).toEqual([false, true]);
  await database.query('delete from notifying_deliveries');
});

it.each([
  ['two failures keep the time of the first failure', [500, 500], after(0), null],
  ['a success after a failure clears the time of the first failure', [500, 204], null, after(5)],
  ['a failure after a success is a new first failure', [204, 500], after(5), after(5)],
])('records simultaneous results of a webhook in order: %s', async (_, answers, failingSince, lastDeliveredAt) => {
  const deliveries = await underWay(answers.length);
  const outcomes = deliveries.map((delivery, n): Outcome => {
    const isDelivered = answers[n] === 204;
    const status = isDelivered ? 'delivered' : 'pending';
    return { ...delivery, attempt: attempt(answers[n]!), status, nextAttemptAt: isDelivered ? null : after(60) };
  });
  await run(recordOutcomes(outcomes, after(5)));
  const { workspaceId, webhookId } = deliveries[0]!;
  const webhook = await database.query(
    'select failing_since, last_delivered_at from notifying_webhooks where workspace_id = $1 and id = $2',
    [workspaceId, webhookId],
  );
  expect(webhook).toEqual([{ failing_since: failingSince, last_delivered_at: lastDeliveredAt }]);
});

it('an attempt that cannot be stored does not block other attempts', async () => {
  const unit = { query: run } as unknown as UnitOfWork;
  const inOne = { transaction: (_: unknown, work: (unit: UnitOfWork) => unknown) => work(unit) } as unknown as Database;
  const outcomes = new Outcomes(inOne, { now: () => after(5) } as Clock);
  const deliveries = await underWay(3);
  const recorded = await Promise.allSettled(
    deliveries.map((delivery, n) =>
      outcomes.record({
        ...{ ...delivery, status: 'delivered', nextAttemptAt: null },
        attempt: attempt(204, n === 1 ? 'no text has \u0000 in it' : null),
      }),
    ),
  );
  expect(recorded.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const states = await database.query<{ status: string }>(
    'select status from notifying_deliveries where workspace_id = $1 and webhook_id = $2 order by status',
    [deliveries[0]!.workspaceId, deliveries[0]!.webhookId],
  );
  expect(states.map(({ status }) => status)).toEqual(['delivered', 'delivered', 'pending']);
});

it('fails deliveries that were queued while their webhook was being disabled, except manual retries and replays', async () => {
  const [before, queued, retried, replayed] = await underWay(4);
  const { workspaceId, webhookId } = before!;
  const at = (delivery: typeof before) => [workspaceId, delivery!.deliveryId];
  const change = 'update notifying_deliveries set %s where workspace_id = $1 and id = $2';
  const notYet = [queued, retried, replayed].map((delivery) => delivery!.deliveryId);
  await database.query(change.replace('%s', `attempts = '[{}]'`), at(retried));
  await database.query(change.replace('%s', 'is_replay = true'), at(replayed));
  await run(disableWebhook(workspaceId, webhookId, 'gone', after(6)));
  // Makes the deliveries pending again, as if a concurrent transaction had queued them.
  await database.query(
    `update notifying_deliveries set status = 'pending', next_attempt_at = $3 where workspace_id = $1 and id = any($2)`,
    [workspaceId, notYet, after(10)],
  );
  await run(GIVE_UP_QUEUED);
  const states = await database.query<{ id: string; status: string }>(
    'select id, status from notifying_deliveries where workspace_id = $1 and webhook_id = $2',
    [workspaceId, webhookId],
  );
  const statusOf = (delivery: typeof before) => states.find(({ id }) => id === delivery!.deliveryId)!.status;
  expect([before, queued, retried, replayed].map(statusOf)).toEqual(['failed', 'failed', 'pending', 'pending']);
});
