// Runs Jest with the flags of Node.js that it needs; what is given on the command line goes to it. What the tests need is
// started by test/run/global-setup.mjs.
import { spawn } from 'node:child_process';
import { accessSync, constants as modes, statfsSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';

const IN_MEMORY = '/dev/shm';
/** Several times what the tests write, and what has to stay free for the programs that they start. */
const MIN_ROOM_BYTES = 4e9;
const MIN_FREE_MEMORY_BYTES = 8e9;

const jest = spawn(
  process.execPath,
  [
    '--experimental-vm-modules',
    // Each test file leaves much behind that is young: it is collected less often.
    '--max-semi-space-size=64',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
    ...process.argv.slice(2),
  ],
  { stdio: 'inherit', env: { ...process.env, TMPDIR: temporaryFolder() } },
);
// Ctrl-C reaches Jest too; a signal for this process alone is passed on.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => jest.kill(signal));
jest.on('close', (code, signal) => (process.exitCode = code ?? 128 + constants.signals[signal]));

/**
 * Where the tests put what they throw away: in memory where there is plenty. A database of a test is a thousand small files,
 * which cost a disk ten times as much, and all that wait for it.
 */
function temporaryFolder() {
  try {
    if (process.env.TMPDIR || process.availableMemory() < MIN_FREE_MEMORY_BYTES) return tmpdir();
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    accessSync(IN_MEMORY, modes.W_OK);
    return bavail * bsize < MIN_ROOM_BYTES ? tmpdir() : IN_MEMORY;
  } catch {
    return tmpdir();
  }
}
