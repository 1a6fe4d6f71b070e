import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';
import { addressesOf, createTestDatabase } from '../../libs/kernel/src/testing.js';
import { newId } from '../../libs/kernel/src/id/id.js';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { aDeveloper, signIn } from './support/browser.js';
import { runInAdministrator } from './support/cli.js';
import { aKey, anAccount, aTransaction, ok, someRates } from './support/household.js';
import { until } from './support/until.js';
import { relayTo } from '../robustness/faults/relay.js';

/** A directory that takes no workspace, and two shards of which one gets twice as many. */
let directory: TestDatabase;
let light: TestDatabase;
let heavy: TestDatabase;
let service: ApiProcess;
let env: Record<string, string>;

beforeAll(async () => {
  [directory, light, heavy] = await withoutShards(3);
  env = { SHARDS: shards({ light: 1, heavy: 2 }), JOBS: 'on' };
  service = await startApi({ database: directory, env });
});

afterAll(async () => {
  await service.stop();
  for (const database of [directory, light, heavy]) await database.drop();
});

/** Databases of their own, in whichever form the tests run. */
async function withoutShards(count: number): Promise<[TestDatabase, TestDatabase, TestDatabase]> {
  const form = process.env.CENTAVO_TEST_SHARDS;
  delete process.env.CENTAVO_TEST_SHARDS;
  try {
    const made = await Promise.all(Array.from({ length: count }, () => createTestDatabase()));
    return made as [TestDatabase, TestDatabase, TestDatabase];
  } finally {
    if (form !== undefined) process.env.CENTAVO_TEST_SHARDS = form;
  }
}

function shards(weights: { light: number; heavy: number }): string {
  const entry = (name: keyof typeof weights, database: TestDatabase) => {
    const { DATABASE_URL: url, DATABASE_ADMIN_URL: adminUrl } = addressesOf(database);
    return { name, url, adminUrl, weight: weights[name] };
  };
  return JSON.stringify([entry('light', light), entry('heavy', heavy)]);
}

async function run(words: string[], more: Record<string, string> = env) {
  const settings = { PATH: process.env.PATH, ...addressesOf(directory), LOG_LEVEL: 'silent', ...more };
  return runInAdministrator(settings, [...words, '--json']);
}

async function createWorkspace(more?: Record<string, string>) {
  const owner = ['--owner-email', `${randomBytes(6).toString('hex')}@example.mx`];
  const { output, errors } = await run(['workspace', 'create', '--name', 'Casa', ...owner], more);
  return output === '' ? { workspaceId: '', errors } : (JSON.parse(output) as { workspaceId: string });
}

const ids = async (database: TestDatabase) =>
  (await database.query<{ id: string }>('select id from workspace_workspaces')).map(({ id }) => id);

/** A household in the lighter shard, by SQL. */
async function aLightHousehold() {
  const workspaceId = newId();
  await directory.query(`insert into kernel_placements (workspace_id, shard) values ($1, 'light')`, [workspaceId]);
  await light.query(
    `insert into workspace_workspaces (id, name, base_currency, plan, created_at) values ($1, 'Casa', 'MXN', 'free', now())`,
    [workspaceId],
  );
  const { key } = await aKey(directory, workspaceId);
  return { workspaceId, api: service.client(key) };
}

describe('a new workspace', () => {
  it('goes where there is most room for the weight, and nothing of it into the directory', async () => {
    for (let n = 0; n < 6; n += 1) await createWorkspace();
    expect([await ids(directory), (await ids(light)).length, (await ids(heavy)).length]).toEqual([[], 2, 4]);
    const categories = 'select workspace_id from ledger_categories';
    expect([(await directory.query(categories)).length, (await light.query(categories)).length > 20]).toEqual([
      0,
      true,
    ]);
  });

  it('is refused where every shard is closed, and then nobody is made its owner', async () => {
    const people = 'select id from identity_users';
    const before = (await directory.query(people)).length;
    const refused = await createWorkspace({ SHARDS: shards({ light: 0, heavy: 0 }) });
    expect([refused.workspaceId, (await directory.query(people)).length]).toEqual(['', before]);
  });

  it('leaves nothing anywhere where its owner cannot be made', async () => {
    const { email } = await aDeveloper(service);
    const before = [await ids(light), await ids(heavy)];
    const words = [
      'workspace',
      'create',
      '--name',
      'Otra',
      '--owner-email',
      email,
      '--password',
      'otra frase muy larga',
    ];
    expect((await run(words)).code).toBe(1);
    expect([await ids(light), await ids(heavy)]).toEqual(before);
  });
});

describe('a workspace in a shard', () => {
  it('is told once what was done to its keys in the directory, however often that is carried', async () => {
    const { api, workspaceId } = await aLightHousehold();
    const other = await aKey(directory, workspaceId);
    // As if a process had died after it told the shard, and before the directory forgot: the note is there again.
    await directory.query(`
      create function again() returns trigger language plpgsql as $$ begin return null; end $$;
      create trigger again before delete on kernel_notes_to_carry for each row execute function again()`);
    await run(['key', 'revoke', other.id]);
    const waiting = 'select id from kernel_notes_to_carry where workspace_id = $1';
    expect(await directory.query(waiting, [workspaceId])).not.toEqual([]);
    await directory.query('drop function again cascade');
    await until(async () => (await directory.query(waiting, [workspaceId])).length === 0);
    const { items } = ok(await api.get('/v1/events?types=key.*'));
    expect(items.map(({ type, subject }) => [type, subject.id])).toEqual([['key.revoked', other.id]]);
    const entries = ok(await api.get(`/v1/audit-log?resourceId=${other.id}`)).items;
    expect(entries.map(({ action }) => action)).toEqual(['key revoke']);
  });

  it('names the key that acted', async () => {
    const { api } = await aLightHousehold();
    await anAccount(api);
    const [event] = ok(await api.get('/v1/events?types=account.created')).items;
    expect(event).toMatchObject({ actor: { kind: 'api_key', name: 'test' } });
  });

  it('is valued by the shared rates, which are copied into a shard that lacks them', async () => {
    const { api } = await aLightHousehold();
    const dollars = await anAccount(api, { currency: 'USD' });
    await aTransaction(api, { accountId: dollars.id, type: 'income', amount: '10.00' });
    expect(ok(await api.get('/v1/reports/cash-flow?from=2026-03-01&to=2026-03-31')).total.income).toBe('0.00');
    await someRates(directory, ['USD', 'MXN', '2026-03-01', '18.5']);
    const newcomer = await startApi({ database: directory, env });
    await until(async () => {
      const flow = ok(await api.get('/v1/reports/cash-flow?from=2026-03-01&to=2026-03-31'));
      return flow.total.income === '185.00';
    });
    await newcomer.stop();
  });

  it('is verified among all, and by itself', async () => {
    const { api, workspaceId } = await aLightHousehold();
    const account = await anAccount(api, { openingBalance: '100.00' });
    await light.query('update ledger_accounts set position = position + 1 where id = $1', [account.id]);
    for (const narrowed of [[], ['--workspace', workspaceId]]) {
      const { output } = await run(['ledger', 'verify', ...narrowed]);
      expect(JSON.parse(output)).toMatchObject({ drift: [expect.objectContaining({ workspaceId })] });
    }
    await run(['ledger', 'verify', '--repair']);
    expect((await run(['ledger', 'verify'])).code).toBe(0);
  });
});

describe('a shard whose schema is behind', () => {
  it('is named by migrate up, which brings up the others, and is served again once it is current', async () => {
    const { api, workspaceId } = await aLightHousehold();
    const elsewhere = (await createWorkspace()) as { workspaceId: string };
    // Behind, and without an administrator who could change that.
    const [last] = await light.query<{ name: string }>(
      'delete from centavo_migrations where id = (select max(id) from centavo_migrations) returning *',
    );
    const { DATABASE_URL: url } = addressesOf(light);
    const [, two] = JSON.parse(env.SHARDS!) as object[];
    const behind = { ...env, SHARDS: JSON.stringify([{ name: 'light', url }, two]) };
    const migrated = await run(['migrate', 'up'], behind);
    expect([migrated.code, migrated.errors]).toEqual([1, expect.stringMatching(/shards are behind.*light/)]);
    const serving = await startApi({ database: directory, env: behind });
    const at = async (workspace: string) => {
      const { key } = await aKey(directory, workspace);
      return (await serving.client(key).send('GET', '/v1/accounts', undefined, { mayFail: true })).status;
    };
    const inHeavy = (await ids(heavy)).includes(elsewhere.workspaceId) ? elsewhere.workspaceId : (await ids(heavy))[0]!;
    expect([await at(workspaceId), await at(inHeavy)]).toEqual([503, 200]);
    await light.query('insert into centavo_migrations select (jsonb_populate_record(null::centavo_migrations, $1)).*', [
      JSON.stringify(last),
    ]);
    expect(await at(workspaceId)).toBe(200);
    expect(ok(await api.get('/v1/accounts'))).toEqual([]);
    await serving.stop();
  });
});

describe('a shard that is away', () => {
  const MAX_ANSWER_MS = 2_000;

  /** Rates are entered for all others, by a command that begins while a shard is silent. */
  async function expectRates(more: Record<string, string>) {
    const folder = mkdtempSync(join(tmpdir(), 'centavo-rates-'));
    writeFileSync(join(folder, 'rates.csv'), 'date,quote,base,rate\n2026-02-20,EUR,MXN,20.40\n');
    const { code, output } = await run(['rates', 'import', join(folder, 'rates.csv')], more);
    rmSync(folder, { recursive: true });
    expect([code, output && (JSON.parse(output) as object)]).toEqual([0, { imported: 1, rejected: 0 }]);
    const entered = await heavy.query(`select rate from fx_feed_rates where quote = 'EUR' and day = '2026-02-20'`);
    expect(entered).toHaveLength(1);
  }

  /** Commands about all shards answer for those that they reach, and name the other. */
  async function expectNamed(relayed: readonly { name: string; url: string }[]) {
    const { username, password } = new URL(light.url);
    const withAdministrator = (one: { name: string; url: string }) => ({
      ...one,
      adminUrl: Object.assign(new URL(one.url), { username, password }).href,
    });
    const beside = { ...env, SHARDS: JSON.stringify(relayed.map(withAdministrator)) };
    const told = { 'workspace list': (await ids(heavy))[0]!, 'ledger verify': 'checked', 'migrate status': '(heavy)' };
    for (const [words, known] of Object.entries(told)) {
      const { code, output, errors } = await run(words.split(' '), beside);
      const { detail } = JSON.parse(errors) as { detail: string };
      expect([code, detail]).toEqual([1, expect.stringMatching(/^These shards cannot be reached.*: light \(.+\)\.$/)]);
      expect(output).toContain(known);
    }
    const refused = await run(['ledger', 'verify', '--workspace', (await ids(light))[0]!], beside);
    expect([refused.code, JSON.parse(refused.errors)]).toEqual([
      1,
      { code: 'SERVICE_UNAVAILABLE', detail: expect.stringContaining('(shard light: ') },
    ]);
  }

  it.each(['light', 'heavy'] as const)(
    'is nobody else’s: %s falls silent, and later ends all connections',
    async (away) => {
      const relays = { light: await relayTo(light), heavy: await relayTo(heavy) };
      const list = JSON.parse(shards({ light: 1, heavy: 1 })) as { name: typeof away; url: string }[];
      const relayed = list.map(({ name, url: address }) => {
        const url = new URL(relays[name].database.url);
        url.username = new URL(address).username;
        return { name, url: url.href };
      });
      const serving = await startApi({ database: directory, env: { SHARDS: JSON.stringify(relayed), JOBS: 'on' } });
      const [inLight, inHeavy] = [(await ids(light))[0]!, (await ids(heavy))[0]!];
      const clients = {
        light: serving.client((await aKey(directory, inLight)).key),
        heavy: serving.client((await aKey(directory, inHeavy)).key),
      };
      const asked = async (shard: typeof away) => {
        const began = performance.now();
        const { status, headers } = await clients[shard].send('GET', '/v1/accounts', undefined, { mayFail: true });
        return { status, ms: performance.now() - began, retryAfter: headers['retry-after'] };
      };
      const other = away === 'light' ? 'heavy' : 'light';
      const ready = async () => {
        const answer = await fetch(`${serving.url}/health/ready`);
        return { status: answer.status, body: (await answer.json()) as object };
      };
      /** Fifty callers of the shard that is away, and those of the other beside them. */
      const crowd = async () => {
        const refused = Promise.all(Array.from({ length: 50 }, () => asked(away)));
        const served = [];
        for (let n = 0; n < 10; n += 1) served.push(await asked(other));
        return { refused: await refused, served };
      };
      const expectAlone = ({ refused, served }: Awaited<ReturnType<typeof crowd>>) => {
        expect(new Set(refused.map(({ status, retryAfter }) => `${status} ${retryAfter}`))).toEqual(new Set(['503 2']));
        expect(Math.max(...refused.map(({ ms }) => ms))).toBeLessThan(MAX_ANSWER_MS);
        expect(new Set(served.map(({ status }) => status))).toEqual(new Set([200]));
        expect(served.map(({ ms }) => ms).sort((a, b) => a - b)[7]).toBeLessThan(300);
      };

      expect([(await asked('light')).status, (await asked('heavy')).status]).toEqual([200, 200]);
      expect(await ready()).toEqual({ status: 200, body: { status: 'ready' } });
      const { email } = await aDeveloper(service);
      const own = `insert into identity_ownerships (workspace_id, user_id)
        select unnest($2::uuid[]), id from identity_users where email = $1`;
      await directory.query(own, [email, [inLight, inHeavy]]);
      relays[away].hold();
      expectAlone(await crowd());
      // Whoever has workspaces in both is let in, and the audit log is told later.
      const page = await (await signIn(serving.url, email)).get('/developers/keys');
      expect([inLight, inHeavy].map((id) => page.text.includes(id))).toEqual([true, true]);
      // Those who come later are refused at once.
      expect((await asked(away)).ms).toBeLessThan(300);
      expect(await ready()).toEqual({ status: 200, body: { status: 'ready', degraded: [away] } });
      const metrics = await (await fetch(`${serving.url}/metrics`)).text();
      expect(metrics).toMatch(new RegExp(`^database_shard_away\\{shard="${away}"\\} 1$`, 'm'));
      expect(metrics).toMatch(new RegExp(`^database_shard_away\\{shard="${other}"\\} 0$`, 'm'));
      if (away === 'light') await expectRates({ ...env, SHARDS: JSON.stringify(relayed) });
      await relays[away].mend();
      await until(async () => (await asked(away)).status === 200);
      const signedIn = `select at from kernel_audit_entries where action = 'POST /developers/sign-in' and workspace_id = $1`;
      await until(async () => (await light.query(signedIn, [inLight])).length > 0);
      await until(async () => (await heavy.query(signedIn, [inHeavy])).length > 0);
      relays[away].close();
      expectAlone(await crowd());
      if (away === 'light') await expectNamed(relayed);
      relays[other].close();
      await serving.stop();
    },
    60_000,
  );
});
