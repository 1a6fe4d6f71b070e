import { argon2Sync, randomBytes } from 'node:crypto';
import type { Service } from './api-process.js';
import { newId } from '../../../libs/kernel/src/id/id.js';
import { aWorkspace } from './household.js';

export interface Page {
  readonly status: number;
  readonly path: string;
  readonly headers: Headers;
  readonly text: string;
  readonly location: string | null;
}

export interface FormOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly bare?: boolean;
  readonly without?: readonly string[];
}

export class Browser {
  private readonly cookies = new Map<string, { value: string; path: string }>();
  page: Page | undefined;

  constructor(readonly url: string) {}

  copy(): Browser {
    const thief = new Browser(this.url);
    for (const [name, cookie] of this.cookies) thief.cookies.set(name, cookie);
    return thief;
  }

  async get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Page> {
    return this.send('GET', path, undefined, headers);
  }

  async submit(path: string, fields: Readonly<Record<string, string>> = {}, options: FormOptions = {}): Promise<Page> {
    const hidden = options.bare ? {} : fieldsOf(this.page?.text ?? '', path);
    for (const name of options.without ?? []) delete hidden[name];
    const body = new URLSearchParams({ ...hidden, ...fields }).toString();
    const headers = { origin: this.url, 'sec-fetch-site': 'same-origin', ...options.headers };
    return this.send('POST', path, body, { 'content-type': 'application/x-www-form-urlencoded', ...headers });
  }

  async follow(page: Page): Promise<Page> {
    let current = page;
    while (current.location !== null) {
      const target = new URL(current.location, this.url);
      if (target.origin !== this.url) return current;
      current = await this.get(target.pathname + target.search);
    }
    return current;
  }

  cookie(name: string): string | undefined {
    return this.cookies.get(name)?.value;
  }

  allCookies(): string[] {
    return [...this.cookies.values()].map(({ value }) => value);
  }

  setCookie(name: string, value: string): void {
    this.cookies.set(name, { value, path: '/' });
  }

  private async send(
    method: string,
    path: string,
    body: string | undefined,
    headers: Readonly<Record<string, string>>,
  ) {
    const sent = [...this.cookies].filter(([, cookie]) => path.startsWith(cookie.path));
    const cookie = sent.map(([name, { value }]) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${this.url}${path}`, {
      method,
      redirect: 'manual',
      headers: { ...(cookie === '' ? {} : { cookie }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    if (answer.status >= 500) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`);
    for (const line of answer.headers.getSetCookie()) this.storeCookie(line);
    this.page = {
      status: answer.status,
      path,
      headers: answer.headers,
      text: await answer.text(),
      location: answer.headers.get('location'),
    };
    return this.page;
  }

  private storeCookie(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
    const [name = '', ...value] = pair.split('=');
    const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice(5) ?? '/';
    const isExpired = attributes.some((attribute) => /^(max-age=0|expires=thu, 01 jan 1970.*)$/i.test(attribute));
    if (isExpired || value.join('=') === '') this.cookies.delete(name);
    else this.cookies.set(name, { value: value.join('='), path });
  }
}

export const PASSWORD = 'una frase larga de prueba';

/** Password hash with a minimal work factor, for fast sign-ins. The service reads the work factor from the hash. */
const QUICK_HASH = quickHash(PASSWORD);

/** Creates a user without a workspace by SQL. Returns the ID. */
export async function quickUser({ database }: Pick<Service, 'database'>, email: string): Promise<string> {
  const userId = newId();
  await database.query(
    `insert into identity_users (id, email, password_hash, created_at, email_verified_at) values ($1, $2, $3, now(), now())`,
    [userId, email, QUICK_HASH],
  );
  return userId;
}

/** Creates a user with a workspace by SQL and signs the user in. */
export async function aDeveloper(service: Service): Promise<{ browser: Browser; email: string }> {
  const email = `${newId()}@example.mx`;
  const userId = await quickUser(service, email);
  await service.database.query(
    `insert into identity_members (workspace_id, id, user_id, email, name, role, joined_at)
     values ($1, $2, $3, $4, 'Ana', 'owner', now())`,
    [await aWorkspace(service.database), newId(), userId, email],
  );
  return { browser: await signIn(service.url, email), email };
}

export async function signUp({ url }: Pick<Service, 'url'>, email = `${newId()}@example.mx`): Promise<Browser> {
  const browser = new Browser(url);
  await browser.get('/developers/sign-up');
  await browser.follow(
    await browser.submit('/developers/sign-up', { email, password: PASSWORD, workspace_name: 'Casa' }),
  );
  const signedIn = await browser.submit('/developers/sign-in', { email, password: PASSWORD });
  if (signedIn.location !== '/developers/keys') throw new Error(`signing in answered ${signedIn.status}`);
  return browser;
}

export async function signIn(url: string, email: string, password = PASSWORD): Promise<Browser> {
  const browser = new Browser(url);
  await browser.get('/developers/sign-in');
  const { status } = await browser.submit('/developers/sign-in', { email, password });
  if (status !== 303) throw new Error(`signing in answered ${status}`);
  return browser;
}

export async function aKeyOf(browser: Browser, name: string, scope: string): Promise<{ id: string; key: string }> {
  await browser.get('/developers/keys');
  const { text } = await browser.submit('/developers/keys', { name, scope });
  const key = /svc_[0-9A-Za-z]{49}/.exec(text)?.[0];
  if (key === undefined) throw new Error('no key was shown');
  const { text: list } = await browser.get('/developers/keys');
  const row = list.split('<li>').find((part) => part.includes(`svc_…${key.slice(-4)}`));
  return { key, id: /keys\/([0-9a-f-]{36})\/revoke/.exec(row!)![1]! };
}

function fieldsOf(text: string, path: string): Record<string, string> {
  const form = text.split('<form').find((part) => part.includes(`action="${path}"`)) ?? '';
  const inputs = [...form.split('</form>')[0]!.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const chosen = [
    ...form.split('</form>')[0]!.matchAll(/<input type="(?:radio|checkbox)" name="([^"]+)" value="([^"]*)" checked/g),
  ];
  return Object.fromEntries([...inputs, ...chosen].map(([, name, value]) => [name!, value!]));
}

function quickHash(message: string): string {
  const [nonce, cost] = [randomBytes(16), { memory: 8, passes: 1, parallelism: 1 }];
  const hash = argon2Sync('argon2id', { message: message.normalize('NFC'), nonce, tagLength: 32, ...cost });
  const [salt, digest] = [nonce, hash].map((bytes) => bytes.toString('base64').replaceAll('=', ''));
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${salt}$${digest}`;
}
