import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../libs/kernel/src/testing.js';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { aHousehold, anAccount, ok } from './support/household.js';
import { aReceiver } from './support/receiver.js';
import { until } from './support/until.js';

let database: TestDatabase;
let service: ApiProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  service = await startApi({ database, env: { JOBS: 'on' } });
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

async function aHouseholdWithWebhook() {
  const home = await aHousehold(service);
  const receiver = await aReceiver();
  ok(await home.api.post('/v1/webhooks', { url: receiver.url, types: ['account.*', 'contact.*'] }));
  return { ...home, receiver };
}

it('a failing event does not delay other events, and is delivered after the cause is fixed', async () => {
  const broken = await aHouseholdWithWebhook();
  const healthy = await aHouseholdWithWebhook();
  await database.query(`
    create function refuse_delivery() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse_delivery before insert on notifying_deliveries for each row
      when (new.workspace_id = '${broken.workspaceId}' and new.event_type = 'account.created')
      execute function refuse_delivery()`);

  const account = await anAccount(broken.api);
  const healthyAccount = await anAccount(healthy.api);
  const contact = ok(await broken.api.post('/v1/contacts', { name: 'Ana' }));
  const subjects = (home: typeof broken) => home.receiver.events().map(({ subject }) => subject.id);
  await until(() => subjects(healthy).includes(healthyAccount.id));
  await until(() => subjects(broken).includes(contact.id));
  expect(subjects(broken)).not.toContain(account.id);

  await database.query(`drop trigger refuse_delivery on notifying_deliveries`);
  await until(() => subjects(broken).includes(account.id));
  expect(subjects(broken)).toHaveLength(2);
  await healthy.receiver.close();
  await broken.receiver.close();
});
