import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { multipart } from '../../../libs/importing/test/statements.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { aHousehold, anAccount, ok } from '../../e2e/support/household.js';
import { until } from '../../e2e/support/until.js';
import { slowest } from '../bounds.js';

const ASSERTIONS = 300;
const ROWS = 30_000;
const MAX_LIST_MS = slowest(2_000);

let service: ApiProcess;

beforeAll(async () => {
  service = await startApi({ env: { JOBS: 'on' } });
});
afterAll(() => service.stop());

it('lists and announces 300 assertions that an import of 30,000 rows breaks', async () => {
  const { api } = await aHousehold(service);
  const { id: accountId } = await anAccount(api, { openingBalance: '1000.00', openingDate: '2020-01-01' });
  const days = Array.from({ length: ASSERTIONS }, (_, n) =>
    new Date(Date.UTC(2025, 0, 1 + n)).toISOString().slice(0, 10),
  );
  for (const date of days) ok(await api.post(`/v1/accounts/${accountId}/assertions`, { date, balance: '1000.00' }));
  const rows = Array.from(
    { length: ROWS },
    (_, n) => `2024-06-${String(1 + (n % 28)).padStart(2, '0')},OXXO ${n},-1.00`,
  );
  const form = multipart(
    { name: 'accountId', content: accountId },
    { name: 'file', filename: 'a.csv', content: ['Fecha,Concepto,Importe', ...rows].join('\n') },
  );
  const { id } = ok(await api.post('/v1/imports', undefined, form));
  ok(await api.post(`/v1/imports/${id}/commit`, {}));
  const began = performance.now();
  const { items } = ok(await api.get('/v1/assertions?limit=200'));
  const ms = performance.now() - began;
  process.stdout.write(`a list of 200 of ${ASSERTIONS} assertions, ${ROWS} changes: ${Math.round(ms)} ms\n`);
  expect(new Set(items.map(({ status }) => status))).toEqual(new Set(['broken']));
  expect(new Set(items.map(({ brokenSince }) => brokenSince)).size).toBe(1);
  expect(ms).toBeLessThan(MAX_LIST_MS);
  await until(
    async () => ok(await api.get('/v1/events?types=assertion.broken&limit=200')).items.length === 200,
    120_000,
  );
}, 300_000);
