// Finds the programs of the system that some tests drive. Where one is missing, an administrator's run installs the system's
// own; anybody else is told, and the tests that need it are left out.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const LONGEST_INSTALL_MS = 300_000;
const QUIET = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };

/** Each program: the setting that names it, the folder of its tests, its package, and what it may be called. */
export const TEST_PROGRAMS = [
  {
    setting: 'CENTAVO_TEST_BROWSER',
    tests: 'test/browser',
    debianPackage: 'chromium',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  },
  { setting: 'CENTAVO_TEST_HLEDGER', tests: 'test/hledger', debianPackage: 'hledger', names: ['hledger'] },
];

/** The path of a program, or undefined when there is none and none can be had. */
export function provideProgram(program) {
  return findProgram(program) ?? (installProgram(program) ? findProgram(program) : undefined);
}

function findProgram({ setting, names }) {
  const given = process.env[setting];
  if (given) return given;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable);
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function installProgram({ debianPackage, tests }) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  process.stderr.write(`centavo: installing ${debianPackage} for ${tests} (apt-get install ${debianPackage}) ...\n`);
  const steps = [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', debianPackage],
  ];
  return steps.every((step) => {
    const { status } = spawnSync('apt-get', step, { env: QUIET, stdio: 'ignore', timeout: LONGEST_INSTALL_MS });
    return status === 0;
  });
}
