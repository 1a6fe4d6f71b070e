import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { aHousehold, anAccount, ok } from '../../e2e/support/household.js';
import { slowest } from '../bounds.js';

const SIZE = 500;
const SPLITS = 50;
const PER_REQUEST = 20;
const MAX_MS = slowest(12_000);
const UNKNOWN = '01900000-0000-7000-8000-000000000000';

let service: ApiProcess;

beforeAll(async () => {
  service = await startApi();
});
afterAll(() => service.stop());

it('rejects a batch whose last operation fails, after 499 edits of transactions with 50 splits each', async () => {
  const { api } = await aHousehold(service);
  const { id: accountId } = await anAccount(api);
  const [category] = ok(await api.get('/v1/categories'));
  const split = { type: 'expense', amount: '1.00', categoryId: category!.id };
  const splits = Array.from({ length: SPLITS }, () => split);
  const create = {
    ...{ op: 'create', accountId, type: 'expense', date: '2026-11-16' },
    ...{ amount: `${SPLITS}.00`, description: 'Despensa', splits },
  };
  const ids: string[] = [];
  while (ids.length < SIZE) {
    const operations = Array.from({ length: PER_REQUEST }, () => create);
    const { results } = ok(await api.post('/v1/transactions/batch', { operations }));
    ids.push(...results.map(({ id }: { id: string }) => id));
  }
  const edits = ids.slice(1).map((id) => ({ op: 'update', id, description: 'Mercado' }));
  const began = performance.now();
  const { status } = await api.post('/v1/transactions/batch', { operations: [...edits, { op: 'trash', id: UNKNOWN }] });
  const ms = performance.now() - began;
  process.stdout.write(`${SIZE} operations, the last of which fails: ${Math.round(ms)} ms\n`);
  expect(status).toBe(404);
  expect(ms).toBeLessThan(MAX_MS);
}, 300_000);
