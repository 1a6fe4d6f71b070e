// Finds the Chromium that the browser tests drive. Where there is none, an administrator's run installs the system's own;
// anybody else is told, and the browser tests are left out.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const LONGEST_INSTALL_MS = 300_000;
const QUIET = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };

/** The path of a Chromium, or undefined when there is none and none can be had. */
export function provideBrowser() {
  return findBrowser() ?? (installBrowser() ? findBrowser() : undefined);
}

function findBrowser() {
  const given = process.env.CENTAVO_TEST_BROWSER;
  if (given) return given;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installBrowser() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  process.stderr.write('centavo: installing Chromium for the browser tests (apt-get install chromium) ...\n');
  const steps = [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ];
  return steps.every((step) => {
    const { status } = spawnSync('apt-get', step, { env: QUIET, stdio: 'ignore', timeout: LONGEST_INSTALL_MS });
    return status === 0;
  });
}
