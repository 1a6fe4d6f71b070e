// Installs missing or outdated packages and builds outdated programs. Must run on Node.js 20 or later without any
// packages. Writes nothing to standard output, because the next command uses it.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lock } from './prepare-lock.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const NODE_NEEDED = 24;
const NODE = join(ROOT, 'node_modules/.bin/node');
const INSTALLED_STAMP = join(ROOT, 'node_modules/.centavo-stamp');
const BUILT_STAMP = join(ROOT, 'dist/.centavo-stamp');
const BUILD_READS = [
  ...[
    'apps',
    'libs',
    'docs/guides',
    'CHANGELOG.md',
    'scripts/bundle.mjs',
    'package.json',
    'package-lock.json',
    'nest-cli.json',
  ],
  ...readdirSync(ROOT).filter((name) => /^tsconfig.*\.json$/.test(name)),
];
const BUILD_LEAVES_OUT = /\.(spec|int-spec|e2e-spec)\.ts$|^libs\/[^/]+\/test\//;
const MAX_STOP_MS = 3_000;
const UNREACHABLE =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT|ENOTCACHED)\b/;

const PLATFORM = `${process.platform}-${process.arch}`;
const HAS_BUNDLED_NODE = ['linux-x64', 'linux-arm64'];
const NO_NODE = `no bundled Node.js runs on ${PLATFORM}, and ${process.version} is too old: install Node.js ${NODE_NEEDED} or later`;

class Failure extends Error {}

let running;
let unlock = () => undefined;

for (const [signal, number] of Object.entries({ SIGINT: 2, SIGTERM: 15, SIGHUP: 1 })) {
  process.on(signal, () => giveUp(128 + number));
}
process.exitCode = await prepare().then(
  () => 0,
  (error) => {
    say(error instanceof Failure ? error.message : error.stack);
    return 1;
  },
);

async function prepare() {
  if (isInstalled() && isBuilt()) return;
  unlock = await lock(ROOT, () => say('waiting for another process that prepares the project ...'));
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid === parent || giveUp(143), 500);
  try {
    if (!isInstalled()) await install();
    if (!isBuilt()) await build();
  } finally {
    clearInterval(watch);
    unlock();
  }
}

function isInstalled() {
  if (!existsSync(NODE)) return false;
  const wanted = installStamp();
  if (readIfThere(INSTALLED_STAMP) === wanted) return true;
  if (!holdsWhatIsLocked()) return false;
  tryToWrite(INSTALLED_STAMP, wanted);
  return true;
}

function installStamp() {
  return hash(['package-lock.json', '.npmrc'], PLATFORM);
}

function holdsWhatIsLocked() {
  const there = JSON.parse(readIfThere(join(ROOT, 'node_modules/.package-lock.json')) ?? '{}').packages ?? {};
  const locked = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages;
  return Object.entries(locked).every(([path, { version, integrity, optional }]) => {
    if (path === '') return true;
    const installed = there[path];
    return installed ? installed.version === version && installed.integrity === integrity : optional === true;
  });
}

async function install() {
  if (!isNewEnough() && !HAS_BUNDLED_NODE.includes(PLATFORM)) throw new Failure(NO_NODE);
  // Deletes these files first, so that an interrupted installation counts as incomplete.
  for (const sign of [INSTALLED_STAMP, join(ROOT, 'node_modules/.package-lock.json')]) rmSync(sign, { force: true });
  const flags = [
    '--ignore-scripts',
    '--include=dev',
    '--include=optional',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  await npm('installing dependencies', ['ci', ...flags]);
  provideNode();
  writeFileSync(INSTALLED_STAMP, installStamp());
}

function isNewEnough() {
  return Number.parseInt(process.versions.node, 10) >= NODE_NEEDED;
}

/** Switches to the current Node.js if the bundled one is missing or does not run with the C library of this system. */
function provideNode() {
  if (spawnSync(NODE, ['--version']).status === 0) return;
  if (!isNewEnough()) throw new Failure(NO_NODE);
  rmSync(NODE, { force: true });
  symlinkSync(process.execPath, NODE);
  say(`the bundled Node.js does not run here; using ${process.execPath} (${process.version}) instead`);
}

function isBuilt() {
  return readIfThere(BUILT_STAMP) === buildStamp();
}

function buildStamp() {
  return hash(BUILD_READS.flatMap(filesIn).filter((path) => !BUILD_LEAVES_OUT.test(path)));
}

async function build() {
  // Computes the stamp before the build, so that a change during the build leads to another build.
  const stamp = buildStamp();
  rmSync(BUILT_STAMP, { force: true });
  await npm('building', ['run', 'build', '--silent']);
  writeFileSync(BUILT_STAMP, stamp);
}

/** @throws Failure if npm fails */
async function npm(doing, args) {
  const begun = performance.now();
  say(`${doing} (npm ${args.slice(0, 2).filter(isWord).join(' ')}) ...`);
  const [program, ...first] = npmProgram();
  const options = {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, npm_config_update_notifier: 'false' },
  };
  running = spawn(program, [...first, ...args], options);
  let output = '';
  for (const stream of [running.stdout, running.stderr]) {
    stream.on('data', (text) => {
      process.stderr.write(text);
      output = (output + text).slice(-20_000);
    });
  }
  const code = await new Promise((done) => {
    running.once('error', (error) => done(error.message));
    running.once('close', (status, signal) => done(status ?? signal));
  });
  running = undefined;
  if (code === 0) return say(`${doing}: done in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  const hint = UNREACHABLE.test(output)
    ? ': the npm registry cannot be reached; the first start needs network access'
    : '';
  throw new Failure(`${doing} failed (${code})${hint}`);
}

/** Returns the npm that called this script, because npm may replace the bundled Node.js. */
function npmProgram() {
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  if (!script || !/^npm(-cli)?\.[cm]?js$/.test(basename(script))) return ['npm'];
  return [node && existsSync(node) ? node : process.execPath, script];
}

/** Stops npm and exits. npm must not continue without the lock. */
function giveUp(code) {
  const leave = () => {
    unlock();
    process.exit(code);
  };
  if (!running) return leave();
  running.once('close', leave);
  running.kill('SIGTERM');
  setTimeout(leave, MAX_STOP_MS);
}

function hash(paths, more = '') {
  const digest = createHash('sha256').update(more);
  for (const path of paths) {
    const content = readIfThere(join(ROOT, path), null) ?? '';
    digest.update(`\0${path}\0${content.length}\0`).update(content);
  }
  return digest.digest('hex');
}

function filesIn(path) {
  try {
    return readdirSync(join(ROOT, path), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(ROOT.length + 1))
      .sort();
  } catch (error) {
    if (error.code === 'ENOTDIR') return [path];
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

function readIfThere(path, encoding = 'utf8') {
  try {
    return readFileSync(path, encoding);
  } catch (error) {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ESRCH') return undefined;
    throw error;
  }
}

/** Tries to write a file. After a failure, the check runs again next time. */
function tryToWrite(path, text) {
  try {
    writeFileSync(path, text);
  } catch {}
}

function isWord(text) {
  return !text.startsWith('-');
}

function say(text) {
  process.stderr.write(`centavo: ${text}\n`);
}
