// Runs Jest in a temporary folder of this run and leaves nothing behind: however this process ends, `scripts/reap.mjs`
// kills the processes that the tests started and removes the folder. Arguments are passed to Jest.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chmodSync, constants as modes, mkdtempSync, statfsSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

const IN_MEMORY = '/dev/shm';
/** Several times the size of the files that the tests write. */
const MIN_FREE_SPACE_BYTES = 4e9;
/** Memory for the files and for the programs that the tests start. */
const MIN_FREE_MEMORY_BYTES = 8e9;
/** Time that Jest has to stop its servers after a signal. */
const MAX_STOP_MS = 15_000;

const folder = mkdtempSync(join(temporaryFolder(), 'ct-'));
// PostgreSQL runs as another user when the tests run as root, and must be able to enter the folder.
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
    // Each test file leaves many young objects behind; a larger semi-space collects them less often.
    '--max-semi-space-size=64',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    ...process.argv.slice(2),
  ],
  // A session of its own, so that the reaper knows the processes that the tests start.
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
 * Returns the memory file system if it has enough space, else the system's temporary folder. Each test database is a
 * thousand small files, which take ten times as long on a disk.
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
