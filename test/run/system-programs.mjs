// Finds the installed programs that some robustness tests need. If a program is missing, its tests are skipped and the
// output names them.
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const POSTGRES = '/usr/lib/postgresql';
const HIGH_AVAILABILITY = 'test/robustness/high-availability';

/**
 * `setting` is the environment variable for the path of the program, `tests` are the folders of the tests, `names`
 * are possible file names, `alsoIn` are more folders to search, and `beside` are programs that must be in the same
 * folder.
 */
export const TEST_PROGRAMS = [
  {
    setting: 'CENTAVO_TEST_BROWSER',
    tests: ['test/robustness/browser'],
    debianPackage: 'chromium',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  },
  {
    setting: 'CENTAVO_TEST_HLEDGER',
    tests: ['test/robustness/hledger'],
    debianPackage: 'hledger',
    names: ['hledger'],
  },
  {
    setting: 'CENTAVO_TEST_POSTGRES',
    tests: ['test/robustness/restore'],
    debianPackage: 'postgresql',
    names: ['pg_dump'],
    alsoIn: () => postgresFolders(),
    beside: ['initdb', 'pg_ctl', 'createdb', 'psql', 'pg_dumpall', 'pg_restore'],
  },
  {
    setting: 'CENTAVO_TEST_REPLICAS',
    tests: ['test/robustness/replicas', HIGH_AVAILABILITY],
    debianPackage: 'postgresql',
    names: ['pg_basebackup'],
    alsoIn: () => postgresFolders(),
    beside: ['initdb', 'pg_ctl', 'createdb', 'pg_rewind', 'pg_controldata'],
  },
  {
    setting: 'CENTAVO_TEST_HAPROXY',
    tests: ['test/robustness/proxy', 'test/robustness/cells', HIGH_AVAILABILITY],
    debianPackage: 'haproxy',
    names: ['haproxy'],
    alsoIn: () => ['/usr/sbin', '/usr/local/sbin'],
  },
  {
    setting: 'CENTAVO_TEST_PGBOUNCER',
    tests: ['test/robustness/scaling', HIGH_AVAILABILITY],
    debianPackage: 'pgbouncer',
    names: ['pgbouncer'],
    alsoIn: () => ['/usr/sbin'],
  },
  {
    setting: 'CENTAVO_TEST_PATRONI',
    tests: [HIGH_AVAILABILITY],
    debianPackage: 'patroni',
    names: ['patroni'],
    beside: ['patronictl'],
  },
  {
    setting: 'CENTAVO_TEST_ETCD',
    tests: [HIGH_AVAILABILITY],
    debianPackage: 'etcd-server',
    names: ['etcd'],
  },
  {
    setting: 'CENTAVO_TEST_PGBACKREST',
    tests: [HIGH_AVAILABILITY],
    debianPackage: 'pgbackrest',
    names: ['pgbackrest'],
  },
];

/**
 * Sets the environment variable of each program that the tests in `args` need. Without paths in `args`, sets all
 * variables.
 */
export function provideProgramsFor(args) {
  const paths = args.filter((arg) => !arg.startsWith('-'));
  for (const program of TEST_PROGRAMS) {
    const isWanted =
      paths.length === 0 ||
      paths.some((path) => program.tests.some((folder) => path.includes(folder.split('/').at(-1))));
    if (isWanted) process.env[program.setting] = findProgram(program) ?? withoutIt(program);
  }
}

export function foldersLeftOut() {
  const missing = TEST_PROGRAMS.filter(({ setting }) => !process.env[setting]);
  return missing.flatMap(({ tests }) => tests.map((folder) => `/${folder}/`));
}

function withoutIt({ setting, tests, debianPackage }) {
  process.stderr.write(
    `centavo: leaving out ${tests.join(' and ')}: ${debianPackage} is missing. Install it (apt-get install ${debianPackage}), ` +
      `or set ${setting} to its path.\n`,
  );
  return '';
}

function findProgram({ setting, names, alsoIn = () => [], beside = [] }) {
  const configured = process.env[setting];
  if (configured) return configured;
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
