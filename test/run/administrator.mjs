// The process that verifies ledgers and runs commands for all test files: bundled like the programs, and started once.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { bundle } from '../../scripts/bundle.mjs';

const FOLDER = 'dist/test-programs';

export function bundleAdministrator() {
  return bundle({ administrator: 'test/run/administrator.process.mjs' }, FOLDER);
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
