import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../scripts/free-port.mjs';
import { NODE_OPTIONS } from '../scripts/node-options.mjs';
import { startEmbeddedPostgres } from '../dist/libs/embedded-postgres/src/index.js';

const QUIET = {
  info() {},
  warn() {},
  error: (facts, message) => process.stderr.write(`${message} ${JSON.stringify(facts)}\n`),
};
const BARE_SERVER = 'bench/bare-server.mjs';
const SAMPLE_SIZE = 2_000;

/**
 * Starts the service and the baseline server with production settings, on the same database with one workspace.
 * @param sample true to create some transactions, which warms up the service
 */
export async function startPair({ sample = true } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'centavo-bench-'));
  const database = await startEmbeddedPostgres({ dataDir, log: QUIET });
  const env = {
    ...process.env,
    ...addressesOf(database),
    DEMO: 'off',
    LOG_LEVEL: 'info',
    RATE_LIMIT_PER_MINUTE: '0',
  };
  const [service, bare] = [await freePort(), await freePort()];
  const api = await startServer('dist/programs/api.js', { ...env, PORT: String(service) });
  const others = [await startServer(BARE_SERVER, { ...env, PORT: String(bare) })];
  const { workspaceId, key } = await makeWorkspace(env, 'bench');
  const { accountId, categoryId } = await sampleAccount(service, key, sample ? SAMPLE_SIZE : 0);
  /** Starts another service with other settings on the same database. `stop` also stops this one. */
  const startAnother = async (settings) => {
    const port = await freePort();
    others.push(await startServer('dist/programs/api.js', { ...env, ...settings, PORT: String(port) }));
    return port;
  };
  /** Creates another workspace with an account and some transactions. */
  const addWorkspace = async (name) => {
    const { key: own } = await makeWorkspace(env, name);
    return { key: own, ...(await sampleAccount(service, own, sample ? SAMPLE_SIZE : 0)) };
  };
  const stop = async () => {
    for (const process of [api, ...others]) process.kill();
    await database.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const home = { workspaceId, key, accountId, categoryId };
  return { service, pid: api.pid, bare, database: database.url, ...home, startAnother, addWorkspace, stop };
}

/**
 * Starts a database and the service without the baseline server.
 * @param keptFolder folder of a database to reuse; by default a temporary folder
 * @param settings additional settings for the service
 */
export async function startAlone(keptFolder, settings = {}) {
  const dataDir = keptFolder ?? (await mkdtemp(join(tmpdir(), 'centavo-bench-')));
  const database = await startEmbeddedPostgres({ dataDir, log: QUIET });
  const env = { ...process.env, ...addressesOf(database), DEMO: 'off', RATE_LIMIT_PER_MINUTE: '0', ...settings };
  const service = await freePort();
  const api = await startServer('dist/programs/api.js', { ...env, PORT: String(service) });
  const stop = async () => {
    api.kill();
    await database.stop();
    if (keptFolder === undefined) await rm(dataDir, { recursive: true, force: true });
  };
  const seedDemo = () => cli(env, 'demo', 'seed');
  return { service, databaseUrl: database.url, makeWorkspace: (name) => makeWorkspace(env, name), seedDemo, stop };
}

function addressesOf({ url }) {
  return { DATABASE_URL: Object.assign(new URL(url), { username: 'centavo_app' }).href, DATABASE_ADMIN_URL: url };
}

async function makeWorkspace(env, name) {
  const owner = ['--owner-email', `${name}@centavo.example`];
  const { workspaceId } = await cli(env, 'workspace', 'create', '--name', name, ...owner);
  const scope = ['--name', name, '--scope', 'read_write'];
  const { key } = await cli(env, 'key', 'create', '--workspace', workspaceId, ...scope);
  return { workspaceId, key };
}

async function sampleAccount(port, key, size) {
  const call = caller(port, key);
  const { id } = await call('POST', '/v1/accounts', { name: 'Bench', typeId: 'checking' });
  const [{ id: categoryId }] = await call('GET', '/v1/categories');
  for (let entered = 0; entered < size; entered += 50) {
    await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        call('POST', '/v1/transactions', {
          accountId: id,
          type: 'expense',
          date: `2026-${String(1 + ((entered + n) % 11)).padStart(2, '0')}-15`,
          amount: '12.34',
          description: `Compra ${entered + n}`,
          categoryId,
        }),
      ),
    );
  }
  return { accountId: id, categoryId };
}

function startServer(script, env) {
  return new Promise((resolve, reject) => {
    // The service logs every request to its standard error.
    const stdio = ['ignore', 'pipe', script === BARE_SERVER ? 'inherit' : 'ignore'];
    const child = spawn(process.execPath, [...NODE_OPTIONS, script], { env, stdio });
    child.stdout.once('data', () => resolve(child));
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code}`)));
  });
}

function cli(env, ...words) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['dist/programs/cli.js', ...words, '--json'], { env });
    let out = '';
    child.stdout.on('data', (chunk) => (out += chunk));
    child.stderr.pipe(process.stderr);
    child.once('exit', (code) => (code === 0 ? resolve(JSON.parse(out)) : reject(new Error(`cli ended with ${code}`))));
  });
}

export function caller(port, key) {
  return async (method, path, body) => {
    const json = body !== undefined && !(body instanceof FormData);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(json && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: json ? JSON.stringify(body) : body }),
    });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  };
}
