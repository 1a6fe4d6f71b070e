import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addressAs } from '../../../libs/kernel/src/settings/roles.js';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import { addressesOf, poolOf } from '../../../libs/kernel/src/testing.js';
import { startApi } from '../../e2e/support/api-process.js';
import { aDeveloper, signIn } from '../../e2e/support/browser.js';
import { aHousehold, anAccount, ok } from '../../e2e/support/household.js';
import type { PostgresCluster } from './postgres-cluster.js';
import { startCluster } from './postgres-cluster.js';

let cluster: PostgresCluster;
let database: TestDatabase;

beforeAll(async () => {
  cluster = await startCluster();
  await cluster.run('createdb', 'centavo');
  // Every role except the administrator needs a password.
  writeFileSync(join(cluster.data, 'pg_hba.conf'), 'local all centavo trust\n');
  appendFileSync(join(cluster.data, 'pg_hba.conf'), 'local all all scram-sha-256\n');
  database = cluster.database('centavo');
  await database.query('select pg_reload_conf()');
});
afterAll(() => cluster.stop());

function withPassword(password: string): string {
  return Object.assign(new URL(addressesOf(database).DATABASE_URL), { password }).href;
}

async function logsIn(url: string): Promise<boolean> {
  const pool = poolOf(url);
  return pool
    .query('select 1')
    .then(
      () => true,
      () => false,
    )
    .finally(() => pool.end());
}

it('the roles use the current password of DATABASE_URL if the server requires passwords', async () => {
  const [first, second] = [withPassword('una c:lave/ñ'), withPassword('otra')];
  const service = await startApi({ database, env: { DATABASE_URL: first } });
  const { api } = await aHousehold(service);
  await anAccount(api);
  const { email } = await aDeveloper(service);
  for (const role of ['app', 'identity', 'operator'] as const) expect(await logsIn(addressAs(role, first))).toBe(true);
  expect(await logsIn(second)).toBe(false);
  await service.stop();

  const changed = await startApi({ database, env: { DATABASE_URL: second } });
  expect([await logsIn(first), await logsIn(second)]).toEqual([false, true]);
  await signIn(changed.url, email);
  await changed.stop();
});

it('a process with only the URL of the serving role starts only if the schema is current', async () => {
  const env = { DATABASE_URL: withPassword('otra'), DATABASE_ADMIN_URL: '' };
  const service = await startApi({ database, env });
  const { api } = await aHousehold(service);
  ok(await api.get('/v1/accounts'));
  await service.stop();

  const [latest] = await database.query(
    `delete from centavo_migrations where id = (select max(id) from centavo_migrations) returning name`,
  );
  expect(latest).toBeDefined();
  await expect(startApi({ database, env })).rejects.toThrow(/the schema of the database is not current/);
  await expect(startApi({ database, env: { ...env, DATABASE_URL: withPassword('falsa') } })).rejects.toThrow(
    /password authentication failed/,
  );
});
