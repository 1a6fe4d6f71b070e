import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { newId } from '../../../libs/kernel/src/id/id.js';
import type { Service } from '../../e2e/support/api-process.js';
import { sharedApi } from '../../e2e/support/api-process.js';
import { aDeveloper, PASSWORD } from '../../e2e/support/browser.js';
import { launchBrowser } from './launch-browser.js';

const WIDTH = 390;

let service: Service;
let browser: Browser;

beforeAll(async () => {
  service = await sharedApi();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service.stop();
});

async function phone(javaScriptEnabled: boolean, faults: string[]): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: WIDTH, height: 844 }, javaScriptEnabled });
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(String(error)));
  return page;
}

async function sees(page: Page, heading: string): Promise<void> {
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  expect([heading, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([heading, WIDTH]);
}

/** Moves the focus to a control with the Tab key, and presses Enter. */
async function pressByKeyboard(page: Page, name: string): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(
      `(document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent).trim()`,
    );
    if (focused === name) return page.keyboard.press('Enter');
  }
  throw new Error(`the Tab key does not reach ${name}`);
}

it.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('an owner invites a new person on a phone, and both use the workspace at the same time, %s', async (_, scripts) => {
  const faults: string[] = [];
  const [ana, luis] = [await phone(scripts, faults), await phone(scripts, faults)];
  const session = (await aDeveloper(service)).browser.cookie('centavo_session')!;
  await ana.context().addCookies([{ name: 'centavo_session', value: session, url: service.url }]);
  const email = `${newId()}@example.mx`;

  await ana.goto(`${service.url}/developers/keys`);
  await pressByKeyboard(ana, 'Miembros');
  await sees(ana, 'Miembros');
  await ana.getByLabel('Correo electrónico').fill(email);
  await ana.getByLabel('Rol').last().selectOption('editor');
  await pressByKeyboard(ana, 'Crear invitación');
  await sees(ana, 'Invitación creada');
  const url = (await ana.locator('#url').textContent())!.trim();
  await ana.getByRole('link', { name: 'Listo' }).click();
  await ana.getByText(email).waitFor();

  await luis.goto(url);
  await sees(luis, 'Te invitaron a Casa');
  await luis.getByRole('link', { name: 'Crear cuenta' }).click();
  await luis.getByLabel('Correo electrónico').fill(email);
  await luis.getByLabel('Contraseña').fill(PASSWORD);
  await luis.getByRole('button', { name: 'Crear cuenta' }).click();
  await luis.getByRole('status').waitFor();
  await luis.getByLabel('Correo electrónico').fill(email);
  await luis.getByLabel('Contraseña').fill(PASSWORD);
  await luis.getByRole('button', { name: 'Iniciar sesión' }).click();
  await sees(luis, 'Te invitaron a Casa');
  await pressByKeyboard(luis, 'Aceptar invitación');
  await sees(luis, 'Miembros');
  await luis.getByText('Ya eres miembro de este espacio').waitFor();
  await luis.goto(url);
  await luis.getByText('Esta invitación no es válida').waitFor();

  // Both submit pages that they opened before the other's change.
  await luis.goto(`${service.url}/developers/members`);
  await ana.goto(`${service.url}/developers/members`);
  await luis.getByLabel('Tu nombre en este espacio').fill('Luis');
  await ana.getByRole('combobox', { name: 'Rol' }).nth(1).selectOption('viewer');
  await Promise.all([
    luis.getByRole('button', { name: 'Guardar' }).click(),
    ana
      .getByRole('button', { name: /^Cambiar rol/ })
      .nth(1)
      .click(),
  ]);
  await Promise.all([luis.getByRole('status').waitFor(), ana.getByRole('status').waitFor()]);
  await ana.reload();
  await ana.getByText('Luis').first().waitFor();
  expect(await ana.getByText('Lector', { exact: true }).count()).toBeGreaterThan(0);
  await luis.reload();
  expect(await luis.getByText('Invitar a alguien').count()).toBe(0);

  await ana.getByRole('link', { name: 'Salir del espacio' }).click();
  await ana.getByRole('button', { name: 'Salir del espacio' }).click();
  await ana.getByText('Es el último dueño').waitFor();
  await luis.getByRole('link', { name: 'Salir del espacio' }).click();
  await sees(luis, 'Salir del espacio');
  await luis.getByRole('button', { name: 'Salir del espacio' }).click();
  await sees(luis, 'Miembros');
  expect(await luis.getByText('Ana').count()).toBe(0);
  await ana.goto(`${service.url}/developers/members?lang=en`);
  await sees(ana, 'Members');
  expect(await ana.getByText('Luis').count()).toBe(0);
  expect(faults).toEqual([]);
});
