import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Service } from '../../e2e/support/api-process.js';
import { sharedApi } from '../../e2e/support/api-process.js';
import { launchBrowser } from './launch-browser.js';

jest.setTimeout(120_000);

const WIDTHS = [1200, 768, 390];
const GUIDES = readdirSync('docs/guides')
  .filter((name) => !name.startsWith('home'))
  .map((name) => `/guides/${name.replace(/\.md$/, '')}`);
const PAGES = ['/', '/guides', '/changelog', '/problems', '/problems/validation-failed', ...GUIDES];

/** Runs in the page and reports text that is cut off, scrolls sideways or is covered by a button. */
const FAULTS = `(() => {
  const faults = [];
  const widthOf = (one) => one.scrollWidth - one.clientWidth;
  if (document.documentElement.scrollWidth > innerWidth) faults.push('the page scrolls sideways');
  for (const block of document.querySelectorAll('pre, .wide')) {
    if (widthOf(block) > 0) faults.push('scrolls sideways by ' + widthOf(block) + ': ' + block.textContent.slice(0, 60));
  }
  const buttons = [...document.querySelectorAll('button')].map((button) => button.getBoundingClientRect());
  for (const block of document.querySelectorAll('pre')) {
    const range = document.createRange();
    range.selectNodeContents(block);
    const frame = block.getBoundingClientRect();
    for (const line of range.getClientRects()) {
      const isCovered = ({ left, right, top, bottom }) =>
        line.left < right && line.right > left && line.top < bottom && line.bottom > top;
      if (buttons.some(isCovered)) faults.push('a button covers: ' + block.textContent.slice(0, 60));
      if (line.left < frame.left || line.right > frame.right) faults.push('cut off: ' + block.textContent.slice(0, 60));
    }
  }
  return [...new Set(faults)];
})()`;

let service: Service;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  service = await sharedApi();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await service.stop();
});

async function faultsOf(path: string, locale: string): Promise<string[]> {
  const context = await browser.newContext({ locale });
  page = await context.newPage();
  const faults: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(service.url + path);
    const pageFaults = (await page.evaluate(FAULTS)) as string[];
    faults.push(...pageFaults.map((fault) => `${width}: ${fault}`));
  }
  await context.close();
  return faults;
}

describe('code on the developer pages', () => {
  it.each([...PAGES.map((path) => [path, 'en']), ['/', 'es-MX']] as [string, string][])(
    'code is fully visible at every tested width, and no copy button covers it: %s in %s',
    async (path, locale) => {
      expect(await faultsOf(path, locale)).toEqual([]);
    },
  );

  it.each(WIDTHS)('code in the API explorer is fully visible at a width of %s', async (width) => {
    const context = await browser.newContext({ viewport: { width, height: 900 } });
    page = await context.newPage();
    await page.goto(`${service.url}/docs`);
    const operation = page.locator('.opblock', { hasText: '/v1/accounts' }).first();
    // Without a filter, Swagger UI renders the operations of a large document only as the user scrolls.
    await page.locator('.operation-filter-input').fill('/v1/accounts');
    await operation.locator('.opblock-summary-control').first().click();
    await operation.getByRole('button', { name: 'Try it out' }).click();
    await operation.getByRole('button', { name: 'Execute', exact: true }).click();
    await operation.locator('.live-responses-table pre').first().waitFor();
    expect(await page.evaluate(FAULTS)).toEqual([]);
    await context.close();
  });

  it('copies code without the line breaks that the layout adds', async () => {
    const context = await browser.newContext({
      locale: 'en',
      viewport: { width: 390, height: 900 },
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    page = await context.newPage();
    await page.goto(service.url);
    const block = page.locator('pre', { hasText: 'createTransaction' });
    await block.locator('xpath=..').getByRole('button', { name: 'Copy' }).click();
    await page.getByRole('button', { name: '✓' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await block.textContent());
    await context.close();
  });
});
