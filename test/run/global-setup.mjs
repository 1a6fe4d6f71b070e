// Starts a temporary PostgreSQL, a service, and a process that verifies ledgers and runs commands. All test files share
// them and read their addresses from environment variables.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../dist/libs/embedded-postgres/src/index.js';
import { bundleTestPrograms, startAdministrator } from './administrator.mjs';
import { reportCount } from './count-reporter.mjs';
import { serverOf, startPooler } from './pooled-servers.mjs';
import { startSharedService } from './shared-service.mjs';

const MAX_STOP_MS = 5_000;
/** Settings of the test server. Test data needs no durability, and many services share the server. */
const FOR_TESTS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '128MB',
  max_connections: '400',
};

const started = { folder: '', server: undefined, beside: [], service: undefined, administrator: undefined };

export default async function setUp({ rootDir }) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void leave(signal));
  try {
    await start(rootDir);
  } catch (error) {
    await stopAll();
    reportCount();
    throw error;
  }
}

async function start(rootDir) {
  started.folder = mkdtempSync(join(tmpdir(), 'centavo-test-'));
  // PostgreSQL may run as another user, who must be able to access the folder.
  chmodSync(started.folder, 0o711);
  const [server, programs] = await Promise.all([startServer(started.folder), bundleTestPrograms()]);
  process.env.CENTAVO_TEST_PROGRAMS = join(rootDir, programs);
  process.env.CENTAVO_TEST_SERVER = server.urlOf('postgres');
  if (process.env.CENTAVO_TEST_POOLED) await startPoolerOf(server);
  started.administrator = startAdministrator(process.env.CENTAVO_TEST_PROGRAMS, started.folder);
  // Tests of a deliberately broken build start the service and the CLI themselves.
  if (!process.env.CENTAVO_TEST_BUILD) {
    started.service = await startSharedService(server, started.folder);
    process.env.CENTAVO_TEST_SERVICE = started.service.address;
  }
  process.env.CENTAVO_TEST_ADMINISTRATOR = (await started.administrator.ready).socket;
}

async function startPoolerOf(server) {
  const url = server.urlOf('postgres');
  const pooler = await startPooler(url, join(started.folder, 'pooler'));
  started.beside.push(pooler);
  process.env.CENTAVO_TEST_POOLERS = JSON.stringify({ [serverOf(url)]: pooler.port });
}

async function startServer(folder) {
  started.server = await open(folder);
  return started.server;
}

function open(folder) {
  const complain = (facts, message) => process.stderr.write(`${message} ${JSON.stringify(facts)}\n`);
  const log = { info: () => undefined, warn: complain, error: complain };
  return startEmbeddedPostgres({ dataDir: folder, settings: FOR_TESTS, log });
}

export async function stopAll() {
  const { folder, server, beside, service, administrator } = started;
  try {
    administrator?.stop();
    await service?.stop();
    for (const besideServer of beside) await besideServer.stop();
    await server?.stop();
  } finally {
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function leave(signal) {
  const code = 128 + constants.signals[signal];
  setTimeout(() => process.exit(code), MAX_STOP_MS).unref();
  await stopAll();
  process.exit(code);
}
