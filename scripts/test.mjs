// Runs Jest in a temporary folder. However this process ends, `scripts/reap.mjs` then removes the folder and its
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
// If root runs the tests, PostgreSQL runs as another user, which must be able to access the folder.
chmodSync(folder, 0o711);
// When this process ends, even by SIGKILL, the standard input of the reaper closes.
const reaper = spawn(process.execPath, [join(import.meta.dirname, 'reap.mjs'), folder], {
  stdio: ['pipe', 'ignore', 'inherit'],
  detached: true,
});
const jest = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    // Test files create many short-lived objects. V8 collects a larger semi-space less often.
    '--max-semi-space-size=64',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    ...process.argv.slice(2),
  ],
  // Starts a new session, so that the reaper finds all processes that the tests start.
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
 * Returns a folder in memory if possible. A test database has about a thousand small files, and creating them on a disk
 * takes ten times as long.
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
