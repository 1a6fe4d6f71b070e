import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { httpRequest, load } from './load.mjs';
import { scaleHomes } from './scale-homes.mjs';

const VERSION = '26.9.0';
const FOLDER = `bench/.peers/actual-${VERSION}`;
const MAX_INSTALL_MS = 600_000;
/**
 * Environment whose PATH does not contain the project's Node.js, because the peer is built for the Node.js that npm
 * uses.
 */
const WITHOUT_OURS = {
  ...process.env,
  PATH: process.env.PATH.split(delimiter)
    .filter((folder) => !folder.endsWith(join('node_modules', '.bin')))
    .join(delimiter),
};

/**
 * Measures the library of Actual Budget (MIT) in the same run. The library stores a budget in SQLite and runs in one
 * process, without a network, a server or other callers. Both programs get sequential calls with the same number of
 * transactions.
 */
export async function actual() {
  if (!(await installed())) {
    process.stdout.write('@actual-app/api cannot be installed, so the comparison is skipped\n');
    return [];
  }
  const { service, sizes, homes, stop } = await scaleHomes();
  try {
    const { key } = homes[sizes[0]];
    const words = ['bench/actual.process.mjs', FOLDER, String(sizes[0])];
    const { stdout } = await promisify(execFile)('node', words, { env: WITHOUT_OURS });
    const theirs = JSON.parse(stdout);
    const ours = {
      page: ['GET a page of 50 transactions', httpRequest('GET', '/v1/transactions?limit=50', key)],
      balances: ['GET accounts with their balances', httpRequest('GET', '/v1/accounts', key)],
      budgets: ["GET a month's budgets", httpRequest('GET', '/v1/budgets', key)],
    };
    const figures = [];
    for (const [what, [name, request]] of Object.entries(ours)) {
      const serviceLoad = await load({ port: service, connections: 1, seconds: 3, request: () => request });
      if (serviceLoad.failures > 0) throw new Error('requests failed');
      const peer = theirs[what];
      figures.push({
        figure: `${name}, ${sizes[0]} transactions: times as many as @actual-app/api in its own process`,
        ...{
          better: 'more',
          pass: null,
          goal: null,
          ratio: serviceLoad.perSecond / peer.perSecond,
          one: serviceLoad,
          other: peer,
        },
      });
    }
    return figures;
  } finally {
    await stop();
  }
}

async function installed() {
  if (existsSync(join(FOLDER, 'ready'))) return true;
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, 'package.json'), JSON.stringify({ private: true }));
  const words = ['install', '--ignore-scripts=false', '--no-audit', '--no-fund', `@actual-app/api@${VERSION}`];
  try {
    const place = { cwd: FOLDER, env: WITHOUT_OURS, timeout: MAX_INSTALL_MS };
    await promisify(execFile)('npm', words, place);
    await promisify(execFile)('node', ['-e', "require('better-sqlite3')(':memory:')"], place);
  } catch (error) {
    process.stdout.write(`${error.message}\n`);
    return false;
  }
  await writeFile(join(FOLDER, 'ready'), '');
  return true;
}
