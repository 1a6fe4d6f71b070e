import * as oauth from 'openid-client';
import type { Browser, Page } from './browser.js';

export const CALLBACK = 'http://127.0.0.1:53682/cb';

export interface App {
  readonly config: oauth.Configuration;
  readonly clientId: string;
}

export interface Begun {
  readonly verifier: string;
  readonly state: string;
  readonly address: URL;
}

const HTTP = { algorithm: 'oauth2' as const, execute: [oauth.allowInsecureRequests] };

export async function anApp(url: string, name = 'Agente de gastos', metadata: object = {}): Promise<App> {
  const registration = { client_name: name, redirect_uris: [CALLBACK], ...metadata };
  const config = await oauth.dynamicClientRegistration(new URL(url), registration, oauth.None(), HTTP);
  return { config, clientId: config.clientMetadata().client_id };
}

export async function begin(app: App, scope: string, more: Record<string, string> = {}): Promise<Begun> {
  const verifier = oauth.randomPKCECodeVerifier();
  const state = oauth.randomState();
  const address = oauth.buildAuthorizationUrl(app.config, {
    redirect_uri: CALLBACK,
    scope,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...more,
  });
  return { verifier, state, address };
}

export async function open(browser: Browser, { address }: Begun): Promise<Page> {
  return browser.follow(await browser.get(address.pathname + address.search));
}

/** Submits the consent form with the checkboxes in `without` cleared. Returns the final redirect URL. */
export async function answer(
  browser: Browser,
  decision: 'allow' | 'deny',
  fields: Record<string, string> = {},
  without: readonly string[] = [],
): Promise<URL> {
  const { path } = browser.page!;
  const last = await browser.follow(await browser.submit(path, { decision, ...fields }, { without }));
  if (last.location === null)
    throw new Error(`consent ended at ${last.path} with ${last.status}: ${last.text.slice(0, 300)}`);
  return new URL(last.location);
}

export async function connect(
  browser: Browser,
  app: App,
  scope = 'read_write offline_access',
  more: Record<string, string> = {},
) {
  const begun = await begin(app, scope, more);
  await open(browser, begun);
  const callback = await answer(browser, 'allow');
  return exchange(app, begun, callback);
}

export function exchange(app: App, begun: Begun, callback: URL) {
  return oauth.authorizationCodeGrant(app.config, callback, {
    pkceCodeVerifier: begun.verifier,
    expectedState: begun.state,
  });
}

/** Sends a raw request to an OAuth endpoint, including ones that a library would not send. */
export async function send(url: string, path: string, fields: Record<string, string>) {
  const response = await fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(fields) });
  const text = await response.text();
  const body = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, string>;
  return { status: response.status, body, text };
}
