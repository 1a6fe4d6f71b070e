import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ImportView } from '../../e2e/support/answers.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import type { Client } from '../../e2e/support/client.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount, balanceOf, ok } from '../../e2e/support/household.js';
import { startVerifier } from '../../e2e/support/ledger-verifier.js';
import { sized } from '../../e2e/support/long-form.js';
import { slowest } from '../bounds.js';

const ROWS = sized(6_000, 100_000);
const MIB = 1024 * 1024;
const LARGEST_GROWTH_MIB = 250;

let service: ApiProcess;
let home: Household;
let api: Client;

beforeAll(async () => {
  service = await startApi();
  home = await aHousehold(service);
  api = home.api;
});
afterAll(() => service.stop());

function largeFile(): string {
  const lines = ['Fecha,Descripción,Monto'];
  for (let index = 0; index < ROWS; index += 1) {
    const day = new Date(Date.UTC(2016, 0, 1 + (index % 3650))).toISOString().slice(0, 10);
    lines.push(`${day},Compra número ${index % (ROWS / 2)} en la tienda de la esquina,-${1 + (index % 97)}.00`);
  }
  return lines.join('\n');
}

/** Sends a request without a timeout, because a busy machine may be slow. */
async function patiently(path: string, body?: FormData | string, method = 'POST'): Promise<ImportView> {
  const headers = {
    authorization: `Bearer ${home.key}`,
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
  };
  const answer = await fetch(`${service.url}${path}`, { method, headers, ...(body !== undefined && { body }) });
  expect([path, answer.status]).toEqual([path, 200]);
  return (await answer.json()) as ImportView;
}

function draftOf(file: string, accountId: string) {
  const form = new FormData();
  form.set('accountId', accountId);
  form.set('file', new Blob([file]), 'estado.csv');
  return patiently('/v1/imports', form);
}

async function residentMemory(): Promise<number> {
  const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)![1]) / 1024;
}

/**
 * Sends requests of another workspace until the promise settles. Returns the latencies in milliseconds and the peak
 * memory.
 */
async function others(client: Client, while_: Promise<unknown>): Promise<{ waits: number[]; most: number }> {
  let running = true;
  let most = 0;
  const waits: number[] = [];
  void while_.finally(() => (running = false)).catch(() => undefined);
  while (running) {
    const begun = performance.now();
    ok(await client.get('/v1/accounts'));
    waits.push(performance.now() - begun);
    most = Math.max(most, await residentMemory());
    await pause(10);
  }
  return { waits: waits.sort((a, b) => a - b), most };
}

it(
  `reads, commits and undoes ${ROWS} rows while the service responds to other requests`,
  async () => {
    const account = await anAccount(api);
    const neighbour = (await aHousehold(service)).api;
    await anAccount(neighbour);
    await draftOf('Fecha,Descripción,Monto\n2026-03-07,Tacos,-1.00\n', account.id);
    for (let count = 0; count < 200; count += 1) await neighbour.get('/v1/accounts');
    const file = largeFile();
    expect(Buffer.byteLength(file)).toBeLessThan(20 * MIB);
    const idle = await residentMemory();
    let begun = performance.now();
    const took: Record<string, number> = {};
    const lap = (name: string) => {
      took[name] = Math.round(performance.now() - begun);
      void residentMemory().then((now) => (took[`${name} MiB`] = Math.round(now)));
      begun = performance.now();
    };
    const work = (async () => {
      const draft = await draftOf(file, account.id);
      lap('draft');
      expect(draft.stats).toEqual({ total: ROWS, ready: ROWS, errors: 0, duplicates: 0, excluded: 0 });
      const edited = await patiently(`/v1/imports/${draft.id}/rows/${ROWS - 1}`, '{"excluded":true}', 'PATCH');
      lap('row');
      expect(edited.stats).toMatchObject({ ready: ROWS - 1, excluded: 1 });
      const committed = await patiently(`/v1/imports/${draft.id}/commit`);
      lap('commit');
      const sum = Array.from({ length: ROWS - 1 }, (_, index) => 1 + (index % 97)).reduce(
        (total, each) => total + each,
      );
      expect(committed).toMatchObject({ balanceBefore: '0.00', balanceAfter: `-${sum}.00` });
      expect(await balanceOf(api, account.id)).toBe(`-${sum}.00`);
      const again = await draftOf(file, account.id);
      lap('draft again');
      expect(again.stats).toEqual({ total: ROWS, ready: 1, errors: 0, duplicates: ROWS - 1, excluded: 0 });
      ok(await api.delete(`/v1/imports/${again.id}`));
      lap('delete');
      expect((await patiently(`/v1/imports/${draft.id}/undo`)).balanceAfter).toBe('0.00');
      lap('undo');
      return draft;
    })();
    const { waits, most } = await others(neighbour, work);
    const draft = await work;
    const p99 = waits[Math.floor(waits.length * 0.99)]!;
    if (process.env.CENTAVO_TEST_FIGURES)
      process.stderr.write(
        `${JSON.stringify({ took, answers: waits.length, p99, slowest: waits.at(-1), idle, most })}\n`,
      );
    expect(ok(await api.get(`/v1/transactions?importId=${draft.id}&limit=1`)).items).toEqual([]);
    expect(waits.length).toBeGreaterThan(ROWS / 5_000);
    expect(p99).toBeLessThan(slowest(500));
    expect(most - idle).toBeLessThan(LARGEST_GROWTH_MIB);
    const verifier = startVerifier(service.database);
    await verifier.expectNoDrift().finally(() => verifier.stop());
  },
  sized(90_000, 240_000),
);
