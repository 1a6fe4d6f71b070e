import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { totpCode } from '../../libs/identity/src/second-factor/totp.js';
import { poolOf } from '../../libs/kernel/src/testing.js';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { aDeveloper, Browser, PASSWORD, signIn } from './support/browser.js';
import { refusalOf, runCli } from './support/cli.js';
import { aMovingClock } from './support/moving-clock.js';
import { untilBlockedBy } from './support/until.js';

const FACTOR = '/developers/account/second-factor';
const OTHER_PASSWORD = 'otra frase muy larga';
const ENCRYPTION_KEY = 'una clave de prueba con treinta y dos letras';

const clock = aMovingClock('2026-11-01');
let day = 1;
let service: ApiProcess;

beforeAll(async () => {
  service = await startApi({ env: { ...clock.env, ENCRYPTION_KEY } });
});
afterAll(async () => {
  await service.stop();
  clock.remove();
});

function tomorrow(): void {
  day += 1;
  clock.moveTo(`2026-11-${String(day).padStart(2, '0')}`);
}

function codeOf(secret: string): string {
  return totpCode(secret, Date.parse(`2026-11-${String(day).padStart(2, '0')}T18:00:00Z`) / 30_000);
}

interface Protected {
  readonly browser: Browser;
  readonly email: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

async function enableTwoFactor(browser: Browser): Promise<Pick<Protected, 'secret' | 'recoveryCodes'>> {
  await browser.get('/developers/account');
  const { text } = await browser.submit(`${FACTOR}/start`, { factor_password: PASSWORD });
  const secret = /<code>([A-Z2-7 ]{39})<\/code>/.exec(text)![1]!.replaceAll(' ', '');
  const confirmation = await browser.submit(`${FACTOR}/confirm`, { code: codeOf(secret) });
  return {
    secret,
    recoveryCodes: [...confirmation.text.matchAll(/<code>([0-9A-Z-]{19})<\/code>/g)].map(([, code]) => code!),
  };
}

async function aProtectedPerson(): Promise<Protected> {
  const { browser, email } = await aDeveloper(service);
  const { secret, recoveryCodes } = await enableTwoFactor(browser);
  tomorrow();
  return { browser, email, secret, recoveryCodes };
}

async function signInToCodeStep(email: string): Promise<Browser> {
  const browser = new Browser(service.url);
  await browser.get('/developers/sign-in');
  const { status, text } = await browser.submit('/developers/sign-in', { email, password: PASSWORD });
  expect([status, text.includes('action="/developers/sign-in/code"')]).toEqual([200, true]);
  return browser;
}

const enter = async (browser: Browser, code: string) =>
  (await browser.submit('/developers/sign-in/code', { code })).status;
const isSignedIn = async (browser: Browser) => (await browser.get('/developers/keys')).status === 200;

describe('enabling two-factor login', () => {
  it('enabling two-factor login requires the password and a code, shows ten recovery codes and ends other sessions', async () => {
    const { browser, email } = await aDeveloper(service);
    const elsewhere = await signIn(service.url, email);
    await browser.get('/developers/account');
    expect((await browser.submit(`${FACTOR}/start`, { factor_password: 'no es la mía' })).status).toBe(400);
    const { text } = await browser.submit(`${FACTOR}/start`, { factor_password: PASSWORD });
    expect(text).toMatch(/<svg [^>]*role="img"/);
    const secret = /<code>([A-Z2-7 ]{39})<\/code>/.exec(text)![1]!.replaceAll(' ', '');
    const wrong = await browser.submit(`${FACTOR}/confirm`, { code: '000000' });
    expect([wrong.status, wrong.text.includes(secret.slice(0, 4))]).toEqual([400, true]);
    expect(await isSignedIn(elsewhere)).toBe(true);
    await browser.get('/developers/account');
    const again = await browser.submit(`${FACTOR}/start`, { factor_password: PASSWORD });
    const newSecret = /<code>([A-Z2-7 ]{39})<\/code>/.exec(again.text)![1]!.replaceAll(' ', '');
    expect(newSecret).not.toBe(secret);
    const { status, text: codes } = await browser.submit(`${FACTOR}/confirm`, { code: codeOf(newSecret) });
    expect([status, codes.match(/<code>[0-9A-Z-]{19}<\/code>/g)?.length]).toEqual([200, 10]);
    expect(await isSignedIn(elsewhere)).toBe(false);
    expect((await browser.get('/developers/account')).text).toContain('Códigos de recuperación que te quedan: 10.');
    tomorrow();
  });

  it('only the page that started enrollment can read and confirm the secret', async () => {
    const { browser, email } = await aDeveloper(service);
    await browser.get('/developers/account');
    const { text } = await browser.submit(`${FACTOR}/start`, { factor_password: PASSWORD });
    const secret = /<code>([A-Z2-7 ]{39})<\/code>/.exec(text)![1]!;
    const enrolment = /name="enrolment" value="([^"]+)"/.exec(text)?.[1] ?? '';
    const [thief, elsewhere] = [browser.copy(), await signIn(service.url, email)];
    const code = codeOf(secret.replaceAll(' ', ''));
    const tries: [Browser, Record<string, string>][] = [
      [thief, { code: '000000' }],
      [elsewhere, { code: '000000' }],
      [elsewhere, { code, enrolment }],
    ];
    for (const [otherBrowser, fields] of tries) {
      await otherBrowser.get('/developers/account');
      const form_token = /name="form_token" value="([^"]+)"/.exec(otherBrowser.page!.text)![1]!;
      const answer = await otherBrowser.submit(`${FACTOR}/confirm`, { form_token, ...fields });
      expect([answer.location, answer.text.includes(secret)]).toEqual(['/developers/account', false]);
    }
    expect((await browser.get('/developers/account')).text).toContain(`${FACTOR}/start`);
    tomorrow();
    const form_token = /name="form_token" value="([^"]+)"/.exec(browser.page!.text)![1]!;
    const late = { form_token, enrolment, code: codeOf(secret.replaceAll(' ', '')) };
    expect((await browser.submit(`${FACTOR}/confirm`, late)).location).toBe('/developers/account');
    expect((await browser.get('/developers/account')).text).toContain(`${FACTOR}/start`);
  });

  it('rejects a sign-in whose password was verified before two-factor login was enabled', async () => {
    const { browser, email } = await aDeveloper(service);
    const pool = poolOf(service.database.url);
    const client = await pool.connect();
    try {
      await client.query('begin');
      const [{ id }] = (await client.query('select id from identity_users where email = $1 for update', [email]))
        .rows as [{ id: string }];
      const thief = new Browser(service.url);
      await thief.get('/developers/sign-in');
      const pendingSignIn = thief.submit('/developers/sign-in', { email, password: PASSWORD });
      // When it is blocked, the sign-in has already read that two-factor login is disabled.
      await untilBlockedBy(client, service.database);
      await client.query(
        `insert into identity_second_factors (user_id, sealed_secret, last_step, confirmed_at) values ($1, '', 0, now())`,
        [id],
      );
      await client.query('commit');
      expect([(await pendingSignIn).status, await isSignedIn(thief), await isSignedIn(browser)]).toEqual([
        401,
        false,
        true,
      ]);
    } finally {
      client.release();
      await pool.end();
    }
  });

  it('encrypts the secret, hashes the recovery codes and writes an audit entry', async () => {
    const { email, secret, recoveryCodes } = await aProtectedPerson();
    const [stored] = await service.database.query<{ id: string; secret: Buffer; codes: Buffer[] }>(
      `select u.id, f.sealed_secret as secret,
         array(select code_hash from identity_recovery_codes c where c.user_id = u.id) as codes
       from identity_users u join identity_second_factors f on f.user_id = u.id where u.email = $1`,
      [email],
    );
    expect(stored!.secret.includes(secret)).toBe(false);
    expect(stored!.codes.some((hash) => recoveryCodes.some((code) => hash.includes(code)))).toBe(false);
    const acts = await service.database.query<{ action: string }>(
      `select action from kernel_audit_entries where resource_id = $1`,
      [stored!.id],
    );
    expect(acts.some(({ action }) => action.includes('second-factor/confirm'))).toBe(true);
  });

  it('hides two-factor login if the process has no encryption key', async () => {
    const keyless = await startApi({ database: service.database });
    try {
      const { browser } = await aDeveloper(keyless);
      expect((await browser.get('/developers/account')).text).not.toContain(FACTOR);
    } finally {
      await keyless.stop();
    }
  });
});

describe('signing in with two-factor login', () => {
  it('requires a code after the password, and accepts each code once', async () => {
    const { email, secret } = await aProtectedPerson();
    const browser = await signInToCodeStep(email);
    expect(await isSignedIn(browser)).toBe(false);
    const [first, second] = [await signInToCodeStep(email), await signInToCodeStep(email)];
    expect(await enter(first, '123456')).toBe(401);
    const statuses = await Promise.all([first, second].map((each) => enter(each, codeOf(secret))));
    expect(statuses.toSorted()).toEqual([303, 401]);
    expect(await enter(await signInToCodeStep(email), codeOf(secret))).toBe(401);
    tomorrow();
    const next = await signInToCodeStep(email);
    expect([
      await enter(next, ` ${codeOf(secret).slice(0, 3)} ${codeOf(secret).slice(3)} `),
      await isSignedIn(next),
    ]).toEqual([303, true]);
  });

  it('accepts each recovery code once, in any case and with spaces or hyphens', async () => {
    const { email, recoveryCodes } = await aProtectedPerson();
    const code = recoveryCodes[3]!;
    expect(await enter(await signInToCodeStep(email), code.toLowerCase().replaceAll('-', ' '))).toBe(303);
    expect(await enter(await signInToCodeStep(email), code)).toBe(401);
  });

  it('rejects the correct code after five wrong codes until the rate window ends', async () => {
    const { email, secret } = await aProtectedPerson();
    const browser = await signInToCodeStep(email);
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await enter(browser, `00000${attempt}`)).toBe(401);
    expect(await enter(browser, codeOf(secret))).toBe(429);
    await service.database.query('delete from identity_rate_windows');
    expect(await enter(await signInToCodeStep(email), codeOf(secret))).toBe(303);
  });

  it('rejects the correct code after fifty wrong codes in a day', async () => {
    const { email, secret } = await aProtectedPerson();
    const browser = await signInToCodeStep(email);
    const expireShortWindows = () =>
      service.database.query(
        `delete from identity_rate_windows where ends_at < clock_timestamp() + interval '20 minutes'`,
      );
    for (let attempt = 0; attempt < 50; attempt += 1) {
      if (attempt % 5 === 0) await expireShortWindows();
      expect(await enter(browser, `0000${attempt + 10}`)).toBe(401);
    }
    await expireShortWindows();
    expect(await enter(browser, codeOf(secret))).toBe(429);
    await service.database.query('delete from identity_rate_windows');
    expect(await enter(await signInToCodeStep(email), codeOf(secret))).toBe(303);
  });

  it('the owner can sign in and use recovery codes while an attacker enters wrong codes', async () => {
    const { browser, email, secret, recoveryCodes } = await aProtectedPerson();
    const session = browser.copy();
    const stranger = await signInToCodeStep(email);
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await enter(stranger, `00000${attempt}`)).toBe(401);
    expect(await enter(stranger, codeOf(secret))).toBe(429);
    await service.database.query(
      `update identity_rate_windows set taken = 50 where subject like 'second-factor-day:%' and taken = 5`,
    );

    expect(await enter(await signInToCodeStep(email), recoveryCodes[0]!)).toBe(303);
    await session.get('/developers/account');
    const fields = { factor_password: PASSWORD, factor_code: codeOf(secret) };
    expect((await session.submit(`${FACTOR}/codes`, fields)).status).toBe(200);
    tomorrow();
    await session.get('/developers/keys');
    await session.submit('/developers/sign-out');
    await session.get('/developers/sign-in');
    await session.submit('/developers/sign-in', { email, password: PASSWORD });
    for (let attempt = 0; attempt < 4; attempt += 1) expect(await enter(session, `00000${attempt}`)).toBe(401);
    expect(await enter(session, codeOf(secret))).toBe(303);
    await service.database.query('delete from identity_rate_windows');
  });

  it('limits wrong codes per known browser, and wrong recovery codes per IP address', async () => {
    const { browser, email, secret } = await aProtectedPerson();
    await browser.get('/developers/keys');
    await browser.submit('/developers/sign-out');
    await browser.get('/developers/sign-in');
    await browser.submit('/developers/sign-in', { email, password: PASSWORD });
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await enter(browser, `00000${attempt}`)).toBe(401);
    expect(await enter(browser, codeOf(secret))).toBe(429);
    const stranger = await signInToCodeStep(email);
    for (let attempt = 0; attempt < 10; attempt += 1) {
      expect(await enter(stranger, `0000-0000-0000-000${attempt}`)).toBe(401);
    }
    expect(await enter(stranger, '0000-0000-0000-0000')).toBe(429);
    expect(await enter(await signInToCodeStep(email), codeOf(secret))).toBe(303);
    await service.database.query('delete from identity_rate_windows');
  });

  it('enabling two-factor login or changing the password makes known browsers unknown', async () => {
    const { browser, email } = await aDeveloper(service);
    const [before, unused] = [await signIn(service.url, email), await signIn(service.url, email)];
    const knownBrowsers = async () =>
      service.database.query<{ n: number }>(
        `select count(*)::int as n from identity_devices d join identity_users u on u.id = d.user_id where u.email = $1`,
        [email],
      );
    expect(await knownBrowsers()).toEqual([{ n: 3 }]);
    await enableTwoFactor(browser);
    tomorrow();
    expect(await knownBrowsers()).toEqual([{ n: 1 }]);
    const statuses = [];
    for (const each of [before, unused]) {
      await each.get('/developers/sign-in');
      await each.submit('/developers/sign-in', { email, password: PASSWORD });
      for (let attempt = 0; attempt < 3; attempt += 1) statuses.push(await enter(each, `00000${attempt}`));
    }
    expect(statuses).toEqual([...Array<number>(5).fill(401), 429]);
    await service.database.query('delete from identity_rate_windows');

    await service.database.query(
      `insert into identity_devices (user_id, token_hash, name, created_at, last_seen_at)
       select id, '\\x01', 'x', now(), now() from identity_users where email = $1`,
      [email],
    );
    await browser.get('/developers/account');
    await browser.submit('/developers/account/password', { current: PASSWORD, next: OTHER_PASSWORD });
    expect(await knownBrowsers()).toEqual([{ n: 1 }]);
  });

  it('limits wrong codes of all known browsers to fifty a day, without blocking recovery codes and open sessions', async () => {
    const { browser, email, secret, recoveryCodes } = await aProtectedPerson();
    const second = await signInToCodeStep(email);
    expect(await enter(second, recoveryCodes[0]!)).toBe(303);
    const enterPassword = async (each: Browser) => {
      await each.get('/developers/sign-in');
      await each.submit('/developers/sign-in', { email, password: PASSWORD });
    };
    for (const each of [browser, second]) {
      await each.get('/developers/keys');
      await each.submit('/developers/sign-out');
      await enterPassword(each);
    }
    const third = await signInToCodeStep(email);
    expect(await enter(third, recoveryCodes[1]!)).toBe(303);
    expect(await enter(browser, '000000')).toBe(401);
    await service.database.query(
      `update identity_rate_windows set taken = 50 where subject like 'second-factor-day:%' and taken = 1`,
    );
    expect(await enter(second, codeOf(secret))).toBe(429);
    await enterPassword(second);
    expect(await enter(second, recoveryCodes[2]!)).toBe(303);
    await third.get('/developers/account');
    const fields = { factor_password: PASSWORD, factor_code: codeOf(secret) };
    expect((await third.submit(`${FACTOR}/codes`, fields)).status).toBe(200);
    await service.database.query('delete from identity_rate_windows');
  });

  it('a pending sign-in restarts after a password change, after ten minutes and if its state is invalid', async () => {
    const { browser: own, email, secret } = await aProtectedPerson();
    const [changed, late] = [await signInToCodeStep(email), await signInToCodeStep(email)];
    await own.get('/developers/account');
    await own.submit('/developers/account/password', { current: PASSWORD, next: OTHER_PASSWORD });
    const code = codeOf(secret);
    const answer = await changed.submit('/developers/sign-in/code', { code });
    expect([answer.location, await isSignedIn(changed)]).toEqual(['/developers/sign-in', false]);
    tomorrow();
    expect((await late.submit('/developers/sign-in/code', { code })).location).toBe('/developers/sign-in');
    for (const pending of ['', 'bm8', 'x'.repeat(5_000), '\0']) {
      const forged = new Browser(service.url);
      await forged.get('/developers/sign-in');
      const fields = { pending, code };
      const token = /name="form_token" value="([^"]+)"/.exec(forged.page!.text)![1]!;
      const { status, location } = await forged.submit('/developers/sign-in/code', { ...fields, form_token: token });
      expect([status, location]).toEqual([303, '/developers/sign-in']);
    }
  });
});

describe('replacing recovery codes', () => {
  it('new recovery codes require the password and a code, replace the old codes, and end other sessions', async () => {
    const { browser, email, secret, recoveryCodes } = await aProtectedPerson();
    const elsewhere = await signInToCodeStep(email);
    expect(await enter(elsewhere, recoveryCodes[0]!)).toBe(303);
    const renew = async (factor_password: string, factor_code: string) => {
      await browser.get('/developers/account');
      return browser.submit(`${FACTOR}/codes`, { factor_password, factor_code });
    };
    expect((await renew('no es la mía', codeOf(secret))).status).toBe(400);
    expect((await renew(PASSWORD, '000000')).status).toBe(400);
    expect(await isSignedIn(elsewhere)).toBe(true);
    const { status, text } = await renew(PASSWORD, codeOf(secret));
    const fresh = [...text.matchAll(/<code>([0-9A-Z-]{19})<\/code>/g)].map(([, code]) => code!);
    expect([status, fresh.length, fresh.filter((code) => recoveryCodes.includes(code))]).toEqual([200, 10, []]);
    expect([await isSignedIn(elsewhere), await isSignedIn(browser)]).toEqual([false, true]);
    expect(await enter(await signInToCodeStep(email), recoveryCodes[1]!)).toBe(401);
    expect(await enter(await signInToCodeStep(email), fresh[0]!)).toBe(303);
  });

  it('rejects new recovery codes without two-factor login', async () => {
    const { browser } = await aDeveloper(service);
    const { text } = await browser.get('/developers/account');
    const form_token = /name="form_token" value="([^"]+)"/.exec(text)![1]!;
    const fields = { form_token, factor_password: PASSWORD, factor_code: '000000' };
    expect((await browser.submit(`${FACTOR}/codes`, fields)).status).toBe(400);
  });
});

it('the account page lists changes to login settings and the number of rejected sign-ins', async () => {
  const { browser, email, secret, recoveryCodes } = await aProtectedPerson();
  for (const code of ['000000', '111111']) expect(await enter(await signInToCodeStep(email), code)).toBe(401);
  await browser.get('/developers/account');
  await browser.submit('/developers/account/password', { current: PASSWORD, next: OTHER_PASSWORD });
  await browser.get('/developers/account');
  await browser.submit(`${FACTOR}/codes`, { factor_password: OTHER_PASSWORD, factor_code: codeOf(secret) });
  tomorrow();
  await browser.get('/developers/account');
  const entries = [...(await browser.get('/developers/account')).text.matchAll(/<b>([^<]+)<\/b> ([^<]*)<p/g)];
  const news = entries.map(([, title, name]) => [title, name!.trim()].filter(Boolean).join(' '));
  expect(news).toEqual(
    expect.arrayContaining([
      'Verificación en dos pasos activada',
      'Inicios de sesión rechazados: 2',
      'Contraseña cambiada',
      'Códigos de recuperación nuevos',
    ]),
  );
  expect(recoveryCodes.length).toBe(10);
});

describe('disabling two-factor login', () => {
  it('disabling two-factor login requires the password and a code', async () => {
    const { browser, email, secret } = await aProtectedPerson();
    await browser.get('/developers/account');
    const disable = (factor_password: string, factor_code: string) =>
      browser.submit(`${FACTOR}/end`, { factor_password, factor_code });
    expect((await disable('no es la mía', codeOf(secret))).status).toBe(400);
    expect((await disable(PASSWORD, '000000')).status).toBe(400);
    expect((await disable(PASSWORD, codeOf(secret))).location).toBe('/developers/account?done=factor-off');
    expect(await isSignedIn(await signIn(service.url, email))).toBe(true);
  });

  it('an operator can disable two-factor login for a user who lost their device', async () => {
    const { email } = await aProtectedPerson();
    await runCli(service.database, 'user', 'reset-second-factor', '--email', email);
    expect(await isSignedIn(await signIn(service.url, email))).toBe(true);
    expect(await refusalOf(service.database, 'user', 'reset-second-factor', '--email', email)).toContain(
      'has no second factor',
    );
    expect(await refusalOf(service.database, 'user', 'reset-second-factor', '--email', 'nadie@example.mx')).toContain(
      'No user',
    );
  });
});
