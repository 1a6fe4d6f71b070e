// Programs that only tests use. One verifies ledgers and runs commands for all test files. The others are the service
// and the CLI with a clock that a test sets.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundle, WORKERS } from '../../scripts/bundle.mjs';

const NAMES = ['administrator', 'api-by-clock', 'cli-by-clock', 'clock'];
const fileOf = (name) => `test/run/${name}.process.mjs`;

/**
 * Bundles the programs once per build and deletes the bundles of the previous build.
 * @returns the folder of the bundles, which every run of this build shares
 */
export async function bundleTestPrograms() {
  const digest = createHash('sha256');
  for (const file of ['dist/.centavo-stamp', ...NAMES.map(fileOf)]) digest.update(readFileSync(file));
  const folder = `dist/test-programs-${digest.digest('hex').slice(0, 16)}`;
  if (existsSync(folder)) return folder;
  const unfinished = mkdtempSync(`${folder}-`);
  const programs = Object.fromEntries(NAMES.filter((name) => name !== 'clock').map((name) => [name, fileOf(name)]));
  await bundle({ ...programs, ...WORKERS }, unfinished);
  chmodSync(unfinished, 0o755);
  try {
    renameSync(unfinished, folder);
  } catch {
    rmSync(unfinished, { recursive: true });
  }
  return folder;
}

/**
 * Starts the administrator in a folder that has no `.env` and contains its socket. The administrator ends with this
 * process.
 */
export function startAdministrator(programs, folder) {
  const socket = join(folder, 'administrator.sock');
  const child = spawn(process.execPath, [join(programs, 'administrator.js')], {
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
