import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, afterEach, describe, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { newId } from '../../../libs/kernel/src/id/id.js';
import type { Service } from '../../e2e/support/api-process.js';
import { sharedApi } from '../../e2e/support/api-process.js';
import { aDeveloper, PASSWORD } from '../../e2e/support/browser.js';
import { anApp, begin, CALLBACK, connect, exchange } from '../../e2e/support/oauth-app.js';
import { aHousehold } from '../../e2e/support/household.js';
import { launchBrowser } from './launch-browser.js';
import { GIVE_UP_AFTER_MS } from '../../e2e/support/until.js';

let service: Service;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let faults: string[];

beforeAll(async () => {
  service = await sharedApi();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service.stop();
});
afterEach(async () => {
  await context.close();
  expect(faults).toEqual([]);
});

async function visit(options: BrowserContextOptions = {}): Promise<void> {
  faults = [];
  context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'], ...options });
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(service.url) && !url.startsWith('data:') && !url.startsWith(CALLBACK)) faults.push(url);
  });
  page = await context.newPage();
  page.setDefaultTimeout(GIVE_UP_AFTER_MS);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
}

async function signUp(): Promise<void> {
  const email = `${newId()}@example.mx`;
  await page.goto(`${service.url}/developers`);
  await page.getByRole('link', { name: 'Crear cuenta' }).click();
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña').fill(PASSWORD);
  await page.getByLabel('Nombre del espacio').fill('Casa');
  await page.getByRole('button', { name: 'Crear cuenta' }).click();
  await page.getByRole('status').waitFor();
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña').fill(PASSWORD);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.getByRole('heading', { name: 'Llaves de API' }).waitFor();
}

async function enter(): Promise<void> {
  const session = (await aDeveloper(service)).browser.cookie('centavo_session')!;
  await context.addCookies([{ name: 'centavo_session', value: session, url: service.url }]);
  await page.goto(`${service.url}/developers/keys`);
  await page.getByRole('heading', { name: 'Llaves de API' }).waitFor();
}

async function makeKey(name: string): Promise<string> {
  await page.getByLabel('Nombre', { exact: true }).fill(name);
  await page.getByRole('radio', { name: /Lectura y escritura/ }).check();
  await page.getByRole('button', { name: 'Crear llave' }).click();
  return (await page.locator('#key').textContent())!;
}

const widthOfContent = () => page.evaluate('document.documentElement.scrollWidth');
const colourOfBody = () => page.evaluate('getComputedStyle(document.body).backgroundColor');

describe('the developer area in a browser', () => {
  it('a user signs up, creates and revokes a key, and signs out', async () => {
    await visit();
    await signUp();
    const key = await makeKey('contabilidad');
    expect(key).toMatch(/^svc_[0-9A-Za-z]{49}$/);
    await page.getByRole('button', { name: 'Copiar', exact: true }).click();
    await page.getByRole('button', { name: 'Copiada' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    const example = (await page.locator('#example').textContent())!;
    const { stdout } = await promisify(execFile)('sh', ['-c', example.replace('curl ', 'curl -s ')]);
    expect(JSON.parse(stdout)).toMatchObject({ name: 'Casa' });
    await page.getByRole('link', { name: 'Ya la copié' }).click();
    expect(await page.content()).not.toContain(key);
    await page.getByRole('link', { name: 'Revocar: contabilidad' }).click();
    await page.getByRole('button', { name: 'Revocar llave' }).click();
    await page.getByText('La llave quedó revocada.').waitFor();
    expect((await service.client(key).get('/v1/workspace')).status).toBe(401);
    await page.getByRole('button', { name: 'Cerrar sesión' }).click();
    await page.getByRole('heading', { name: 'Iniciar sesión' }).waitFor();
    await page.goto(`${service.url}/developers/keys`);
    expect(page.url()).toBe(`${service.url}/developers/sign-in`);
  });

  it('the developer area is usable with only the keyboard', async () => {
    await visit();
    await enter();
    await page.goto(`${service.url}/developers/keys`);
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Ir al contenido');
    const reach = async (selector: string) => {
      for (let presses = 0; presses < 40; presses += 1) {
        if (await page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`${selector} was not reached`);
    };
    await reach('#name');
    await page.keyboard.type('solo teclado');
    await reach('input[name=scope]');
    await page.keyboard.press('ArrowDown');
    await reach('main button[type=submit]');
    expect(await page.evaluate('getComputedStyle(document.activeElement).outlineStyle')).toBe('solid');
    await page.keyboard.press('Enter');
    await page.locator('#key').waitFor();
    expect(await page.locator('.badge').textContent()).toBe('Lectura y escritura');
  });

  it('the developer area switches to English and remembers the choice', async () => {
    await visit();
    await page.goto(`${service.url}/developers`);
    await page.getByRole('link', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('en');
    await page.goto(`${service.url}/developers/sign-up`);
    await page.getByRole('link', { name: 'Español' }).click();
    await page.getByRole('heading', { name: 'Crear cuenta' }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('es-MX');
  });

  it('the developer area follows the reader’s preference for light or dark', async () => {
    await visit();
    const colours = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(`${service.url}/developers`);
      colours.push(await colourOfBody());
    }
    expect(colours).toEqual(['rgb(246, 248, 247)', 'rgb(14, 20, 25)']);
  });

  it('the pages of the developer area fit the screen of a phone', async () => {
    await visit({ viewport: { width: 360, height: 700 }, isMobile: true, hasTouch: true });
    await enter();
    expect(await widthOfContent()).toBe(360);
    await makeKey('un nombre bastante largo para una pantalla pequeña');
    expect(await widthOfContent()).toBe(360);
    await page.goto(`${service.url}/developers/account`);
    expect(await widthOfContent()).toBe(360);
  });

  it('the pages of the developer area fit the screen of a phone even if names are very long', async () => {
    await visit({ viewport: { width: 360, height: 700 }, isMobile: true, hasTouch: true });
    const unbroken = 'W'.repeat(100);
    await enter();
    await makeKey(unbroken);
    expect(await widthOfContent()).toBe(360);
    await page.getByRole('link', { name: 'Ya la copié' }).click();
    expect(await widthOfContent()).toBe(360);
    await page.getByRole('link', { name: `Revocar: ${unbroken}` }).click();
    await page.getByRole('button', { name: 'Revocar llave' }).waitFor();
    expect(await widthOfContent()).toBe(360);
    const host = `https://${'w'.repeat(60)}.${'w'.repeat(60)}.example`;
    const app = await anApp(service.url, unbroken, { redirect_uris: [`${host}/cb`] });
    const { address } = await begin(app, 'read_write', { redirect_uri: `${host}/cb` });
    await page.goto(address.href);
    await page.getByRole('button', { name: 'Permitir', exact: true }).waitFor();
    expect(await widthOfContent()).toBe(360);
    const heights = "[...document.querySelectorAll('button')].map((one) => one.clientHeight)";
    expect((await page.evaluate<number[]>(heights)).filter((height) => height > 50)).toEqual([]);
  });

  it('the developer area works without JavaScript except for copying', async () => {
    await visit({ javaScriptEnabled: false });
    await signUp();
    expect(await makeKey('sin JavaScript')).toMatch(/^svc_/);
    expect(await page.getByRole('button', { name: 'Copiar', exact: true }).isVisible()).toBe(false);
  });
});

describe('the consent page in a browser', () => {
  it('the consent page redirects the browser to the app with a code', async () => {
    await visit();
    await enter();
    const app = await anApp(service.url, 'Agente de gastos');
    await context.route(`${CALLBACK}**`, (route) => route.fulfill({ body: 'listo' }));
    const begun = await begin(app, 'read_write offline_access');
    await page.goto(begun.address.href);
    await page.getByRole('heading', { name: 'Agente de gastos quiere acceso a tus finanzas' }).waitFor();
    await page.getByRole('button', { name: 'Permitir', exact: true }).click();
    await page.waitForURL(`${CALLBACK}**`);
    const tokens = await exchange(app, begun, new URL(page.url()));
    expect((await service.client(tokens.access_token).get('/v1/workspace')).status).toBe(200);
    await page.goto(`${service.url}/developers/apps`);
    await page.getByRole('link', { name: 'Retirar acceso: Agente de gastos' }).click();
    await page.getByRole('button', { name: 'Retirar acceso' }).click();
    await page.getByText('El acceso quedó retirado.').waitFor();
    expect((await service.client(tokens.access_token).get('/v1/workspace')).status).toBe(401);
  });
});

describe('the explorer in a browser', () => {
  it('the explorer opens with a new key, finds operations, uploads a statement and accepts another key', async () => {
    await visit();
    await enter();
    const key = await makeKey('a la mano');
    const { key: otherKey } = await aHousehold(service);
    const { body: account } = await service.client(key).post('/v1/accounts', { name: 'Nómina', typeId: 'checking' });
    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: 'Abrir el explorador con esta llave' }).click();
    const explorer = await opened;
    explorer.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())));
    await explorer.getByPlaceholder('Filter by tag').fill('A STATEMENT FILE INTO');
    const operation = explorer.locator('#operations-Imports-createImport');
    await operation.waitFor();
    expect(await explorer.locator('.opblock').count()).toBe(1);
    expect(explorer.url()).not.toContain('svc_');
    await operation.locator('.opblock-summary-control').click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    const row = (name: string) => operation.locator(`tr[data-property-name="${name}"]`);
    await row('accountId')
      .locator('input')
      .fill(account.id as string);
    const buffer = Buffer.from('Fecha,Descripción,Importe\n2026-11-03,Tacos,-85.00\n');
    await row('file').locator('input').setInputFiles({ name: 'estado.csv', mimeType: 'text/csv', buffer });
    await operation.getByRole('button', { name: 'Execute' }).click();
    await operation.locator('.live-responses-table').getByText('"draft"').first().waitFor();
    const { body: imports } = await service.client(key).get('/v1/imports');
    expect(imports).toMatchObject([{ stats: { total: 1, ready: 1 } }]);
    await explorer.getByRole('button', { name: 'Authorize' }).click();
    await explorer.getByRole('button', { name: 'Remove authorization' }).click();
    await explorer.getByLabel('auth-bearer-value').fill(otherKey);
    await explorer.getByRole('button', { name: 'Apply credentials' }).click();
    await explorer.getByRole('button', { name: 'Close', exact: true }).click();
    await explorer.getByPlaceholder('Filter by tag').fill('createContact');
    const making = explorer.locator('#operations-Contacts-createContact');
    await making.locator('.opblock-summary-control').click();
    await making.getByRole('button', { name: 'Try it out' }).click();
    expect(await making.getByPlaceholder('Idempotency-Key').inputValue()).toBe('');
    await making.getByRole('button', { name: 'Execute' }).click();
    await making.locator('.live-responses-table').getByText('"createdAt"').waitFor();
    expect(await making.locator('.request-url').textContent()).toContain(`${service.url}/v1/contacts`);
    expect(await making.locator('.curl-command').textContent()).toContain(otherKey);
    expect((await service.client(otherKey).get('/v1/contacts')).body).toHaveLength(1);
  });

  it('the explorer fits the screen of a phone in dark mode and links to the problems and the developer area', async () => {
    await visit({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, colorScheme: 'dark' });
    await page.goto(`${service.url}/docs`);
    await page.getByPlaceholder('Filter by tag').fill('createTransaction');
    const operation = page.locator('#operations-Transactions-createTransaction');
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('.responses-wrapper').waitFor();
    expect(await widthOfContent()).toBe(390);
    const colour = 'getComputedStyle(document.documentElement).backgroundColor';
    expect(await page.evaluate(colour)).toBe('rgb(28, 32, 34)');
    for (const [link, address] of [
      ['Problems', '/problems'],
      ['Developer area', '/developers'],
    ] as const)
      expect(await page.getByRole('link', { name: link, exact: true }).first().getAttribute('href')).toBe(address);
  });
});

describe('the SDK in a browser', () => {
  it('the SDK in a browser accepts a user’s access token and rejects an API key', async () => {
    await visit();
    const { browser: person } = await aDeveloper(service);
    const { access_token: token } = await connect(person, await anApp(service.url), 'read_write');
    const entryPoints = ['packages/sdk/src/index.ts'];
    const { outputFiles } = await build({ entryPoints, bundle: true, format: 'esm', write: false });
    const body = outputFiles[0]!.text;
    await context.route('**/app', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
    await context.route('**/sdk.js', (route) => route.fulfill({ contentType: 'text/javascript', body }));
    await page.goto(`${service.url}/app`);
    const program = `(async () => {
      const { AccountNotFoundError, Centavo, answerOf } = await import('/sdk.js');
      const baseUrl = location.origin;
      const centavo = new Centavo({ baseUrl, token: ${JSON.stringify(token)} });
      const account = await centavo.createAccount({ name: 'Efectivo', typeId: 'cash', openingBalance: '100.00' });
      const statement = new Blob(['Fecha,Descripción,Importe\\n2026-11-03,Tacos,-85.00\\n']);
      const draft = await centavo.createImport({ accountId: account.id, file: { content: statement, filename: 'estado.csv' } });
      await centavo.commitImport(draft.id);
      const descriptions = [];
      for await (const transaction of centavo.listTransactions({ limit: 1 })) descriptions.push(transaction.description);
      const missing = await centavo.getAccount(draft.id).catch((error) => error instanceof AccountNotFoundError);
      let refusal;
      try { new Centavo({ baseUrl, token: 'svc_x' }); } catch (error) { refusal = error.message; }
      return { descriptions, missing, refusal, etag: answerOf(await centavo.getAccount(account.id)).etag };
    })()`;
    expect(await page.evaluate(program)).toEqual({
      descriptions: ['Tacos'],
      missing: true,
      refusal: expect.stringContaining('must not be used in a browser'),
      etag: expect.stringMatching(/^"[\w-]+"$/),
    });
    expect(faults.splice(0)).toEqual([expect.stringContaining('404')]);
  });
});
