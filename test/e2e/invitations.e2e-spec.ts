import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../libs/kernel/src/id/id.js';
import type { ApiProcess } from './support/api-process.js';
import { startApi } from './support/api-process.js';
import type { Browser } from './support/browser.js';
import { Browser as NewBrowser, PASSWORD, quickUser, signIn } from './support/browser.js';
import { errorsOf, statusAndCode } from './support/client.js';
import { ok } from './support/household.js';
import type { MailCatcher } from './support/mail-catcher.js';
import { catchMail } from './support/mail-catcher.js';
import type { Somebody } from './support/people.js';
import { accept, anOwner, invite, join } from './support/people.js';
import { until } from './support/until.js';

let service: ApiProcess;
let owner: Somebody;
let mail: MailCatcher;

beforeAll(async () => {
  mail = await catchMail();
  service = await startApi({
    env: { SMTP_URL: mail.url, MAIL_FROM: 'avisos@example.mx', TRUSTED_PROXIES: '127.0.0.1' },
  });
  owner = await anOwner(service);
});
afterAll(async () => {
  await service.stop();
  await mail.stop();
});

const address = () => `${newId()}@example.mx`;
const openOnes = async () => ok(await owner.api.get('/v1/invitations')) as { id: string; email: string }[];

async function somebody(email = address()): Promise<{ email: string; browser: Browser }> {
  await quickUser(service, email);
  return { email, browser: await signIn(service.url, email) };
}

/** Opens a page from a different IP address, because wrong tokens are counted by address. */
async function look(browser: Browser, path: string, from = '203.0.113.9') {
  return browser.get(path, { 'x-forwarded-for': from });
}

describe('invitations', () => {
  it('returns the URL of an invitation once, and again only for the same Idempotency-Key', async () => {
    const body = { email: address(), role: 'editor' };
    const options = { headers: { 'idempotency-key': newId() } };
    const created = await owner.api.post('/v1/invitations', body, options);
    expect(ok(created)).toMatchObject({ ...body, url: expect.stringMatching(/\/invitations\/[A-Za-z0-9_-]{43}$/) });
    const replayed = await owner.api.post('/v1/invitations', body, options);
    expect([replayed.text, replayed.headers['idempotency-replayed']]).toEqual([created.text, 'true']);
    const { id, url, createdAt, expiresAt } = ok(created);
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(7 * 86_400_000);
    expect(await openOnes()).toContainEqual({ id, ...body, createdAt, expiresAt });
    const stored = await service.database.query(
      `select i::text, r::text as record from identity_invitations i
      left join kernel_idempotency_records r on r.workspace_id = i.workspace_id where i.id = $1`,
      [id],
    );
    expect(JSON.stringify(stored)).not.toContain(url.split('/').at(-1));
    await until(() => mail.letters.some(({ to, text }) => to === body.email && text.includes(url)));
    expect(mail.letters.filter(({ to }) => to === body.email)).toHaveLength(1);
    ok(await owner.api.delete(`/v1/invitations/${id}`));
    expect(statusAndCode(await owner.api.delete(`/v1/invitations/${id}`))).toBe('404 INVITATION_NOT_FOUND');
  });

  it('a dry run sends no email, and its URL does not work', async () => {
    const email = address();
    const { result } = ok(await owner.api.post('/v1/invitations?dryRun=true', { email, role: 'owner' })) as unknown as {
      result: { url: string };
    };
    const { browser } = await somebody(email);
    expect((await look(browser, new URL(result.url).pathname)).status).toBe(404);
    ok(await owner.api.post('/v1/invitations', { email: address(), role: 'viewer' }));
    expect(mail.letters.filter(({ to }) => to === email)).toEqual([]);
  });

  it('invitations of one workspace to an address use up neither the emails of other workspaces nor of the sign-up', async () => {
    const email = address();
    for (let attempt = 0; attempt < 7; attempt += 1) {
      ok(await owner.api.post('/v1/invitations', { email, role: 'viewer' }));
    }
    const other = await anOwner(service);
    const { url } = ok(await other.api.post('/v1/invitations', { email, role: 'viewer' }));
    const browser = new NewBrowser(service.url);
    await browser.get('/developers/sign-up');
    await browser.submit('/developers/sign-up', { email, password: PASSWORD, workspace_name: 'La mía' });
    const texts = () => mail.letters.filter(({ to }) => to === email).map(({ text }) => text);
    await until(() => texts().some((text) => text.includes('/sign-up/confirm')));
    await until(() => texts().some((text) => text.includes(url)));
    expect(texts()).toHaveLength(4);
  });

  it('inviting an address again in any case replaces its open invitation', async () => {
    const email = address();
    const { nextCursor: cursor } = ok(await owner.api.get('/v1/events?limit=200'));
    const first = await invite(owner.api, email);
    const second = await invite(owner.api, email.toUpperCase(), 'viewer');
    expect((await openOnes()).filter((one) => one.email === email)).toHaveLength(1);
    const { browser } = await somebody(email);
    expect((await look(browser, first)).status).toBe(404);
    expect((await accept(browser, second)).location).toBe('/developers/members?done=joined');
    const { items } = ok(await owner.api.get(`/v1/events?limit=200&cursor=${cursor}`));
    const types = items.map(({ type }) => type).filter((type) => /^(invitation|member)/.test(type));
    expect(types.slice(-5)).toEqual([
      ...['invitation.created', 'invitation.revoked', 'invitation.created', 'invitation.accepted', 'member.joined'],
    ]);
  });

  it('used, revoked, expired, guessed and foreign tokens get the same response', async () => {
    const [used, revoked, expired, foreign] = [await somebody(), await somebody(), await somebody(), await somebody()];
    const paths: [Browser, string][] = [];
    const usedPath = await invite(owner.api, used.email);
    await accept(used.browser, usedPath);
    paths.push([used.browser, usedPath], [new NewBrowser(service.url), usedPath]);
    paths.push([revoked.browser, await invite(owner.api, revoked.email)]);
    ok(
      await owner.api.delete(`/v1/invitations/${(await openOnes()).find(({ email }) => email === revoked.email)!.id}`),
    );
    paths.push([expired.browser, await invite(owner.api, expired.email)]);
    await service.database.query(`update identity_invitations set expires_at = now() where email = $1`, [
      expired.email,
    ]);
    const foreignPath = await invite(owner.api, foreign.email);
    paths.push([revoked.browser, foreignPath], [revoked.browser, `/invitations/${'A'.repeat(43)}`]);
    paths.push([revoked.browser, '/invitations/x'], [revoked.browser, `/invitations/${'%00'.repeat(9)}`]);
    const pages = [];
    for (const [browser, path] of paths) {
      const { status, text } = await look(browser, path);
      pages.push(`${status} ${text}`);
    }
    expect(new Set(pages).size).toBe(1);
    expect(pages[0]).toMatch(/^404 .*Esta invitación no es válida/s);
    await look(foreign.browser, foreignPath);
    const form = /name="form_token" value="([^"]+)"/;
    await revoked.browser.get('/developers/members');
    const token = form.exec(revoked.browser.page!.text)![1]!;
    const stolen = await revoked.browser.submit(`${foreignPath}/accept`, { form_token: token }, { bare: true });
    expect(stolen.status).toBe(404);
    expect((await foreign.browser.submit(`${foreignPath}/accept`)).status).toBe(303);
  });

  it('only one of two concurrent acceptances, or of an acceptance and a revocation, succeeds', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { email, browser } = await somebody();
      const path = await invite(owner.api, email);
      const { id } = (await openOnes()).find((one) => one.email === email)!;
      await browser.get(path);
      const token = /name="form_token" value="([^"]+)"/.exec(browser.page!.text)![1]!;
      const take = async () =>
        (await browser.copy().submit(`${path}/accept`, { form_token: token }, { bare: true })).status === 303;
      const revoke = async () => (await owner.api.delete(`/v1/invitations/${id}`)).status === 200;
      const outcomes = await Promise.all(round % 2 === 0 ? [take(), take()] : [take(), revoke()]);
      expect(outcomes.filter(Boolean)).toHaveLength(1);
      const joined = (ok(await owner.api.get('/v1/members')) as { email: string }[]).some((one) => one.email === email);
      expect(joined).toBe(round % 2 === 0 || outcomes[0]);
    }
  });

  it.each([
    ['a dot', (email: string) => email.replace('@', '.@')],
    ['a plus', (email: string) => email.replace('@', '+x@')],
    ['a space', (email: string) => email.replace('@', ' @')],
    ['a Cyrillic letter', (email: string) => email.replace('@', 'а@')],
    ['a full-width letter', (email: string) => email.replace('@', 'ａ@')],
    ['a dotless letter', (email: string) => email.replace('@', 'ı@')],
  ])('an address that differs by %s is invalid or belongs to another user', async (_, alike) => {
    const email = address();
    const answer = await owner.api.post('/v1/invitations', { email: alike(email), role: 'owner' });
    if (answer.status !== 200) return expect(errorsOf(answer)).toEqual(['#/email EMAIL_INVALID']);
    const { browser } = await somebody(email);
    expect((await look(browser, new URL((answer.body as { url: string }).url).pathname)).status).toBe(404);
    ok(await owner.api.delete(`/v1/invitations/${(answer.body as { id: string }).id}`));
  });

  it('rejects the address of a member, and more than 20 open invitations, even concurrently', async () => {
    const first = await anOwner(service);
    const member = await join(service, first, 'viewer');
    for (const email of [member.email, ` ${first.email.toUpperCase()} `]) {
      const answer = await first.api.post('/v1/invitations', { email, role: 'editor' });
      expect(statusAndCode(answer)).toBe('409 ALREADY_MEMBER');
    }
    const send = () => first.api.post('/v1/invitations', { email: address(), role: 'editor' });
    const answers = await Promise.all(Array.from({ length: 24 }, send));
    expect(answers.map(statusAndCode).sort()).toEqual([
      ...[
        ...Array.from({ length: 20 }, () => '200'),
        ...Array.from({ length: 4 }, () => '409 INVITATION_LIMIT_REACHED'),
      ],
    ]);
    const again = (ok(await first.api.get('/v1/invitations')) as { email: string }[])[0]!.email;
    ok(await first.api.post('/v1/invitations', { email: again, role: 'viewer' }));
  });

  it('editors and viewers neither see nor manage invitations', async () => {
    const path = await invite(owner.api, address());
    expect(path).toMatch(/^\/invitations\//);
    const { id, email } = (await openOnes()).at(-1)!;
    for (const role of ['editor', 'viewer'] as const) {
      const { api, browser } = await join(service, owner, role);
      for (const answer of [
        await api.get('/v1/invitations'),
        await api.get(`/v1/invitations/${id}`),
        await api.post('/v1/invitations', { email: address(), role: 'viewer' }),
        await api.delete(`/v1/invitations/${id}`),
      ])
        expect(statusAndCode(answer)).toBe('403 AUTH_INSUFFICIENT_SCOPE');
      const dry = await api.delete(`/v1/invitations/${id}?dryRun=true`);
      expect(ok(dry)).toMatchObject({ result: { id, email: null } });
      const page = await browser.get('/developers/members');
      expect(page.text).not.toContain(email);
      const token = /name="form_token" value="([^"]+)"/.exec(page.text)![1]!;
      const fields = { form_token: token, email: address(), role: 'owner' };
      expect((await browser.submit('/developers/members/invitations', fields, { bare: true })).status).toBe(403);
    }
  });

  it('limits wrong tokens by IP address', async () => {
    const browser = new NewBrowser(service.url);
    const statuses = [];
    for (let n = 0; n < 62; n += 1)
      statuses.push((await look(browser, `/invitations/${newId()}`, '198.51.100.7')).status);
    expect([statuses[59], statuses[61]]).toEqual([404, 429]);
    expect((await look(browser, await invite(owner.api, address()), '198.51.100.7')).status).toBe(429);
    expect((await look(browser, await invite(owner.api, address()), '198.51.100.8')).status).toBe(200);
  });

  it('a new user can sign up and then accept an invitation', async () => {
    const email = address();
    const path = await invite(owner.api, email, 'viewer');
    const browser = new NewBrowser(service.url);
    const page = await look(browser, path);
    expect(page.text).not.toContain(email);
    const signUpPath = /href="(\/developers\/sign-up\?next=[^"]+)"/.exec(page.text)![1]!;
    await browser.get(signUpPath);
    await browser.submit('/developers/sign-up', { email, password: PASSWORD, workspace_name: 'La mía' });
    const confirmation = () => mail.letters.find(({ to, text }) => to === email && text.includes('/sign-up/confirm'));
    await until(() => confirmation() !== undefined);
    const link = /\/developers\/sign-up\/confirm\S+/.exec(confirmation()!.text)![0];
    await browser.get(link);
    const code = /code=([0-9A-Z-]{19})/.exec(link)![1]!;
    await browser.follow(await browser.submit('/developers/sign-up/confirm', { code, password: PASSWORD }));
    await browser.follow(await browser.submit('/developers/sign-in', { email, password: PASSWORD }));
    expect(browser.page!.path).toBe(path);
    const joined = await browser.follow(await browser.submit(`${path}/accept`));
    expect(joined.text).toContain('Ya eres miembro de este espacio');
    expect(joined.text).toContain('La mía');
  });
});
