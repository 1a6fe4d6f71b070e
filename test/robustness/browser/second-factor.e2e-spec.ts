import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { totpCode } from '../../../libs/identity/src/second-factor/totp.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { aDeveloper, PASSWORD } from '../../e2e/support/browser.js';
import { launchBrowser } from './launch-browser.js';
import { GIVE_UP_AFTER_MS } from '../../e2e/support/until.js';

const WIDTH = 390;
const ENCRYPTION_KEY = 'una clave de prueba con treinta y dos letras';

let service: ApiProcess;
let browser: Browser;

beforeAll(async () => {
  service = await startApi({ env: { ENCRYPTION_KEY } });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service.stop();
});

/** @param steps number of 30-second steps after the current one */
const codeOf = (secret: string, steps = 0) => totpCode(secret, Math.floor(Date.now() / 30_000) + steps);

async function expectToFit(page: Page): Promise<void> {
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(WIDTH);
}

it('a user enables two-factor login on a phone, signs in with it, replaces the recovery codes and disables it', async () => {
  const { browser: signedIn, email } = await aDeveloper(service);
  const context = await browser.newContext({
    viewport: { width: WIDTH, height: 844 },
    isMobile: true,
    hasTouch: true,
    colorScheme: 'dark',
  });
  await context.addCookies([{ name: 'centavo_session', value: signedIn.cookie('centavo_session')!, url: service.url }]);
  const page = await context.newPage();
  page.setDefaultTimeout(GIVE_UP_AFTER_MS);
  const faults: string[] = [];
  page.on('console', (message) => {
    // Browsers log the 401 response to a wrong code.
    if (['error', 'warning'].includes(message.type()) && !/status of 40[01]/.test(message.text()))
      faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));

  await page.goto(`${service.url}/developers/account`);
  await expectToFit(page);
  const card = page.locator('form', { has: page.getByRole('heading', { name: 'Verificación en dos pasos' }) });
  await card.getByLabel('Contraseña actual').fill(PASSWORD);
  await card.getByRole('button', { name: 'Activar' }).click();

  const picture = page.getByRole('img', { name: 'Código QR para tu app de autenticación' });
  const box = (await picture.boundingBox())!;
  expect([box.width, box.height]).toEqual([220, 220]);
  expect(box.x + box.width).toBeLessThanOrEqual(WIDTH);
  // The QR code must be black on white in dark mode too, so that cameras can scan it.
  const fills = `['rect', 'path'].map((part) => getComputedStyle(document.querySelector('svg[role=img] > ' + part)).fill)`;
  expect(await page.evaluate(fills)).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)']);
  await expectToFit(page);
  const secret = (await page.locator('code').first().textContent())!.replaceAll(' ', '');
  await page.getByLabel('Código', { exact: true }).fill(codeOf(secret, -1));
  await page.getByRole('button', { name: 'Activar' }).click();
  await page.getByRole('heading', { name: 'Códigos de recuperación' }).waitFor();
  const codes = await page.locator('code').allTextContents();
  expect(codes.length).toBe(10);
  await expectToFit(page);

  await page.getByRole('button', { name: 'Cerrar sesión' }).click();
  await page.getByLabel('Correo electrónico').fill(email);
  await page.getByLabel('Contraseña').fill(PASSWORD);
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.getByRole('heading', { name: 'Tu código' }).waitFor();
  await expectToFit(page);
  await page.getByLabel('Código', { exact: true }).fill('000000');
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.getByText('El código no es correcto o ya venció.').waitFor();
  await page.getByLabel('Código', { exact: true }).fill(codeOf(secret));
  await page.getByRole('button', { name: 'Iniciar sesión' }).click();
  await page.getByRole('heading', { name: 'Llaves de API' }).waitFor();

  await page.goto(`${service.url}/developers/account`);
  await page.getByText('Verificación en dos pasos activada').waitFor();
  await page.getByText('Inicios de sesión rechazados:').waitFor();
  await expectToFit(page);
  await card.getByLabel('Contraseña actual').fill(PASSWORD);
  await card.getByLabel('Código', { exact: true }).fill(codes[0]!);
  await card.getByRole('button', { name: 'Generar códigos nuevos' }).click();
  await page.getByText('Tus códigos anteriores ya no funcionan.').waitFor();
  const fresh = await page.locator('code').allTextContents();
  expect(fresh.filter((code) => codes.includes(code))).toEqual([]);

  await page.goto(`${service.url}/developers/account`);
  await card.getByLabel('Contraseña actual').fill(PASSWORD);
  await card.getByLabel('Código', { exact: true }).fill(fresh[0]!);
  await page.keyboard.press('Enter');
  await page.getByText('La verificación en dos pasos quedó desactivada').waitFor();
  await expectToFit(page);
  expect(faults).toEqual([]);
  await context.close();
});
