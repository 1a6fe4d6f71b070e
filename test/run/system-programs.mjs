// Finds the programs of the system that some tests drive; jest.config.js leaves the tests of a missing one out. Where one is missing, an administrator's run installs the system's
// own, unless that would start a server; other users get a message, and the tests that need it are left out.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const MAX_INSTALL_MS = 300_000;
const QUIET = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };

/** Where Debian keeps its versions of PostgreSQL, the newest first. */
const POSTGRES = '/usr/lib/postgresql';

/**
 * Each program: the setting that names it, the folder of its tests, its package, and what it may be called; where else it
 * may be, which programs have to stand beside it, and whether its package may be installed for the tests. Tests that are left out
 * of all run when they are asked for.
 */
export const TEST_PROGRAMS = [
  {
    setting: 'CENTAVO_TEST_BROWSER',
    tests: 'test/browser',
    debianPackage: 'chromium',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  },
  { setting: 'CENTAVO_TEST_HLEDGER', tests: 'test/hledger', debianPackage: 'hledger', names: ['hledger'] },
  {
    setting: 'CENTAVO_TEST_POSTGRES',
    tests: 'test/restore',
    debianPackage: 'postgresql',
    names: ['pg_dump'],
    alsoIn: () => postgresFolders(),
    beside: ['initdb', 'pg_ctl', 'createdb', 'psql', 'pg_dumpall', 'pg_restore'],
    mayInstall: false,
  },
  {
    setting: 'CENTAVO_TEST_REPLICAS',
    tests: 'test/replicas',
    debianPackage: 'postgresql',
    names: ['pg_basebackup'],
    alsoIn: () => postgresFolders(),
    beside: ['initdb', 'pg_ctl', 'createdb'],
    mayInstall: false,
    isLeftOutOfAll: true,
  },
  {
    setting: 'CENTAVO_TEST_HAPROXY',
    tests: 'test/proxy',
    debianPackage: 'haproxy',
    names: ['haproxy'],
    alsoIn: () => ['/usr/sbin', '/usr/local/sbin'],
    mayInstall: false,
  },
  {
    setting: 'CENTAVO_TEST_PGBOUNCER',
    tests: 'test/scaling',
    debianPackage: 'pgbouncer',
    names: ['pgbouncer'],
    isLeftOutOfAll: true,
  },
  {
    setting: 'CENTAVO_TEST_POSTGRES_OF_SCALING',
    tests: 'test/scaling',
    debianPackage: 'postgresql',
    names: ['pg_basebackup'],
    alsoIn: () => postgresFolders(),
    beside: ['initdb', 'postgres', 'pg_isready', 'psql'],
    mayInstall: false,
    isLeftOutOfAll: true,
  },
];

/** Finds each program of which tests are asked for, and sets the variable that names it; the others' tests stay out. */
export function provideProgramsFor(args) {
  const paths = args.filter((arg) => !arg.startsWith('-'));
  for (const program of TEST_PROGRAMS) {
    const { setting, tests, isLeftOutOfAll } = program;
    const isWanted =
      paths.length === 0 ? !isLeftOutOfAll : paths.some((path) => path.includes(tests.slice('test/'.length)));
    if (isWanted) process.env[setting] = provideProgram(program) ?? withoutIt(program);
  }
}

/** The folders of the tests whose program is missing, or which were not asked for. */
export function foldersLeftOut() {
  return TEST_PROGRAMS.filter(({ setting }) => !process.env[setting]).map(({ tests }) => `/${tests}/`);
}

function withoutIt({ setting, tests, debianPackage }) {
  process.stderr.write(
    `centavo: there is no ${debianPackage} here, so the tests in ${tests} are left out; everything else runs.\n` +
      `centavo: install it (apt-get install ${debianPackage}), or set ${setting} to the path of one.\n`,
  );
  return '';
}

/** The path of a program, or undefined when there is none and none can be had. */
function provideProgram(program) {
  const { mayInstall = true } = program;
  return findProgram(program) ?? (mayInstall && installProgram(program) ? findProgram(program) : undefined);
}

function findProgram({ setting, names, alsoIn = () => [], beside = [] }) {
  const given = process.env[setting];
  if (given) return given;
  const folders = [...alsoIn(), ...(process.env.PATH ?? '').split(delimiter)];
  const candidates = folders.flatMap((folder) => names.map((name) => join(folder, name)));
  return candidates.find((path) => [path, ...beside.map((name) => join(dirname(path), name))].every(isExecutable));
}

function postgresFolders() {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).filter((name) => Number(name) >= 15) : [];
  return versions.sort((a, b) => Number(b) - Number(a)).map((version) => join(POSTGRES, version, 'bin'));
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
    const { status } = spawnSync('apt-get', step, { env: QUIET, stdio: 'ignore', timeout: MAX_INSTALL_MS });
    return status === 0;
  });
}
