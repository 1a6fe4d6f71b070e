import { execFile, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../scripts/free-port.mjs';
import { compare, median, timesAsMany } from './compare.mjs';
import { httpRequest, load } from './load.mjs';
import { scaleHomes } from './scale-homes.mjs';

const ROUNDS = 3;
const MAX_START_MS = 60_000;

/**
 * Measures two peers in the same run. hledger computes the balances of the smallest workspace from its journal, which
 * it parses each time. hledger-web computes them from a journal in memory. The results show the benefit of stored
 * totals, not which program is faster.
 */
export async function hledger() {
  if (!isThere('hledger')) return missing('hledger');
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
    const own = await load({ port: service, connections: 1, seconds: 3, request });
    const peer = { perSecond: 1000 / median(times), p50: median(times), p99: NaN };
    return [
      {
        figure: `GET net worth of ${sizes.at(-1)} transactions: times as many as hledger's balances of ${sizes[0]}`,
        ...{ better: 'more', pass: null, goal: null, ratio: own.perSecond / peer.perSecond, one: own, other: peer },
      },
      ...(await hledgerWeb(service, few.key, sizes[0], journal)),
    ];
  } finally {
    await rm(folder, { recursive: true });
    await stop();
  }
}

async function hledgerWeb(service, key, size, journal) {
  if (!isThere('hledger-web')) return missing('hledger-web');
  const port = await freePort();
  const web = spawn('hledger-web', ['--serve-api', '--host=127.0.0.1', `--port=${port}`, '-f', journal], {
    stdio: 'ignore',
  });
  try {
    await untilItAnswers(`http://127.0.0.1:${port}/version`);
    const ours = { port: service, request: () => httpRequest('GET', '/v1/accounts', key) };
    const theirs = { port, request: () => httpRequest('GET', '/accounts', key) };
    const plan = { connections: 1, seconds: 3, rounds: ROUNDS };
    return [
      {
        figure: `GET accounts with their balances, ${size} transactions: times as many as hledger-web`,
        ...{ better: 'more', pass: null, goal: null },
        ...(await compare(ours, theirs, plan, timesAsMany)),
      },
    ];
  } finally {
    web.kill();
  }
}

async function untilItAnswers(url) {
  for (const began = performance.now(); performance.now() - began < MAX_START_MS; await pause(100)) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok) return;
  }
  throw new Error(`${url} does not answer`);
}

function isThere(program) {
  try {
    return execFileSync(program, ['--version']).length > 0;
  } catch {
    return false;
  }
}

function missing(program) {
  process.stdout.write(`${program} is not installed, so the comparison is skipped\n`);
  return [];
}
