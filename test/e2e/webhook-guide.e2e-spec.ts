import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { ApiProcess } from './support/api-process.js';
import { freePort, startApi } from './support/api-process.js';
import { aHousehold, anAccount, ok } from './support/household.js';
import { until } from './support/until.js';

/** The file is within the repository, so that Node.js can resolve its imports. */
const PROGRAM = `dist/receiver-${randomUUID()}.mjs`;

let service: ApiProcess;

beforeAll(async () => {
  service = await startApi({ env: { JOBS: 'on' } });
});
afterAll(() => service.stop());

it('the receiver in the guide accepts signed messages and rejects unsigned messages', async () => {
  const [, program] = readFileSync('docs/guides/receiving-webhooks.md', 'utf8').match(
    /<!-- receiver -->\s+```js\n(.*?)```/s,
  )!;
  writeFileSync(PROGRAM, program!);
  const { api } = await aHousehold(service);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const { id, secret } = ok(await api.post('/v1/webhooks', { url, types: ['account.*'] }));
  const env = { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: secret };
  const receiver = spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines: string[] = [];
  createInterface({ input: receiver.stdout }).on('line', (line) => lines.push(line));
  try {
    await until(() =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    );
    const account = await anAccount(api);
    await until(() => lines.length > 0);
    expect(lines).toEqual([`account.created ${account.id}`]);
    expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401);
    expect(ok(await api.post(`/v1/webhooks/${id}/test`)).status).toBe('delivered');
  } finally {
    receiver.kill();
    rmSync(PROGRAM);
  }
});
