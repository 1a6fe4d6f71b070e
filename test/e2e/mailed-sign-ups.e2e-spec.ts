import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../libs/kernel/src/id/id.js';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import { aDeveloper, Browser, PASSWORD, signIn } from './support/browser.js';
import type { MailCatcher } from './support/mail-catcher.js';
import { catchMail } from './support/mail-catcher.js';
import { until } from './support/until.js';

let mail: MailCatcher;
let service: ApiProcess;

beforeAll(async () => {
  mail = await catchMail();
  service = await startApi({
    env: { SMTP_URL: mail.url, MAIL_FROM: 'avisos@example.mx', TRUSTED_PROXIES: '127.0.0.1' },
  });
});
afterAll(async () => {
  await service.stop();
  await mail.stop();
});

const address = () => `${newId()}@example.mx`;

async function letterTo(email: string): Promise<string> {
  await until(() => mail.letters.some(({ to }) => to === email));
  return mail.letters.findLast(({ to }) => to === email)!.text;
}

async function ask(email: string, password = PASSWORD, from = '203.0.113.1') {
  const browser = new Browser(service.url);
  await browser.get('/developers/sign-up');
  const fields = { email, password, workspace_name: 'Casa' };
  const page = await browser.follow(
    await browser.submit('/developers/sign-up', fields, { headers: { 'x-forwarded-for': from } }),
  );
  return { browser, page };
}

async function tryToSignIn(email: string): Promise<number> {
  const browser = new Browser(service.url);
  await browser.get('/developers/sign-in');
  return (await browser.submit('/developers/sign-in', { email, password: PASSWORD })).status;
}

function linkIn(letter: string): string {
  return /\/developers\/sign-up\/confirm\?code=[0-9A-Z-]{19}/.exec(letter)![0];
}

describe('a sign-up with a mail server', () => {
  it('creates the user with the chosen password only after the email is confirmed', async () => {
    const email = address();
    const { browser, page } = await ask(email);
    expect(page.text).toContain('Te enviamos un correo');
    expect(await tryToSignIn(email)).toBe(401);
    const link = linkIn(await letterTo(email));
    expect((await browser.get(link)).text).toContain('Escribe la contraseña que elegiste');
    expect(
      (await browser.submit('/developers/sign-up/confirm', { code: link.slice(-19), password: 'no es esta frase' }))
        .status,
    ).toBe(400);
    await browser.follow(
      await browser.submit('/developers/sign-up/confirm', { code: link.slice(-19), password: PASSWORD }),
    );
    expect(browser.page!.text).toContain('tu correo quedó verificado');
    const person = await signIn(service.url, email);
    expect((await person.get('/developers/keys')).text).toContain('Casa');
    expect((await person.get('/developers/account')).text).not.toContain('Verifica tu correo');
    await browser.get(link);
    expect(
      (await browser.submit('/developers/sign-up/confirm', { code: link.slice(-19), password: PASSWORD })).status,
    ).toBe(400);
  });

  it('shows the same page for a registered email address as for a new one, and emails the owner', async () => {
    const registered = await aDeveloper(service);
    const free = address();
    const pages = [];
    for (const email of [registered.email, free]) {
      const { page } = await ask(email, 'otra frase muy larga');
      pages.push(`${page.status} ${page.path} ${page.text.replace(/value="[^"]*"/g, '')}`);
    }
    expect(pages[0]).toBe(pages[1]);
    expect(await letterTo(registered.email)).toContain('ya tiene una');
    const browser = new Browser(service.url);
    const statuses = [];
    for (const email of [registered.email, free]) {
      await browser.get('/developers/sign-in');
      statuses.push((await browser.submit('/developers/sign-in', { email, password: 'otra frase muy larga' })).status);
    }
    expect(statuses).toEqual([401, 401]);
  });

  const countTo = async (email: string) => {
    const last = address();
    await ask(last);
    await letterTo(last);
    const [local, domain] = email.split('@') as [string, string];
    return mail.letters.filter(({ to }) => to.startsWith(local) && to.endsWith(domain)).length;
  };

  it('sends at most ten emails per hour to an address', async () => {
    const email = address();
    for (let attempt = 0; attempt < 12; attempt += 1) await ask(email, PASSWORD, `203.0.113.${20 + attempt}`);
    expect(await countTo(email)).toBe(10);
  });

  it('sends at most two emails per hour and requester to an address, so that others can still sign up with it', async () => {
    const email = address();
    for (let attempt = 0; attempt < 4; attempt += 1) await ask(email);
    await ask(email.replace('@', '+casa@'));
    expect(await countTo(email)).toBe(2);
    await ask(email, PASSWORD, '203.0.113.2');
    expect(await countTo(email)).toBe(3);
  });
});

it('alternates between requesters, so that many emails of one requester do not delay the emails of another', async () => {
  mail.isBusy = true;
  const [addresses, otherAddress] = [Array.from({ length: 20 }, address), address()];
  for (const email of addresses) await ask(email, PASSWORD, '203.0.113.7');
  await ask(otherAddress, PASSWORD, '203.0.113.8');
  // The service sends two emails at a time.
  let sent = 0;
  for (; ; sent += 1) {
    await until(() => mail.held.length === 2);
    if (mail.held.includes(otherAddress)) break;
    mail.takeOldest();
  }
  expect(sent).toBeLessThan(3);
  mail.isBusy = false;
  await until(() => [...addresses, otherAddress].every((email) => mail.letters.some(({ to }) => to === email)));
});

it('sends the email to one recipient if the address contains special characters', async () => {
  for (const local of ["o'ana+casa", '=?utf-8?q?a?=', 'a%b', 'ana!x', '{ana}', 'ñandú']) {
    const email = `${local}.${newId()}@example.mx`;
    await ask(email);
    await letterTo(email);
  }
  expect(mail.letters.every(({ to }) => to.endsWith('@example.mx'))).toBe(true);
});

it('a user without a verified email can request a code by email', async () => {
  const { browser, email } = await aDeveloper(service);
  await service.database.query('update identity_users set email_verified_at = null where email = $1', [email]);
  await browser.get('/developers/account');
  await browser.follow(await browser.submit('/developers/account/address/mail'));
  const code = /[0-9A-Z]{4}(-[0-9A-Z]{4}){3}/.exec(await letterTo(email))![0];
  await browser.follow(await browser.submit('/developers/account/address', { code }));
  expect(browser.page!.text).toContain('Tu correo quedó verificado.');
});
