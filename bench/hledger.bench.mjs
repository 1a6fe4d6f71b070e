import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { median } from './compare.mjs';
import { httpRequest, load } from './load.mjs';
import { scaleHomes } from './scale-homes.mjs';

const ROUNDS = 3;

/**
 * A peer in the same run: hledger computes the balances of the smallest workspace from its journal, which it reads anew
 * each time; the service answers the net worth of the largest. It shows what figures kept are worth, not who is faster.
 */
export async function hledger() {
  if (!isThere()) {
    process.stdout.write('hledger is not there (hledger), so it is not measured against\n');
    return [];
  }
  const { service, sizes, homes, stop } = await scaleHomes();
  const folder = await mkdtemp(join(tmpdir(), 'centavo-hledger-'));
  try {
    const [few, many] = [homes[sizes[0]], homes[sizes.at(-1)]];
    const journal = join(folder, 'workspace.journal');
    const headers = { authorization: `Bearer ${few.key}` };
    const answer = await fetch(`http://127.0.0.1:${service}/v1/export?format=hledger`, { headers });
    await writeFile(journal, await answer.text());
    const times = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const began = performance.now();
      await promisify(execFile)('hledger', ['-f', journal, 'balance', '--depth', '1']);
      times.push(performance.now() - began);
    }
    const request = () => httpRequest('GET', '/v1/net-worth', many.key);
    const one = await load({ port: service, connections: 1, seconds: 3, request });
    const other = { perSecond: 1000 / median(times), p50: median(times), p99: NaN };
    return [
      {
        figure: `GET net worth of ${sizes.at(-1)} transactions: times as many as hledger's balances of ${sizes[0]}`,
        ...{ better: 'more', pass: null, goal: null, ratio: one.perSecond / other.perSecond, one, other },
      },
    ];
  } finally {
    await rm(folder, { recursive: true });
    await stop();
  }
}

function isThere() {
  try {
    return execFileSync('hledger', ['--version']).length > 0;
  } catch {
    return false;
  }
}
