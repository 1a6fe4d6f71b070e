import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../libs/kernel/src/id/id.js';
import { poolOf } from '../../libs/kernel/src/testing.js';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { aDeveloper, aKeyOf, Browser, PASSWORD, signIn, signUp } from './support/browser.js';
import { refusalOf, runCli } from './support/cli.js';
import { statusAndCode } from './support/client.js';
import { untilBlockedBy } from './support/until.js';

let service: ApiProcess;

beforeAll(async () => {
  service = await startApi();
});
afterAll(() => service.stop());

const address = () => `${newId()}@example.mx`;
const createWorkspace = (email: string, ...options: string[]) => [
  ...['workspace', 'create', '--name', 'Ajena', '--owner-email', email],
  ...options,
];

describe('an unverified email address', () => {
  it('an administrator cannot create a workspace for an unverified user', async () => {
    const email = address();
    const squatter = await signUp(service, email);
    expect(await refusalOf(service.database, ...createWorkspace(email.toUpperCase()))).toContain(
      'has not verified the email',
    );
    expect((await squatter.get('/developers/keys')).text).not.toContain('Ajena');
    const workspaces = await service.database.query('select from workspace_workspaces where name = $1', ['Ajena']);
    expect(workspaces).toEqual([]);
  });

  it('an administrator can create a workspace for an unverified user with --existing-owner', async () => {
    const email = address();
    const browser = await signUp(service, email);
    const { json } = await runCli(service.database, ...createWorkspace(email, '--existing-owner'));
    expect(json).toMatchObject({ workspaceId: expect.any(String), userId: expect.any(String) });
    expect((await browser.get('/developers/keys')).text).toContain('Ajena');
  });

  it('workspace create with --existing-owner rejects an address without a user', async () => {
    const refused = await refusalOf(service.database, ...createWorkspace(address(), '--existing-owner'));
    expect(refused).toMatch(/^No user has \S+ yet\./);
  });

  it('a password reset revokes the API keys of an unverified user, and with --end-access those of any user', async () => {
    const email = address();
    const { key } = await aKeyOf(await signUp(service, email), 'del intruso', 'read_write');
    await runCli(service.database, 'user', 'reset-password', '--email', email);
    expect(statusAndCode(await service.client(key).get('/v1/workspace'))).toBe('401 AUTH_INVALID_TOKEN');
    const verified = await aDeveloper(service);
    const { key: verifiedKey } = await aKeyOf(verified.browser, 'propia', 'read_write');
    const reset = ['user', 'reset-password', '--email', verified.email];
    await runCli(service.database, ...reset);
    expect((await service.client(verifiedKey).get('/v1/workspace')).status).toBe(200);
    await runCli(service.database, ...reset, '--end-access');
    expect((await service.client(verifiedKey).get('/v1/workspace')).status).toBe(401);
  });

  it('a sign-up while an administrator creates the same user does not set the password', async () => {
    const email = address();
    const pool = poolOf(service.database.url);
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query(
        `insert into identity_users (id, email, created_at, email_verified_at) values ($1, $2, now(), now())`,
        [newId(), email],
      );
      const squatter = new Browser(service.url);
      await squatter.get('/developers/sign-up');
      const fields = { email: email.toUpperCase(), password: PASSWORD, workspace_name: 'x' };
      const signingUp = squatter.submit('/developers/sign-up', fields);
      await untilBlockedBy(client, service.database);
      await client.query('commit');
      expect((await signingUp).status).toBe(303);
    } finally {
      client.release();
      await pool.end();
    }
    await expect(signIn(service.url, email)).rejects.toThrow('401');
  });

  it('an unverified user can create API keys in the workspace that the sign-up created', async () => {
    const browser = await signUp(service);
    await browser.get('/developers/keys');
    expect((await browser.submit('/developers/keys', { name: 'x', scope: 'read_only' })).text).toContain('svc_');
  });
});

describe('a verification code', () => {
  it('a code from an administrator verifies the address of the user', async () => {
    const email = address();
    const browser = await signUp(service, email);
    const { code } = (await runCli(service.database, 'user', 'address-code', '--email', email)).json;
    expect((await browser.get('/developers/account')).text).toContain('Verifica tu correo');
    const wrong = await browser.submit('/developers/account/address', { code: '0000-0000-0000-0000' });
    expect([wrong.status, wrong.text.includes('El código no es correcto')]).toEqual([400, true]);
    await browser.follow(await browser.submit('/developers/account/address', { code: code.toLowerCase() }));
    expect(browser.page!.text).toContain('Tu correo quedó verificado.');
    expect(browser.page!.text).not.toContain('Verifica tu correo');
    expect((await runCli(service.database, ...createWorkspace(email))).code).toBe(0);
  });

  it('a code is rejected for another user, after it expires and after a newer code is issued', async () => {
    const email = address();
    const browser = await signUp(service, email);
    const otherBrowser = await signUp(service);
    const codeOf = async () => (await runCli(service.database, 'user', 'address-code', '--email', email)).json.code;
    const submitCode = async (visitor: Browser, code: string) => {
      await visitor.get('/developers/account');
      return (await visitor.submit('/developers/account/address', { code })).status;
    };
    const first = await codeOf();
    const second = await codeOf();
    expect([await submitCode(otherBrowser, second), await submitCode(browser, first)]).toEqual([400, 400]);
    await service.database.query(`update identity_address_codes set expires_at = now() - interval '1 second'`);
    expect(await submitCode(browser, second)).toBe(400);
    expect(await submitCode(browser, await codeOf())).toBe(303);
  });

  it('rejects further codes with 429 after ten wrong codes', async () => {
    const browser = await signUp(service);
    const statuses = [];
    for (let attempt = 0; attempt < 11; attempt += 1) {
      await browser.get('/developers/account');
      statuses.push((await browser.submit('/developers/account/address', { code: `wrong ${attempt}` })).status);
    }
    expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
  });

  it('an administrator cannot issue a code for an address without a user', async () => {
    expect(await refusalOf(service.database, 'user', 'address-code', '--email', address())).toContain('No user has');
  });
});

describe('an invalid address', () => {
  it.each(['a\u0000b@example.mx', '\ud800@example.mx', 'nadie', 'a@b@c.mx'])(
    'sign-in with the invalid address %j shows the error for wrong credentials',
    async (email) => {
      const browser = new Browser(service.url);
      await browser.get('/developers/sign-in');
      const page = await browser.submit('/developers/sign-in', { email, password: PASSWORD });
      expect([page.status, page.text.includes('El correo o la contraseña no son correctos')]).toEqual([401, true]);
    },
  );

  it('sign-up rejects an address with a null character', async () => {
    const browser = new Browser(service.url);
    await browser.get('/developers/sign-up');
    const fields = { email: 'a\u0000b@example.mx', password: PASSWORD, workspace_name: 'x' };
    expect((await browser.submit('/developers/sign-up', fields)).status).toBe(400);
  });
});

it('a user created by an administrator does not have to verify the address', async () => {
  const email = address();
  await runCli(service.database, 'user', 'create', '--email', email, '--password', PASSWORD);
  expect((await runCli(service.database, ...createWorkspace(email))).code).toBe(0);
  expect((await (await signIn(service.url, email)).get('/developers/account')).text).not.toContain('Comprueba');
});
