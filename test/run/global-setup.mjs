// What all test files share: a PostgreSQL that is thrown away afterwards, a service on it, and the program that verifies
// ledgers. Where they are is told in the environment.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '../../dist/libs/embedded-postgres/src/index.js';
import { bundle } from '../../scripts/bundle.mjs';
import { sayCount } from './count-reporter.mjs';
import { startSharedService } from './shared-service.mjs';

const MAX_STOP_MS = 5_000;
/** Nothing of it has to survive, so nothing of it needs to reach the disk; and many services share it at once. */
const FOR_TESTS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '400' };

/** Verifies ledgers for the tests in one process, which they would start often. */
const VERIFIER = { 'ledger-verifier': 'test/e2e/support/ledger-verifier.process.mjs' };
const VERIFIER_FOLDER = 'dist/test-programs';

const started = { folder: '', server: undefined, service: undefined };

export default async function setUp({ rootDir }) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void leave(signal));
  try {
    await start(rootDir);
  } catch (error) {
    await stopAll();
    sayCount();
    throw error;
  }
}

async function start(rootDir) {
  started.folder = mkdtempSync(join(tmpdir(), 'centavo-test-'));
  // The user that PostgreSQL runs as instead of root must be able to enter.
  chmodSync(started.folder, 0o711);
  const [server] = await Promise.all([startServer(started.folder), bundle(VERIFIER, VERIFIER_FOLDER)]);
  process.env.CENTAVO_TEST_SERVER = server.urlOf('postgres');
  process.env.CENTAVO_TEST_VERIFIER = join(rootDir, VERIFIER_FOLDER, 'ledger-verifier.js');
  // A build that is to be found broken is started anew by each test file.
  if (process.env.CENTAVO_TEST_BUILD) return;
  started.service = await startSharedService(server, started.folder);
  process.env.CENTAVO_TEST_SERVICE = started.service.address;
}

async function startServer(folder) {
  const complain = (facts, message) => process.stderr.write(`${message} ${JSON.stringify(facts)}\n`);
  const log = { info: () => undefined, warn: complain, error: complain };
  started.server = await startEmbeddedPostgres({ dataDir: folder, settings: FOR_TESTS, log });
  return started.server;
}

/** Ends the service and the server, and removes what they wrote. */
export async function stopAll() {
  const { folder, server, service } = started;
  try {
    await service?.stop();
    await server?.stop();
  } finally {
    if (folder) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** An interrupted run leaves nothing behind. */
async function leave(signal) {
  const code = 128 + constants.signals[signal];
  setTimeout(() => process.exit(code), MAX_STOP_MS).unref();
  await stopAll();
  process.exit(code);
}
