import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { createTestDatabase } from '../../libs/kernel/src/testing.js';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../e2e/support/api-process.js';
import { startApi } from '../e2e/support/api-process.js';
import { aHousehold, done } from '../e2e/support/household.js';
import { everyOperation } from './every-operation.js';
import type { SqlTap } from './sql-tap.js';
import { tapInto } from './sql-tap.js';

let database: TestDatabase;
let tap: SqlTap;
let service: ApiProcess;
beforeAll(async () => {
  database = await createTestDatabase();
  tap = await tapInto(database);
  service = await startApi({ database: { ...database, url: tap.databaseUrl } });
});
afterAll(async () => {
  await service.stop();
  tap.close();
  await database.drop();
});

it('counts', async () => {
  const out: string[] = [];
  for (const count of [1, 50]) {
    const home = await aHousehold(service);
    await home.api.get('/v1/workspace');
    const requests = everyOperation(home, count);
    for (let step = await requests.next(); !step.done;) {
      const { method, pattern, path, body, options } = step.value;
      let answer: any;
      const traffic = await tap.during(async () => {
        answer = await home.api.send(method, path, body, options);
      });
      out.push(
        JSON.stringify([
          count,
          method,
          pattern,
          path.split('?')[1] ?? '',
          answer.status,
          traffic.executed.length,
          traffic.executed.join(' '),
          traffic.bound.map((b) => b.text.trim().replace(/\s+/g, ' ').slice(0, 60)),
        ]),
      );
      if (answer.status !== 200) out.push('FAILED ' + answer.text);
      step = await requests.next(answer);
    }
  }
  writeFileSync('/tmp/scale-m/counts.jsonl', out.join('\n'));
  expect(1).toBe(1);
});
