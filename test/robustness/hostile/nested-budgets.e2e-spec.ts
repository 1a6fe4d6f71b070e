import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { aHousehold, anAccount, ok } from '../../e2e/support/household.js';
import { slowest } from '../bounds.js';

const DEPTH = 400;
const ENTERED = 10_000;
const PER_BATCH = 500;
const MAX_LIST_MS = slowest(1_500);
const MAX_DRY_RUN_MS = slowest(3_000);

let service: ApiProcess;

beforeAll(async () => {
  service = await startApi();
});
afterAll(() => service.stop());

it('lists budgets of categories that are nested 400 deep, and tries a transaction in the deepest one', async () => {
  const { api } = await aHousehold(service);
  const { id: accountId } = await anAccount(api);
  const ids: string[] = [];
  for (let depth = 0; depth < DEPTH; depth += 1) {
    const parentId = ids.at(-1) ?? null;
    ids.push(ok(await api.post('/v1/categories', { name: `Nivel ${depth}`, kind: 'expense', parentId })).id);
  }
  for (const categoryId of ids) {
    const monthly = { categoryId, amount: '100.00', repeat: 'month', startDate: '1995-01-01' };
    ok(await api.post('/v1/budgets', { ...monthly, rolloverEnabled: true }));
  }
  for (let entered = 0; entered < ENTERED; entered += PER_BATCH) {
    const operations = Array.from({ length: PER_BATCH }, (_, n) => {
      const at = entered + n;
      const month = `${1995 + (at % 31)}-${String(1 + (at % 12)).padStart(2, '0')}`;
      return {
        ...{ op: 'create', accountId, type: 'expense', amount: '1.00', description: 'Pan' },
        ...{ categoryId: ids[at % DEPTH], date: `${month}-15` },
      };
    });
    ok(await api.post('/v1/transactions/batch', { operations }));
  }
  const timed = async <T>(work: () => Promise<T>) => {
    const began = performance.now();
    return [await work(), performance.now() - began] as const;
  };
  const [budgets, listMs] = await timed(async () => ok(await api.get('/v1/budgets?date=2025-12-20')));
  const expense = {
    accountId,
    type: 'expense',
    amount: '7.00',
    description: 'Pan',
    date: '2025-12-20',
    categoryId: ids.at(-1),
  };
  const [{ effects }, dryRunMs] = await timed(async () => ok(await api.post('/v1/transactions?dryRun=true', expense)));
  process.stdout.write(`${DEPTH} nested budgets: list ${Math.round(listMs)} ms, dry run ${Math.round(dryRunMs)} ms\n`);
  const available = new Map(
    budgets.map(({ category, available }: { category: { id: string }; available: string }) => [category.id, available]),
  );
  const months = 12 * 31;
  expect(available.get(ids[0]!)).toBe((100 * months - ENTERED).toFixed(2));
  const deepest = Array.from({ length: ENTERED }, (_, at) => at).filter((at) => at % DEPTH === DEPTH - 1).length;
  expect(available.get(ids.at(-1)!)).toBe((100 * months - deepest).toFixed(2));
  expect((effects as { budgets: unknown[] }).budgets).toHaveLength(DEPTH);
  expect(listMs).toBeLessThan(MAX_LIST_MS);
  expect(dryRunMs).toBeLessThan(MAX_DRY_RUN_MS);
}, 600_000);
