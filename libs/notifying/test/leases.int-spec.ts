import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Statement } from '@app/kernel';
import type { TestDatabase } from '../../kernel/src/testing.js';
import { createTestDatabase } from '../../kernel/src/testing.js';
import { renewLeases } from '../src/deliveries/claim.query.js';
import { recordOutcome } from '../src/deliveries/outcome.query.js';

const NOW = Date.parse('2026-11-23T12:00:00Z');
const after = (seconds: number) => new Date(NOW + seconds * 1_000);

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
}, 90_000);
afterAll(() => database.drop());

const run = ({ text, values }: Statement) => database.query(text, [...values]);

it('a lease is renewed while an attempt is under way, and does not put its retry off', async () => {
  const [delivery] = await database.query<{ workspaceId: string; deliveryId: string }>(
    `insert into notifying_deliveries
       (workspace_id, id, webhook_id, event_id, event_type, test_body, status, next_attempt_at, created_at)
     values (gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'webhook.test', '{}', 'pending', $1, $1)
     returning workspace_id as "workspaceId", id as "deliveryId"`,
    [after(10)],
  );
  const due = async () =>
    (await database.query<{ due: Date }>(`select next_attempt_at as due from notifying_deliveries`))[0]!.due;
  await run(renewLeases([{ claim: delivery!, until: after(10) }], after(13)));
  expect(await due()).toEqual(after(13));
  const attempt = { at: after(4).toISOString(), status: 500, durationMs: 1, error: null };
  await run(recordOutcome({ ...delivery!, attempt, status: 'pending', nextAttemptAt: after(5) }, after(4)));
  // The renewal was under way while the attempt was recorded.
  await run(renewLeases([{ claim: delivery!, until: after(13) }], after(16)));
  expect(await due()).toEqual(after(5));
});
