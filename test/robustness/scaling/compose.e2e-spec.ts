import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { composeFile } from '../../architecture/compose-file.js';
import { freePort } from '../../e2e/support/api-process.js';
import { until } from '../../e2e/support/until.js';
import { slowest } from '../bounds.js';

/** PostgreSQL and PgBouncer do not run as root; here root runs them as the user `nobody`. */
const NOBODY = 65_534;
const PASSWORDS = { POSTGRES_PASSWORD: 'of the owner', SERVICE_PASSWORD: 'OfTheService1' };
const SERVERS = ['database', 'shard-one', 'shard-two'] as const;
const LISTENING = [...SERVERS, 'replica', 'pooler'] as const;
const MAX_START_MS = slowest(30_000);

const { services, configs } = composeFile(PASSWORDS);
const runAs = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
const programs = dirname(process.env.CENTAVO_TEST_POSTGRES_OF_SCALING!);
const started: { stop(): Promise<void> }[] = [];
let folder: string;
let ports: Record<(typeof LISTENING)[number], number>;
let api: string[];

/** The processes of the profile with their commands and settings; where these name what only Docker has, it is replaced. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'centavo-scaled-'));
  chmodSync(folder, 0o755);
  if ('uid' in runAs) chownSync(folder, NOBODY, NOBODY);
  const found = LISTENING.map(async (name) => [name, await freePort()] as const);
  ports = Object.fromEntries(await Promise.all(found)) as typeof ports;
  for (const name of ['pooler', 'access'] as const)
    writeFileSync(join(folder, name), here(readFileSync(configs[name]!.file, 'utf8')));
  for (const name of SERVERS) {
    await initialise(name);
    await start(name, ports[name]);
  }
  await start('replica', ports.replica);
  await start('pooler', ports.pooler);
  expect(await ended(services['migrate-scaled']!.command as string[], settings('migrate-scaled'))).toMatchObject({
    code: 0,
  });
  api = await Promise.all(Array.from({ length: Number(services['api-scaled']!.deploy!.replicas) }, startApi));
});

afterAll(async () => {
  for (const one of started.reverse()) await one.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What the file says, with the addresses and folders of this machine in it. */
function here(text: string): string {
  return text
    .replaceAll(
      /\b(database|shard-one|shard-two|replica|pooler):\d+\b/g,
      (_, name) => `127.0.0.1:${ports[name as 'pooler']}`,
    )
    .replaceAll(
      /host=(database|shard-one|shard-two)( (?:--)?port=)5432/g,
      (_, name, port) => `host=127.0.0.1${port}${ports[name as 'database']}`,
    )
    .replace('listen_port = 6432', `listen_port = ${ports.pooler}`)
    .replaceAll('/tmp', folder)
    .replace('/etc/pgbouncer/centavo.ini', join(folder, 'pooler'))
    .replace('/etc/postgresql/pg_hba.conf', join(folder, 'access'));
}

function settings(service: string): Record<string, string> {
  const given = Object.entries(services[service]!.environment ?? {});
  return Object.fromEntries(given.map(([name, value]) => [name, here(String(value))]));
}

/** What the image of PostgreSQL does when a volume is new. */
async function initialise(name: string): Promise<void> {
  const { POSTGRES_USER = '', POSTGRES_DB, POSTGRES_PASSWORD = '' } = settings(name);
  const password = join(folder, 'password');
  writeFileSync(password, POSTGRES_PASSWORD);
  const data = join(folder, name);
  const access = [`--username=${POSTGRES_USER}`, '--auth=scram-sha-256', `--pwfile=${password}`];
  await succeed([join(programs, 'initdb'), '--pgdata', data, ...access, '--encoding=UTF8', '--no-sync']);
  const single = [join(programs, 'postgres'), '--single', '-D', data, 'postgres'];
  await succeed(single, `create database ${POSTGRES_DB}\n`);
  const anyone = 'host all all all scram-sha-256\n';
  writeFileSync(join(data, 'pg_hba.conf'), anyone, { flag: 'a' });
  writeFileSync(join(data, 'postgresql.conf'), `\nunix_socket_directories = ''\nfsync = off\n`, { flag: 'a' });
}

async function succeed(command: readonly string[], input = ''): Promise<void> {
  const { code, errors } = await ended(command, {}, input);
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${errors}`);
}

/** Runs a command to its end, the program's own as this user. */
async function ended(command: readonly string[], env: Record<string, string>, input = '') {
  const isOurs = command[0] === 'node';
  const child = spawn(isOurs ? process.execPath : command[0]!, command.slice(1), {
    ...(isOurs ? {} : { ...runAs, cwd: '/' }),
    env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...env },
  });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (text) => (output += String(text)));
  child.stderr.on('data', (text) => (errors += String(text)));
  child.stdin.on('error', () => undefined).end(input);
  const [code] = (await once(child, 'close')) as [number];
  return { code, output, errors };
}

/** Starts a service by its command, and waits until it listens. */
async function start(name: string, port: number): Promise<void> {
  const [program, ...words] = (services[name]!.command as string[]).map(here);
  const path = [programs, dirname(process.env.CENTAVO_TEST_PGBOUNCER!), process.env.PATH].join(delimiter);
  const env = { PATH: path, LC_ALL: 'C.UTF-8', PGDATA: join(folder, name), PGPORT: String(port), ...settings(name) };
  const child = spawn(program!, words, { ...runAs, cwd: '/', env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (text) => (errors += String(text)));
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGINT');
    await exited;
  };
  started.push({ stop });
  const ready = [join(programs, 'pg_isready'), '--host=127.0.0.1', `--port=${port}`];
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: ${errors}`);
    return (await ended(ready, {})).code === 0;
  }, MAX_START_MS);
}

async function startApi(): Promise<string> {
  const port = await freePort();
  const [, command] = /^CMD (\[.*\])$/m.exec(readFileSync('Dockerfile', 'utf8'))!;
  const [, ...words] = JSON.parse(command!) as string[];
  const env = { PATH: process.env.PATH, ...settings('api-scaled'), FX_FEEDS: 'off', PORT: String(port) };
  const child = spawn(process.execPath, words, { cwd: resolve('.'), env, stdio: ['ignore', 'pipe', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (text) => (errors += String(text)));
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  started.push({ stop });
  const failed = exited.then(([code]) => Promise.reject(new Error(`the API ended with ${code}: ${errors}`)));
  failed.catch(() => undefined);
  await Promise.race([once(child.stdout, 'data'), failed]);
  return `http://127.0.0.1:${port}`;
}

/** Runs a command of the command line with the settings of the API, and answers its value. */
async function command(...words: string[]): Promise<Record<string, string>> {
  const { code, output, errors } = await ended(
    ['node', 'dist/programs/cli.js', ...words, '--json'],
    settings('api-scaled'),
  );
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${errors}`);
  return JSON.parse(output) as Record<string, string>;
}

async function ask(url: string, key: string, path: string, body?: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const method = body ? 'POST' : 'GET';
  const answer = await fetch(`${url}${path}`, { method, headers, body: body && JSON.stringify(body) });
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as Record<string, unknown>;
}

/** The workspaces that a server has. */
async function workspacesAt(name: (typeof SERVERS)[number] | 'replica'): Promise<string[]> {
  const { POSTGRES_PASSWORD: password } = PASSWORDS;
  const client = new pg.Client({
    host: '127.0.0.1',
    port: ports[name],
    user: 'centavo',
    database: 'centavo',
    password,
  });
  await client.connect();
  const { rows } = await client.query<{ id: string }>('select id from workspace_workspaces order by id');
  await client.end();
  return rows.map(({ id }) => id);
}

it('the processes of the profile serve: each shard its workspaces, both processes the same, and the replica what was written', async () => {
  const homes: { id: string; key: string }[] = [];
  for (let n = 0; n < 4; n += 1) {
    const { workspaceId } = await command(
      'workspace',
      'create',
      '--name',
      `Casa ${n}`,
      '--owner-email',
      'ana@example.mx',
    );
    const { key } = await command('key', 'create', '--workspace', workspaceId!, '--name', 'k', '--scope', 'read_write');
    homes.push({ id: workspaceId!, key: key! });
  }
  const placed = await Promise.all(SERVERS.map(workspacesAt));
  expect(placed.map(({ length }) => length)).toEqual([0, 2, 2]);

  const [one, other] = api as [string, string];
  for (const { key } of homes) {
    const account = await ask(one, key, '/v1/accounts', { name: 'Nómina', typeId: 'checking' });
    const entry = { accountId: account.id, type: 'expense', date: '2026-03-07', amount: '25.00', description: 'Tacos' };
    await ask(other, key, '/v1/transactions', entry);
    expect((await ask(one, key, '/v1/transactions')).items).toMatchObject([{ description: 'Tacos' }]);
  }
  await until(async () => (await workspacesAt('replica')).length === 2, MAX_START_MS);
  expect(await workspacesAt('replica')).toEqual(placed[1]);
  const read = async () => {
    const inFirst = homes.find(({ id }) => placed[1]!.includes(id))!;
    await ask(one, inFirst.key, '/v1/transactions');
    const metrics = await (await fetch(`${one}/metrics`)).text();
    return Number(/^database_replica_reads_total (\d+)$/m.exec(metrics)![1]);
  };
  await until(async () => (await read()) > 0, MAX_START_MS);

  for (const url of api) expect(await ask(url, '', '/health/ready')).toEqual({ status: 'ready' });
  expect(await command('ledger', 'verify')).toMatchObject({ drift: [] });
});
