// Runs the tests against a PostgreSQL of their own, which is thrown away afterwards. What is given on the command line
// goes to Jest. Ends with a line that counts the tests.
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { provideProgram, TEST_PROGRAMS } from './test-programs.mjs';
import { startSharedService } from './test-service.mjs';
import { startEmbeddedPostgres } from '../dist/libs/embedded-postgres/src/index.js';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const LONGEST_FAREWELL_MS = 5_000;
/** Nothing of it is to survive, so nothing of it needs to reach the disk. */
const UNSAFE_AND_FAST = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/** What keeps verifying for the tests, which start it often. */
const TEST_PROGRAM = { 'ledger-verifier': 'test/e2e/support/ledger-verifier.process.mjs' };
const TEST_PROGRAM_FOLDER = 'dist/test-programs';

const folder = mkdtempSync(join(tmpdir(), 'centavo-test-'));
// The user that PostgreSQL runs as instead of root must be able to enter.
chmodSync(folder, 0o711);
const countFile = join(folder, 'count.json');

let jest;
let interruptedBy;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupt(signal));

let exitCode = 1;
try {
  const bundled = bundle(TEST_PROGRAM, TEST_PROGRAM_FOLDER);
  bundled.catch(() => undefined);
  const server = await startServer();
  let service;
  try {
    await bundled;
    // A build that is to be found broken is started anew by each test file.
    if (!process.env.CENTAVO_TEST_BUILD) service = await startSharedService(server, folder);
    const settings = { CENTAVO_TEST_SERVER: server.urlOf('postgres'), CENTAVO_TEST_SERVICE: service?.told };
    if (!interruptedBy) exitCode = await runJest(settings, process.argv.slice(2));
  } finally {
    await service?.stop();
    await server.stop();
  }
} finally {
  const count = readCount();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  if (count) process.stdout.write(`\n${count.passed} passed, ${count.failed} failed\n`);
}
process.exitCode = interruptedBy ? 128 + constants.signals[interruptedBy] : exitCode;

function startServer() {
  const complain = (facts, message) => process.stderr.write(`${message} ${JSON.stringify(facts)}\n`);
  const log = { info: () => undefined, warn: complain, error: complain };
  return startEmbeddedPostgres({ dataDir: folder, settings: UNSAFE_AND_FAST, log });
}

function runJest(settings, args) {
  const given = args.join(' ');
  // Three, because many tests wait for a while.
  const workers = /(^| )(-w|--maxWorkers|-i|--runInBand)\b/.test(given) ? [] : ['--maxWorkers=3'];
  const counter = `--testResultsProcessor=${join(ROOT, 'scripts/test-count.mjs')}`;
  const program = [
    '--experimental-vm-modules',
    // Each test file leaves much behind that is young: it is collected less often.
    '--max-semi-space-size=64',
    '--disable-warning=ExperimentalWarning',
    'node_modules/jest/bin/jest.js',
  ];
  jest = spawn(process.execPath, [...program, counter, ...workers, ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...settings,
      CENTAVO_TEST_VERIFIER: join(ROOT, TEST_PROGRAM_FOLDER, 'ledger-verifier.js'),
      CENTAVO_TEST_COUNT: countFile,
      ...programsFor(args),
    },
  });
  return new Promise((done) => {
    jest.once('error', (error) => done(Number(process.stderr.write(`${error.message}\n`))));
    jest.once('close', (code) => done(code ?? 1));
  });
}

/** The programs for the tests that need one, where they are among those asked for; by the setting that names each. */
function programsFor(args) {
  const paths = args.filter((arg) => !arg.startsWith('-'));
  const wanted = TEST_PROGRAMS.filter(({ tests, isLeftOutOfAll }) =>
    paths.length === 0 ? !isLeftOutOfAll : paths.some((path) => path.includes(tests.slice('test/'.length))),
  );
  return Object.fromEntries(wanted.map((program) => [program.setting, provideProgram(program) ?? withoutIt(program)]));
}

function withoutIt({ setting, tests, debianPackage }) {
  process.stderr.write(
    `centavo: there is no ${debianPackage} here, so the tests in ${tests} are left out; everything else runs.\n` +
      `centavo: install it (apt-get install ${debianPackage}), or set ${setting} to the path of one.\n`,
  );
  return '';
}

/** Ctrl-C reaches Jest too; a signal for this process alone is passed on. */
function interrupt(signal) {
  interruptedBy ??= signal;
  jest?.kill(signal);
  setTimeout(() => jest?.kill('SIGKILL'), LONGEST_FAREWELL_MS).unref();
}

function readCount() {
  try {
    return JSON.parse(readFileSync(countFile, 'utf8'));
  } catch {
    // Nothing was run: Jest was interrupted, or asked for something else.
    return interruptedBy || exitCode === 0 ? undefined : { passed: 0, failed: 1 };
  }
}
