import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { addDays } from '../../../libs/kernel/src/calendar/day-number.js';
import type { Service } from '../../e2e/support/api-process.js';
import { sharedApi } from '../../e2e/support/api-process.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount, aTransaction, ok } from '../../e2e/support/household.js';
import { launchBrowser } from './launch-browser.js';

let service: Service;
let browser: Browser;
let household: Household;

beforeAll(async () => {
  service = await sharedApi();
  browser = await launchBrowser();
  household = await aHousehold(service);
  const { api } = household;
  const today = ok(await api.get('/v1/exchange-rates/latest?quote=MXN')).asOf;
  const account = await anAccount(api, { name: '</text><script>alert(1)</script>', openingBalance: '1234567.89' });
  await anAccount(api, { name: 'W'.repeat(100), currency: 'USD', openingBalance: '-99999999.99' });
  await anAccount(api, { name: 'Tarjeta', typeId: 'credit_card', openingBalance: '5000.00' });
  await aTransaction(api, { accountId: account.id, date: addDays(today, 3), amount: '1000000.00' });
  for (const at of Array.from({ length: 15 }).keys()) {
    const description = `${String.fromCharCode(97 + at).repeat(200)} <b>`;
    await aTransaction(api, {
      accountId: account.id,
      date: addDays(today, -90 * at),
      amount: `${10 ** (at % 9)}.25`,
      description,
    });
  }
});
afterAll(async () => {
  await browser?.close();
  await service.stop();
});

const BADLY_PLACED = `(() => {
  const { right, bottom } = document.documentElement.getBoundingClientRect();
  const boxes = [...document.querySelectorAll('text')].map((text) => [text.textContent, text.getBoundingClientRect()]);
  const outside = boxes.filter(([, box]) => box.left < 0 || box.top < 0 || box.right > right || box.bottom > bottom);
  const over = boxes.filter(([, one], at) => boxes.some(([, other], index) => index > at &&
    one.left < other.right && other.left < one.right && one.top + 2 < other.bottom && other.top + 2 < one.bottom));
  return [...outside, ...over].map(([text]) => text);
})()`;

async function opened(
  path: string,
  width: number,
  colorScheme: 'light' | 'dark',
): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext({
    ...{ colorScheme, viewport: { width, height: 460 } },
    extraHTTPHeaders: { authorization: `Bearer ${household.key}` },
  });
  const faults: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(service.url)) faults.push(request.url());
  });
  const page = await context.newPage();
  page.on('console', (message) => faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(String(error)));
  await page.goto(`${service.url}${path}`);
  return { page, faults };
}

const CHARTS = [
  '/v1/net-worth/history?format=svg',
  '/v1/forecast?format=svg',
  '/v1/reports/spending?format=svg&from=2020-01-01&groupBy=merchant&compare=previous',
  '/v1/reports/spending?format=svg&from=2020-01-01&groupBy=day',
  '/v1/reports/spending?format=svg&groupBy=day&compare=previous',
  '/v1/reports/cash-flow?format=svg&from=2020-01-01&interval=quincena',
];

describe.each(CHARTS)('%s in a browser', (path) => {
  it.each([800, 390])(
    'displays every text inside the chart at a width of %d pixels, without violations of the content security policy',
    async (width) => {
      const { page, faults } = await opened(path, width, 'light');
      expect(await page.evaluate('document.documentElement.nodeName')).toBe('svg');
      expect(await page.evaluate('document.documentElement.getBoundingClientRect().width')).toBe(width);
      expect(await page.evaluate(BADLY_PLACED)).toEqual([]);
      expect(await page.evaluate("document.querySelectorAll('script').length")).toBe(0);
      expect(faults).toEqual([]);
      await page.context().close();
    },
  );

  it('a chart follows the reader’s preference for light or dark', async () => {
    const grounds = [];
    for (const scheme of ['light', 'dark'] as const) {
      const { page } = await opened(path, 800, scheme);
      grounds.push(await page.evaluate("getComputedStyle(document.querySelector('.cv-ground')).fill"));
      await page.context().close();
    }
    expect(grounds).toEqual(['rgb(255, 255, 255)', 'rgb(21, 29, 36)']);
  });
});

it('reports a label that overflows its chart or overlaps another label', async () => {
  const { page } = await opened(CHARTS[0]!, 800, 'light');
  const moved = (attribute: string, value: number) =>
    page.evaluate(`document.querySelectorAll('text')[1].setAttribute('${attribute}', '${value}')`);
  await moved('x', -50);
  expect(await page.evaluate(BADLY_PLACED)).toHaveLength(1);
  await moved('x', 24);
  await moved('y', 40);
  expect(await page.evaluate(BADLY_PLACED)).toHaveLength(1);
  await page.context().close();
});
