import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { aDeveloper, aKeyOf, Browser, PASSWORD } from '../../e2e/support/browser.js';
import type { SendOptions } from '../../e2e/support/client.js';
import { aContact, ok } from '../../e2e/support/household.js';
import { anApp, answer, begin, exchange, open, send } from '../../e2e/support/oauth-app.js';

const WRONG_PASSWORD = 'otra frase que no es la suya';
const TOKEN_OF_FEED = 'banxico-0f6c2d8e4b1a49d3';
const DATABASE_PASSWORD = 'clave-de-la-base-71c3';

let service: ApiProcess;
let workspaceId: string;
const secrets: Record<string, string> = { PASSWORD, WRONG_PASSWORD, TOKEN_OF_FEED, DATABASE_PASSWORD };
const answers: string[] = [];

beforeAll(async () => {
  service = await startApi({ env: { LOG_LEVEL: 'trace', BANXICO_TOKEN: TOKEN_OF_FEED } });
  await aLivelyRun();
});
afterAll(() => service.stop());

async function aLivelyRun(): Promise<void> {
  const { browser, email } = await aDeveloper(service);
  secrets['session'] = browser.allCookies().sort((a, b) => b.length - a.length)[0]!;
  const failing = new Browser(service.url);
  await failing.get('/developers/sign-in');
  answers.push((await failing.submit('/developers/sign-in', { email, password: WRONG_PASSWORD })).text);
  answers.push((await failing.submit(`/developers/sign-in?password=${encodeURIComponent(WRONG_PASSWORD)}`, {})).text);
  const { key } = await aKeyOf(browser, 'laptop', 'read_write');
  secrets['key'] = key;
  workspaceId = ok(await service.client(key).get('/v1/workspace')).id;
  await anAppAtWork(browser);
  await mistakesWith(key);
  await whileTheDatabaseFails(email, key);
  answers.push(await (await fetch(`${service.url}/metrics`)).text());
}

async function anAppAtWork(browser: Browser): Promise<void> {
  const app = await anApp(service.url);
  const begun = await begin(app, 'read_write offline_access');
  await open(browser, begun);
  const callback = await answer(browser, 'allow');
  const tokens = await exchange(app, begun, callback);
  const refresh = { grant_type: 'refresh_token', client_id: app.clientId, refresh_token: tokens.refresh_token! };
  const renewed = await send(service.url, '/oauth/token', refresh);
  // The second use of the refresh token revokes the grant.
  answers.push((await send(service.url, '/oauth/token', refresh)).text);
  Object.assign(secrets, {
    verifier: begun.verifier,
    code: callback.searchParams.get('code')!,
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token!,
    renewedToken: renewed.body['refresh_token']!,
  });
  await refused('GET', '/v1/workspace', tokens.access_token);
}

async function mistakesWith(key: string): Promise<void> {
  const api = service.client(key);
  const once: SendOptions = { headers: { 'idempotency-key': 'made-once' } };
  ok(await api.post('/v1/accounts', { name: 'A', typeId: 'cash' }, once));
  ok(await api.post('/v1/accounts', { name: 'A', typeId: 'cash' }, once));
  secrets['mistyped'] = key.slice(0, -1) + (key.endsWith('x') ? 'y' : 'x');
  await refused('GET', '/v1/accounts', secrets['mistyped']);
  await refused('GET', `/v1/accounts?access_token=${key}`, key);
  await refused('POST', `/v1/accounts/${key}/archive`, key);
  await refused('POST', '/v1/transactions', key, { raw: `{"password":"${PASSWORD}","key":"${key}"` });
  await refused('POST', '/v1/transactions', key, { raw: JSON.stringify({ accountId: key, [key]: 1, type: key }) });
}

/** Renames tables to cause internal errors, which the service logs with all details. */
async function whileTheDatabaseFails(email: string, key: string): Promise<void> {
  const rename = (from: string, to: string) => service.database.query(`alter table ${from} rename to ${to}`);
  for (const table of ['ledger_accounts', 'identity_sessions', 'identity_api_keys']) {
    await rename(table, 'gone');
    try {
      const browser = new Browser(service.url);
      await browser.get('/developers/sign-in').catch(() => undefined);
      await browser
        .submit('/developers/sign-in', { email, password: PASSWORD })
        .catch((error: Error) => answers.push(error.message));
      await refused('GET', '/v1/accounts', key, { mayFail: true });
    } finally {
      await rename('gone', table);
    }
  }
}

async function refused(method: string, path: string, token: string, options: SendOptions = {}): Promise<void> {
  const { status, text } = await service.client(token).send(method, path, undefined, options);
  if (options.mayFail) return void answers.push(text);
  expect([path, status >= 400]).toEqual([path, true]);
  answers.push(text);
}

function leaksIn(text: string): string[] {
  const leaked = Object.entries(secrets).filter(([, secret]) =>
    [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64'),
      encodeURIComponent(secret),
    ].some((form) => text.includes(form)),
  );
  return leaked.map(([name]) => name);
}

async function dump(): Promise<string> {
  const tables = await service.database.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => service.database.query<{ text: string }>(`select t::text as text from ${name} t`)),
  );
  return rows
    .flat()
    .map(({ text }) => text)
    .join('\n');
}

describe('a secret', () => {
  it('the setup of this test creates twelve secrets and produces log lines and responses to search', async () => {
    expect(Object.values(secrets).filter((secret) => secret.length < 15)).toEqual([]);
    expect(Object.keys(secrets)).toHaveLength(12);
    expect(service.log.length).toBeGreaterThan(30);
    expect(service.log.filter((line) => line.includes('"level":50')).length).toBeGreaterThan(1);
    expect(answers.length).toBeGreaterThan(10);
    const records = await service.database.query('select key from kernel_idempotency_records order by key');
    expect(records).toEqual([{ key: 'made-once' }]);
  });

  it('no log line contains a secret, even at the most verbose level', () => {
    expect(service.log.filter((line) => leaksIn(line).length > 0)).toEqual([]);
  });

  it('no error response and no metric contains a secret', () => {
    expect(answers.filter((text) => leaksIn(text).length > 0)).toEqual([]);
  });

  it('no database row contains a secret, including idempotency records and jobs', async () => {
    expect(leaksIn(await dump())).toEqual([]);
  });

  it('detects a planted secret', async () => {
    const id = await aContact(service.database, workspaceId, secrets['key']!);
    expect(leaksIn(await dump())).toEqual(['key']);
    await service.database.query('delete from contacts_contacts where id = $1', [id]);
    const hex = Buffer.from(PASSWORD).toString('hex');
    expect([leaksIn(`{"header":"Bearer ${secrets['accessToken']}"}`), leaksIn(`\\x${hex}`)]).toEqual([
      ['accessToken'],
      ['PASSWORD'],
    ]);
  });

  it('a service that cannot start logs no secret', async () => {
    const url = new URL(service.database.url);
    const nowhere = {
      ...service.database,
      url: `postgres://centavo:${DATABASE_PASSWORD}@127.0.0.1:1/${url.pathname.slice(1)}`,
    };
    const failed = await startApi({ database: nowhere, env: { LOG_LEVEL: 'trace' } }).catch(
      (error: Error) => error.message,
    );
    expect(failed).toContain('could not start');
    expect(leaksIn(failed as string)).toEqual([]);
  });
});
