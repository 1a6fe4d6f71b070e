import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../e2e/support/api-process.js';
import { startApi } from '../e2e/support/api-process.js';
import { seedDemo } from '../e2e/support/cli.js';
import type { Client } from '../e2e/support/client.js';
import { aMovingClock } from '../e2e/support/moving-clock.js';
import { comparedAnswers, HAS_JQ, scriptOf, stepsOf } from '../e2e/support/shown-answers.js';
import { expectGolden } from '../sql/golden-file.js';
import { documentOf } from '../e2e/support/openapi-check.js';
import type { Collection } from '../e2e/support/collection-run.js';
import { runCollection } from '../e2e/support/collection-run.js';

const DAY = '2026-11-20';
const NOW = new Date(`${DAY}T18:00:00.000Z`);
const clock = aMovingClock(DAY);
let database: TestDatabase;
let service: ApiProcess;
let api: Client;

beforeAll(async () => {
  database = await createTestDatabase();
  const { apiKey } = await seedDemo(database, clock);
  service = await startApi({ database, env: clock.env });
  api = service.client(apiKey);
});
afterAll(async () => {
  await service?.stop();
  await database.drop();
  clock.remove();
});

/** `UPDATE_GOLDEN=1 npm test -- test/golden/demo-charts` updates the chart. */
it('the chart in the README shows the cash flow of the demo', async () => {
  const { text, status } = await api.get('/v1/reports/cash-flow?from=2026-01-01&format=svg');
  expect(status).toBe(200);
  expectGolden(new URL('../../docs/demo-cash-flow.svg', import.meta.url), text);
});

(HAS_JQ ? it : it.skip)('the examples in the README run as written and print the documented responses', async () => {
  const steps = stepsOf(readFileSync('README.md', 'utf8')).filter(({ commands }) => commands.includes('URL'));
  const script = scriptOf(steps)
    .replace('KEY=svc_…', `KEY=${api.token}`)
    .replace('URL=http://127.0.0.1:3000/v1', `URL=${service.url}/v1`);
  const { stdout } = await promisify(execFile)('bash', ['-c', script]);
  const { shown, printed } = comparedAnswers(steps, stdout);
  expect(shown).toHaveLength(5);
  expect(printed).toEqual(shown);
});

/** This test runs last, because it changes the demo. */
it('every request of the Postman collection succeeds against the demo', async () => {
  const collection = (await (await fetch(`${service.url}/postman.json`)).json()) as Collection;
  const check = (await documentOf(service.url))!;
  const sent = new Set<string>();
  const faults: string[] = [];
  for await (const { item, status, text, failures } of runCollection(collection, { token: api.token! }, NOW)) {
    sent.add(`${item.request.method} ${item.request.url.raw}`);
    faults.push(...failures.map((failure) => `${item.name}: ${failure} ${status} ${text.slice(0, 200)}`));
  }
  expect(faults).toEqual([]);
  const operations = Object.values(check.document.paths).flatMap((methods) => Object.keys(methods));
  expect(sent.size).toBe(operations.length);
});
