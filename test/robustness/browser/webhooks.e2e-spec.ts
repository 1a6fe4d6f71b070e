import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Service } from '../../e2e/support/api-process.js';
import { sharedApi } from '../../e2e/support/api-process.js';
import { aDeveloper } from '../../e2e/support/browser.js';
import type { Receiver } from '../../e2e/support/receiver.js';
import { aReceiver, isSignedWith } from '../../e2e/support/receiver.js';
import { launchBrowser } from './launch-browser.js';

const WIDTH = 390;

let service: Service;
let browser: Browser;
let page: Page;
let receiver: Receiver;

beforeAll(async () => {
  service = await sharedApi();
  browser = await launchBrowser();
  receiver = await aReceiver();
});
afterAll(async () => {
  await browser?.close();
  await receiver?.close();
  await service.stop();
});

async function isSeen(heading: string): Promise<void> {
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  expect([heading, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([heading, WIDTH]);
}

it.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('a user manages a webhook on a phone from its creation to its deletion, %s', async (_what, javaScriptEnabled) => {
  const context = await browser.newContext({ viewport: { width: WIDTH, height: 844 }, javaScriptEnabled });
  page = await context.newPage();
  const faults: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && faults.push(message.text())));
  const session = (await aDeveloper(service)).browser.cookie('centavo_session')!;
  await context.addCookies([{ name: 'centavo_session', value: session, url: service.url }]);
  await page.goto(`${service.url}/developers/keys`);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await isSeen('Webhooks');

  // The service under test accepts webhook URLs in any network, so the page also offers http://.
  await page.getByText('Una dirección http:// o https:// de tu servidor.').waitFor();
  await page.getByLabel('Dirección').fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Crear webhook' }).click();
  await page.getByText('Esa dirección no se puede usar').waitFor();
  await page.getByLabel('Dirección').fill(receiver.url);
  await page.getByLabel('Eventos').fill('nada.nunca');
  await page.getByRole('button', { name: 'Crear webhook' }).click();
  await page.getByText('Hay un evento que no existe').waitFor();
  await page.getByLabel('Eventos').fill('account.*, transaction.created');
  await page.getByRole('button', { name: 'Crear webhook' }).click();
  await isSeen('Secreto del webhook');
  const secret = (await page.locator('#secret').textContent())!.trim();
  await page.getByRole('link', { name: 'Listo' }).click();
  await isSeen(receiver.url);
  await page.getByText('account.*, transaction.created').waitFor();
  expect(await page.content()).not.toContain(secret);

  await page.getByRole('button', { name: 'Enviar prueba' }).click();
  await page.getByText('La prueba llegó.').waitFor();
  expect(isSignedWith(secret, receiver.messages.at(-1)!)).toBe(true);
  receiver.answer = (response) => response.destroy();
  await page.getByRole('button', { name: 'Enviar prueba' }).click();
  await page.getByText('La prueba no llegó.').waitFor();
  receiver.answer = (response) => response.writeHead(204).end();
  await page.getByText('Intentos: 1').first().click();
  await page.getByText('the connection was closed without a response').first().waitFor();
  await isSeen(receiver.url);
  await page.getByRole('button', { name: 'Poner en pausa' }).click();
  await page.getByText('El webhook está en pausa.').waitFor();
  await page.getByRole('button', { name: 'Reintentar' }).first().click();
  await page.getByText('Se enviará otra vez cuando el webhook esté activo.').waitFor();
  await page.getByRole('button', { name: 'Activar' }).click();
  await page.getByText('El webhook está activo.').waitFor();
  receiver.answer = (response) => response.writeHead(410).end();
  await page.getByRole('button', { name: 'Enviar prueba' }).click();
  await page.getByText('tu servidor respondió 410').waitFor();
  receiver.answer = (response) => response.writeHead(204).end();
  await page.getByRole('button', { name: 'Activar' }).click();
  await page.getByText('El webhook está activo.').waitFor();

  await page.getByRole('link', { name: 'Cambiar secreto' }).click();
  await isSeen('Cambiar secreto');
  await page.getByRole('button', { name: 'Cambiar secreto' }).click();
  await isSeen('Secreto del webhook');
  expect((await page.locator('#secret').textContent())!.trim()).not.toBe(secret);
  await page.getByRole('link', { name: 'Listo' }).click();
  await page.getByRole('link', { name: 'Eliminar webhook' }).click();
  await isSeen('Eliminar webhook');
  await page.getByRole('button', { name: 'Eliminar webhook' }).click();
  await page.getByText('El webhook quedó eliminado.').waitFor();
  await page.getByText('Todavía no hay webhooks en este espacio.').waitFor();
  expect(faults.filter((text) => !text.includes('400'))).toEqual([]);
  await context.close();
});
