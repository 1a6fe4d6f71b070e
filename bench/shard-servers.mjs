import { spawn } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startEmbeddedPostgres } from '../dist/libs/embedded-postgres/src/index.js';

const SELF = fileURLToPath(import.meta.url);

/** A PostgreSQL that is started by a process of its own, so that both can be killed and stay dead. */
export async function startKillable() {
  const dataDir = await mkdtemp(join(tmpdir(), 'centavo-shard-'));
  let keeper;
  const start = async () => {
    keeper = spawn(process.execPath, [SELF, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] });
    const [line] = await new Promise((resolve, reject) => {
      keeper.stdout.once('data', (text) => resolve(String(text).split('\n')));
      keeper.once('exit', (code) => reject(new Error(`the server did not start: ${code}`)));
    });
    return line;
  };
  const url = await start();
  return {
    urlOf: (database) => Object.assign(new URL(url), { pathname: `/${database}` }).href,
    start,
    /** Ends all of it as a power cut would. */
    kill() {
      const server = Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
      keeper.kill('SIGKILL');
      for (const pid of [server, ...childrenOf(server)]) endAtOnce(pid);
    },
    async stop() {
      keeper.stdin.end();
      await new Promise((resolve) => keeper.once('exit', resolve));
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The rows of one statement, over a connection of its own. */
export async function run(url, text, values) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text, values);
  await client.end();
  return rows;
}

function childrenOf(parent) {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return all.map(Number).filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid) {
  try {
    const facts = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(facts.slice(facts.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

function endAtOnce(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended with the others.
  }
}

// As a program of its own: runs the server of a folder until standard input ends.
if (process.argv[1] === SELF) {
  const log = {
    info() {},
    warn() {},
    error: (facts, message) => process.stderr.write(`${message} ${JSON.stringify(facts)}\n`),
  };
  const server = await startEmbeddedPostgres({ dataDir: process.argv[2], log });
  process.stdout.write(`${server.url}\n`);
  process.stdin.resume().on('end', () => void server.stop().then(() => process.exit(0)));
}
