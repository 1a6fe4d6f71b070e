// Runs Jest in a temporary folder. When this process ends for any reason, `scripts/reap.mjs` removes the folder and its
// processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chmodSync, constants as modes, mkdtempSync, statfsSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
const MIN_FREE_SPACE_BYTES = 4e9;
const MIN_FREE_MEMORY_BYTES = 8e9;
/** Time for Jest to stop its servers after a signal. */
const MAX_STOP_MS = 15_000;

const folder = mkdtempSync(join(temporaryFolder(), 'ct-'));
// As root, the tests run PostgreSQL as another user, which must be able to access the folder.
chmodSync(folder, 0o711);
// Its standard input closes when this process ends, even by SIGKILL.
const reaper = spawn(process.execPath, [join(import.meta.dirname, 'reap.mjs'), folder], {
  stdio: ['pipe', 'ignore', 'inherit'],
  detached: true,
});
const jest = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    // A larger semi-space collects the many young objects of a test file less often.
    '--max-semi-space-size=64',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    ...process.argv.slice(2),
  ],
  // In a new session, so that the reaper finds the processes that the tests start.
  { stdio: 'inherit', detached: true, env: { ...process.env, TMPDIR: folder, CENTAVO_TEST_RUN: folder } },
);
reaper.stdin.write(`${jest.pid}\n`);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    jest.kill(signal);
    setTimeout(() => jest.kill('SIGKILL'), MAX_STOP_MS).unref();
  });
}
jest.on('close', async (code, signal) => {
  const reaped = once(reaper, 'exit');
  reaper.stdin.end();
  await reaped;
  process.exit(code ?? 128 + constants.signals[signal]);
});

/**
 * Returns a folder in memory if possible: a test database is a thousand small files, which take ten times as long on a
 * disk.
 */
function temporaryFolder() {
  try {
    if (process.env.TMPDIR || process.availableMemory() < MIN_FREE_MEMORY_BYTES) return tmpdir();
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    accessSync(IN_MEMORY, modes.W_OK);
    return bavail * bsize < MIN_FREE_SPACE_BYTES ? tmpdir() : IN_MEMORY;
  } catch {
    return tmpdir();
  }
}
