// What tests run beside the programs as they are delivered, bundled like them: the process that verifies ledgers and runs
// commands for all test files, which is started once, and the programs by a clock that a test sets.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bundle, THREADS } from '../../scripts/bundle.mjs';

const FOLDER = 'dist/test-programs';

export function bundleTestPrograms() {
  const names = ['administrator', 'api-by-clock', 'cli-by-clock'];
  return bundle(
    { ...Object.fromEntries(names.map((name) => [name, `test/run/${name}.process.mjs`])), ...THREADS },
    FOLDER,
  );
}

/** Starts it in a folder without a `.env`, which holds its socket too; it ends with this process. */
export function startAdministrator(rootDir, folder) {
  const socket = join(folder, 'administrator.sock');
  const child = spawn(process.execPath, [join(rootDir, FOLDER, 'administrator.js')], {
    cwd: folder,
    env: { PATH: process.env.PATH, ADMINISTRATOR_SOCKET: socket },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`no administrator process: ${code}`)));
  failed.catch(() => undefined);
  return {
    ready: Promise.race([once(child.stdout, 'data').then(() => ({ socket })), failed]),
    stop: () => child.stdin.end(),
  };
}
