import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { expectNoDrift, runCli } from '../../e2e/support/cli.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, aKey, anAccount, balanceOf, everyItem } from '../../e2e/support/household.js';
import { aRichHousehold } from '../../e2e/support/rich-household.js';
import { until } from '../../e2e/support/until.js';
import type { CellProxy } from './cell-proxy.js';
import { startCellProxy } from './cell-proxy.js';

const SOME = 20;

let cells: [ApiProcess, ApiProcess];
let proxy: CellProxy;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'centavo-moves-'));
  const env = (name: string) => ({ BASE_URL: `http://${name}.centavo.example`, TRUSTED_PROXIES: '127.0.0.1' });
  cells = [await startApi({ env: env('cell1') }), await startApi({ env: env('cell2') })];
  proxy = await startCellProxy([cells[0].url, cells[1].url]);
});
afterAll(async () => {
  await proxy.stop();
  for (const cell of cells) await cell.stop();
  rmSync(folder, { recursive: true });
});

interface Answered {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

async function ask(host: string, key: string, method: string, path: string, body?: object): Promise<Answered> {
  const headers = { Host: host, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const sent = request({ host: '127.0.0.1', port: proxy.port, path, method, headers });
  sent.end(body && JSON.stringify(body));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const part of answer) text += String(part);
  return { status: answer.statusCode!, retryAfter: answer.headers['retry-after'], text };
}

async function workspaceOf(host: string, { key }: Pick<Household, 'key'>): Promise<string> {
  const { status, text } = await ask(host, key, 'GET', '/v1/workspace');
  return status === 200 ? (JSON.parse(text) as { id: string }).id : String(status);
}

const place = (host: string, cell: string) => proxy.command(`add map ${proxy.map('cells')} ${host} ${cell}`);

it('the proxy routes each household by its host name', async () => {
  const homes = [await aHousehold(cells[0]), await aHousehold(cells[1])] as const;
  await place('lopez.centavo.example', 'cell1');
  await place('garcia.centavo.example', 'cell2');
  expect(await workspaceOf('lopez.centavo.example', homes[0])).toBe(homes[0].workspaceId);
  expect(await workspaceOf('GARCIA.centavo.example:3000', homes[1])).toBe(homes[1].workspaceId);
  expect(await workspaceOf('cell2.centavo.example', homes[1])).toBe(homes[1].workspaceId);
  expect(await workspaceOf('garcia.centavo.example', homes[0])).toBe('401');
  expect(await workspaceOf('unknown.centavo.example', homes[0])).toBe('421');
});

it('a household moves to another cell with every acknowledged transaction while it is in use', async () => {
  const host = 'perez.centavo.example';
  await place(host, 'cell1');
  const home = await aRichHousehold(cells[0]);
  const account = await anAccount(home.api, { openingBalance: '0.00' });
  const writer = startWriter(host, home.key, account.id);
  await until(() => writer.acknowledged.length > SOME);

  await proxy.command(`add map ${proxy.map('moving')} ${host} moving`);
  const stopped = performance.now();
  await until(() => writer.refused() > 0);
  expect(await workspaceOf(host, home)).toBe(home.workspaceId);
  const target = await moved(home);
  await proxy.command(`set map ${proxy.map('cells')} ${host} cell2`);
  writer.useKey(target.key);
  await proxy.command(`del map ${proxy.map('moving')} ${host}`);
  process.stderr.write(`a move: writes stopped for ${((performance.now() - stopped) / 1000).toFixed(1)} s\n`);

  const before = writer.acknowledged.length;
  await until(() => writer.acknowledged.length > before + SOME);
  await writer.stop();
  expect(writer.unexpected).toEqual([]);
  const api = cells[1].client(target.key);
  const { items } = await everyItem(api, `/v1/transactions?accountId=${account.id}&limit=200`);
  expect(items.map(({ description }) => description).toSorted()).toEqual(writer.acknowledged.toSorted());
  expect(await balanceOf(api, account.id)).toBe(`-${writer.acknowledged.length}.00`);
  await expectNoDrift(cells[1].database, target.workspaceId);
  expect(await workspaceOf(host, home)).toBe('401');
});

/** Copies a read-only household to the second cell (docs/how-to/run-cells.md). */
async function moved({ workspaceId }: Household): Promise<{ workspaceId: string; key: string }> {
  const [from, to] = [cells[0].database, cells[1].database];
  const [first, second] = [join(folder, 'first.json'), join(folder, 'second.json')];
  await succeed(from, 'workspace', 'export', '--workspace', workspaceId, '--output', first);
  const owner = ['--name', 'Casa', '--owner-email', 'perez@example.mx'];
  const created = await succeed(to, 'workspace', 'create', ...owner, '--base-currency', 'MXN');
  await succeed(to, 'workspace', 'import', first, '--workspace', created.workspaceId);
  // A write that began before the stop may have ended after the export.
  await succeed(from, 'workspace', 'export', '--workspace', workspaceId, '--output', second);
  expect(readFileSync(second, 'utf8')).toBe(readFileSync(first, 'utf8'));
  return { workspaceId: created.workspaceId, key: (await aKey(to, created.workspaceId)).key };
}

async function succeed(database: ApiProcess['database'], ...words: string[]) {
  const { code, json, errors } = await runCli(database, ...words);
  if (code !== 0) throw new Error(errors);
  return json;
}

const codeOf = (text: string): string => (JSON.parse(text) as { code: string }).code;

/** Creates transactions one after another. Repeats each until it is acknowledged. */
function startWriter(host: string, firstKey: string, accountId: string) {
  const acknowledged: string[] = [];
  const unexpected: string[] = [];
  let [key, going, refused] = [firstKey, true, 0];
  const write = async (description: string): Promise<boolean> => {
    const body = { type: 'expense', accountId, date: '2026-03-07', amount: '1.00', description };
    const { status, retryAfter, text } = await ask(host, key, 'POST', '/v1/transactions', body);
    if (status === 200) return true;
    if (status === 503 && retryAfter !== undefined && codeOf(text) === 'SERVICE_UNAVAILABLE') refused += 1;
    else unexpected.push(`${status} ${text}`);
    return false;
  };
  const work = (async () => {
    for (let count = 0; going; count += 1) {
      while (!(await write(`Compra ${count}`))) await pause(50);
      acknowledged.push(`Compra ${count}`);
    }
  })();
  return {
    acknowledged,
    unexpected,
    refused: () => refused,
    useKey: (next: string) => void (key = next),
    stop: async () => {
      going = false;
      await work;
    },
  };
}
