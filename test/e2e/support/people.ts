import { newId } from '../../../libs/kernel/src/id/id.js';
import type { Service } from './api-process.js';
import type { Browser } from './browser.js';
import { aDeveloper, aKeyOf, quickUser, signIn, signUp } from './browser.js';
import type { Client } from './client.js';
import { ok } from './household.js';

export type Role = 'owner' | 'editor' | 'viewer';

export interface Somebody {
  readonly email: string;
  readonly browser: Browser;
  /** ID of the member. */
  readonly id: string;
  readonly api: Client;
}

/** Creates a workspace with an owner who has a key with `read_write`. */
export async function anOwner(service: Service): Promise<Somebody> {
  const { browser, email } = await aDeveloper(service);
  return { browser, email, ...(await withKey(service, browser, 'read_write')) };
}

/** Invites a new user, who accepts. The key has the widest scope that the role allows. */
export async function join(service: Service, owner: Somebody, role: Role): Promise<Somebody> {
  const email = `${newId()}@example.mx`;
  await quickUser(service, email);
  const browser = await signIn(service.url, email);
  await accept(browser, await invite(owner.api, email, role));
  const key = await withKey(service, browser, role === 'viewer' ? 'read_only' : 'read_write');
  return { browser, email, ...key };
}

/** Returns the path of the invitation's page. */
export async function invite(api: Client, email: string, role: Role = 'editor'): Promise<string> {
  const { url } = ok(await api.post('/v1/invitations', { email, role })) as { url: string };
  return new URL(url).pathname;
}

export async function accept(browser: Browser, path: string) {
  await browser.get(path);
  return browser.submit(`${path}/accept`);
}

async function withKey(service: Service, browser: Browser, scope: string) {
  const api = service.client((await aKeyOf(browser, 'computadora', scope)).key);
  const members = ok(await api.get('/v1/members')) as { id: string; self: boolean }[];
  return { api, id: members.find(({ self }) => self)!.id };
}

/** Invites a new user, who signs up on the web pages. Returns the ID of the member. Does not access the database. */
export async function aNewMember(api: Client, role: Role = 'editor'): Promise<string> {
  const email = `${newId()}@example.mx`;
  await accept(await signUp(api, email), await invite(api, email, role));
  const members = ok(await api.get('/v1/members')) as { id: string; email: string | null }[];
  return members.find((member) => member.email === email)!.id;
}
