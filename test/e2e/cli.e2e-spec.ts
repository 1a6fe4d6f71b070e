import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';
import { addressesOf, builtFolder, createTestDatabase, testServerUrl } from '../../libs/kernel/src/testing.js';
import { startApi } from './support/api-process.js';
import type { CommandOutput, Ended } from './support/cli.js';
import { runAlone, runInAdministrator } from './support/cli.js';
import { aKey, aWorkspace, ok, UNKNOWN_ID } from './support/household.js';

interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly json: CommandOutput;
}

let folder: string;
let database: TestDatabase;
const emptyDatabases: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'centavo-cli-'));
  database = await createTestDatabase();
});

afterAll(async () => {
  await database.drop();
  for (const name of emptyDatabases) await onServer(`drop database if exists ${name} with (force)`);
  await rm(folder, { recursive: true });
});

/** Runs a command in a new process, in a folder without .env. */
async function runAsProcess(databaseUrl: string, ...args: string[]): Promise<Outcome> {
  return outcomeOf(await runAlone(settingsFor(databaseUrl), args, folder));
}

async function runOn(databaseUrl: string, ...args: string[]): Promise<Outcome> {
  return outcomeOf(await runInAdministrator(settingsFor(databaseUrl), args));
}

function settingsFor(databaseUrl: string): NodeJS.ProcessEnv {
  const { DATABASE_URL: _, DATABASE_ADMIN_URL: __, ...form } = addressesOf(database);
  return { PATH: process.env.PATH, DATABASE_URL: databaseUrl, ...(databaseUrl === database.url && form) };
}

function outcomeOf({ code, output, errors }: Ended): Outcome {
  return {
    code,
    stdout: output,
    stderr: errors,
    get json() {
      return JSON.parse(output) as CommandOutput;
    },
  };
}

function run(...args: string[]): Promise<Outcome> {
  return runOn(database.url, ...args);
}

async function queryOn<Row extends pg.QueryResultRow = Record<string, string>>(
  databaseUrl: string,
  statement: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client.query<Row>(statement, values);
  await client.end();
  return rows;
}

function onServer(statement: string) {
  return queryOn(testServerUrl(), statement);
}

async function emptyDatabase(): Promise<string> {
  const name = `centavo_cli_${randomBytes(6).toString('hex')}`;
  await onServer(`create database ${name}`);
  emptyDatabases.push(name);
  const url = new URL(testServerUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/** Reverts and applies all migrations in one process, which is faster than one process each. */
async function everyMigrationDownAndUp(databaseUrl: string) {
  const address = (path: string) => JSON.stringify(pathToFileURL(join(builtFolder(), path)).href);
  const program = `
    import { migrateDown, migrateUp, migrationStatus } from ${address('libs/kernel/src/index.js')};
    import { MIGRATIONS } from ${address('libs/bootstrap/src/contexts.module.js')};
    const status = () => migrationStatus(process.env.DATABASE_URL, MIGRATIONS);
    while ((await migrateDown(process.env.DATABASE_URL, MIGRATIONS)).length > 0);
    const without = await status();
    await migrateUp(process.env.DATABASE_URL, MIGRATIONS);
    console.log(JSON.stringify({ without, with: await status() }));`;
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], { env });
  return JSON.parse(stdout);
}

async function writeRates(...lines: string[]): Promise<string> {
  const file = join(folder, `${randomBytes(6).toString('hex')}.csv`);
  await writeFile(file, ['date,quote,base,rate', ...lines, ''].join('\n'));
  return file;
}

describe('migrate', () => {
  it('migrate up applies and lists all migrations, and migrate down reverts the latest one', async () => {
    const url = await emptyDatabase();
    const { applied, pending } = (await runOn(url, 'migrate', 'status', '--json')).json;
    expect(applied).toEqual([]);
    expect((await runOn(url, 'migrate', 'up', '--json')).json).toEqual({ applied: pending });
    expect((await runOn(url, 'migrate', 'up')).stdout).toBe('The schema is up to date.\n');
    expect((await runAsProcess(url, 'migrate', 'down', '--json')).json).toEqual({ reverted: [pending.at(-1)] });
    const status = (await runOn(url, 'migrate', 'status', '--json')).json;
    expect(status).toEqual({ applied: pending.slice(0, -1), pending: pending.slice(-1) });
  });

  it('all migrations can be reverted and applied again', async () => {
    const migrated = await createTestDatabase();
    expect(await everyMigrationDownAndUp(migrated.url)).toMatchObject({
      without: { applied: [] },
      with: { pending: [] },
    });
    await migrated.drop();
  });

  it('concurrent migrate up commands apply each migration once', async () => {
    const url = await emptyDatabase();
    const outcomes = await Promise.all([1, 2, 3].map(() => runAsProcess(url, 'migrate', 'up', '--json')));
    expect(outcomes.map(({ code, stderr }) => `${code} ${stderr}`)).toEqual(['0 ', '0 ', '0 ']);
    expect(outcomes.filter(({ json }) => json.applied.length > 0)).toHaveLength(1);
  });
});

describe('the user command', () => {
  const shown = (outcome: Outcome) => `${outcome.code} ${outcome.stdout}${outcome.stderr}`;

  it('rejects a taken email address, an unknown email address and weak passwords', async () => {
    const email = `${randomBytes(6).toString('hex')}@example.mx`;
    expect((await run('user', 'create', '--email', email, '--json')).json).toMatchObject({ email });
    expect(shown(await run('user', 'create', '--email', email))).toMatch(/^1 A user with the email \S+ already exists/);
    expect(shown(await run('user', 'create', '--email', `x${email}`, '--password', 'corta'))).toMatch(/12 to 200/);
    const named = 'guadalupe.rios@example.mx';
    for (const command of ['create', 'reset-password'])
      expect(shown(await run('user', command, '--email', named, '--password', 'GuadalupeRios1'))).toMatch(
        /^1 The password is/,
      );
    const owned = ['--name', 'Casa Jacaranda', '--owner-email', named, '--password', 'casa jacaranda 1'];
    expect(shown(await run('workspace', 'create', ...owned))).toMatch(/^1 The password is too similar/);
    expect(shown(await run('user', 'reset-password', '--email', `y${email}`))).toMatch(/^1 No user has the email /);
  });

  it('user create rolls back if the workspace cannot be assigned, and succeeds when repeated', async () => {
    const email = `${randomBytes(6).toString('hex')}@example.mx`;
    const workspaceId = await aWorkspace(database);
    const create = () => run('user', 'create', '--email', email, '--workspace', workspaceId, '--json');
    await database.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise 'the server goes away here'; end $$;
      create trigger fail before insert on identity_members for each row execute function fail()`);
    expect(await create()).toMatchObject({ code: 1 });
    await database.query(`drop function fail cascade`);
    const { json } = await create();
    expect(json).toMatchObject({ email });
    const owned = await database.query(`select workspace_id from identity_members where user_id = $1`, [json.userId]);
    expect(owned).toEqual([{ workspace_id: workspaceId }]);
  });
});

describe('the workspace and key commands', () => {
  it('workspace create succeeds on an empty database, and the service accepts a key from key create', async () => {
    const url = await emptyDatabase();
    const created = await runAsProcess(
      url,
      'workspace',
      'create',
      '--name',
      ' Casa López ',
      '--owner-email',
      'Ana@Example.mx',
      '--json',
    );
    expect([created.code, created.stderr, Object.keys(created.json)]).toEqual([0, '', ['workspaceId', 'userId']]);
    const { workspaceId } = created.json;
    const key = (
      await runOn(url, 'key', 'create', '--workspace', workspaceId, '--name', 'Banco', '--scope', 'read_only', '--json')
    ).json;
    expect(key).toEqual({
      id: expect.any(String),
      name: 'Banco',
      scope: 'read_only',
      key: expect.stringMatching(/^svc_[0-9A-Za-z]{49}$/),
    });
    const api = await startApi({ database: { ...database, url } });
    try {
      const client = api.client(key.key);
      const workspace = { id: workspaceId, name: 'Casa López', baseCurrency: 'MXN', plan: 'free' };
      expect((await client.get('/v1/workspace')).body).toMatchObject(workspace);
      expect((await runOn(url, 'workspace', 'list', '--json')).json).toEqual([
        { ...workspace, createdAt: expect.any(String) },
      ]);
      expect((await runOn(url, 'key', 'revoke', key.id, '--json')).json).toEqual({ id: key.id, revoked: true });
      expect((await client.get('/v1/workspace')).status).toBe(401);
    } finally {
      await api.stop();
    }
  });

  it('key list shows the active keys without their values', async () => {
    const workspaceId = await aWorkspace(database);
    const [revoked, inForce] = [await aKey(database, workspaceId), await aKey(database, workspaceId, 'read_only')];
    await run('key', 'revoke', revoked.id);
    const [listed, text] = await Promise.all([
      run('key', 'list', '--workspace', workspaceId, '--json'),
      run('key', 'list', '--workspace', workspaceId),
    ]);
    expect(listed.json).toEqual([
      {
        id: inForce.id,
        name: 'test',
        scope: 'read_only',
        lastFour: inForce.key.slice(-4),
        createdAt: expect.any(String),
        lastUsedAt: null,
      },
    ]);
    expect(text.stdout).toContain(inForce.id);
    expect(text.stdout).not.toContain(inForce.key);
  });

  it('workspace create accepts an existing owner, a plan and a base currency', async () => {
    const create = async (...options: string[]) =>
      (await run('workspace', 'create', '--name', 'X', '--owner-email', 'luis@example.mx', '--json', ...options)).json;
    const first = await create('--password', 'una clave larga');
    const second = await create('--plan', 'pro', '--base-currency', 'USD');
    expect(second.userId).toBe(first.userId);
    const query = `select plan, base_currency from workspace_workspaces where id = $1`;
    expect(await database.query(query, [second.workspaceId])).toEqual([{ plan: 'pro', base_currency: 'USD' }]);
  });

  it('workspace create rejects a password if the owner already has a password', async () => {
    const create = (...options: string[]) =>
      run('workspace', 'create', '--name', 'Segunda', '--owner-email', 'eva@example.mx', '--json', ...options);
    expect((await create()).code).toBe(0);
    expect((await create('--password', 'una clave larga')).code).toBe(0);
    const workspaces = () => database.query('select id from workspace_workspaces order by id');
    const before = await workspaces();
    const refused = await create('--password', 'otra clave larga');
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('eva@example.mx already has a password');
    expect(await workspaces()).toEqual(before);
    expect((await create()).code).toBe(0);
  });

  it('two concurrent workspace create commands with the same owner create one user', async () => {
    const words = ['workspace', 'create', '--name', 'X', '--owner-email', 'ambos@example.mx', '--json'];
    const create = () => runAsProcess(database.url, ...words);
    const [first, second] = await Promise.all([create(), create()]);
    expect([first.code, second.code, first.stderr + second.stderr]).toEqual([0, 0, '']);
    expect(first.json.userId).toBe(second.json.userId);
  });

  it.each([
    [['workspace', 'create', '--name', 'X'], '--owner-email'],
    [['workspace', 'create', '--name', 'X', '--owner-email', 'nadie'], 'email address'],
    [['workspace', 'create', '--name', 'X', '--owner-email', 'a@b.mx', '--plan', 'gold'], 'free, plus, pro'],
    [['key', 'create', '--workspace', UNKNOWN_ID, '--name', 'k', '--scope', 'admin'], 'read_only, read_write'],
    [
      ['key', 'create', '--workspace', UNKNOWN_ID, '--name', 'k', '--scope', 'read_only'],
      `There is no workspace ${UNKNOWN_ID}.`,
    ],
    [['key', 'revoke', UNKNOWN_ID], `There is no active key ${UNKNOWN_ID}.`],
    [['trash', 'purge', '--workspace', UNKNOWN_ID], `There is no workspace ${UNKNOWN_ID}.`],
    [['trash', 'purge', '--as-of', 'ayer'], 'RFC 3339'],
    [['ledger', 'verify', '--workspace', UNKNOWN_ID], `There is no workspace ${UNKNOWN_ID}.`],
    [['rates', 'import', 'no-such-file.csv'], 'the file does not exist'],
    [['nonsense'], 'unknown command'],
  ])('the command line rejects %j with an error message and without a stack trace', async (args, sentence) => {
    const { code, stdout, stderr } = await run(...args, '--json');
    expect([code, stdout]).toEqual([1, '']);
    const failure = JSON.parse(stderr) as { code: string; detail: string };
    expect(failure).toEqual({ code: expect.stringMatching(/^[A-Z_]+$/), detail: expect.stringContaining(sentence) });
    expect(failure.detail).not.toMatch(/\n\s+at /);
  });

  it('an unknown command exits with code 1', async () => {
    expect(await runAsProcess(database.url, 'nonsense')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^unknown command 'nonsense'.*\n$/),
    });
  });

  it('the error for an unreachable database does not contain the database password', async () => {
    const { code, stdout, stderr } = await runAsProcess('postgres://ana:secreto@127.0.0.1:1/nada', 'workspace', 'list');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^The database cannot be reached: .*ECONNREFUSED/);
    expect(stderr).not.toContain('secreto');
  });

  it('--version prints the version, as JSON with --json', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    expect(await runAsProcess(database.url, '--version')).toMatchObject({ code: 0, stdout: `${version}\n` });
    expect((await run('--version', '--json')).json).toEqual({ version });
  });

  it('reports an invalid DATABASE_URL', async () => {
    const { code, stderr } = await runAsProcess('mysql://nada', 'workspace', 'list');
    expect([code, stderr]).toEqual([1, 'DATABASE_URL must be a postgres:// address\n']);
  });
});

describe('rates import', () => {
  it('rates import replaces the rate of a day that is imported again', async () => {
    const file = await writeRates('2026-11-18,USD,MXN,18.3000', '2026-11-19,USD,MXN,18.41230000');
    expect((await run('rates', 'import', file, '--json')).json).toEqual({ imported: 2, rejected: 0 });
    const again = await writeRates('2026-11-19,USD,MXN,18.5');
    expect((await run('rates', 'import', again)).stdout).toBe('imported 1 rates\n');
    const rows = await database.query(
      `select day::text, source, rate from fx_feed_rates where quote = 'USD' and base = 'MXN' order by day`,
    );
    expect(rows).toEqual([
      { day: '2026-11-18', source: 'file', rate: '1830000000' },
      { day: '2026-11-19', source: 'file', rate: '1850000000' },
    ]);
  });

  it('rates import rejects a file with invalid lines and reports each of them', async () => {
    const file = await writeRates(
      '2026-11-18,GBP,MXN,24.1',
      '2026-02-30,GBP,MXN,24.1',
      '2026-11-18,GBP,MXN,-1',
      '2026-11-19,GBP,MXN',
    );
    const { code, json, stderr } = await runAsProcess(database.url, 'rates', 'import', file, '--json');
    expect([code, json]).toEqual([1, { imported: 0, rejected: 3 }]);
    const failure = JSON.parse(stderr) as { code: string; detail: string };
    expect(failure.code).toBe('RATES_INVALID');
    expect(failure.detail.split('\n').map((line) => line.split(':')[0])).toEqual(['line 3', 'line 4', 'line 5']);
    expect(await database.query(`select from fx_feed_rates where quote = 'GBP'`)).toEqual([]);
  });

  it.each([
    ['an unclosed quote', Buffer.from('date,quote,base,rate\n"2026-11-18,USD,MXN,18\n')],
    ['invalid UTF-8', Buffer.from([0x64, 0xff, 0xfe, 0x0a])],
  ])('rates import rejects a file with %s', async (_, bytes) => {
    const file = join(folder, 'bad.csv');
    await writeFile(file, bytes);
    const { code, stderr } = await run('rates', 'import', file);
    expect(code).toBe(1);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stderr).not.toBe('');
  });
});

describe('the commands demo seed, ledger verify and trash purge', () => {
  let demo: CommandOutput;
  let url: string;

  beforeAll(async () => {
    url = await emptyDatabase();
    const outcomes = await Promise.all([1, 2].map(() => runAsProcess(url, 'demo', 'seed', '--json')));
    const [seeded, refused] = outcomes.sort((left, right) => left.code - right.code);
    expect([seeded!.code, seeded!.stderr, refused!.code, refused!.stdout]).toEqual([0, '', 1, '']);
    expect(JSON.parse(refused!.stderr)).toMatchObject({
      detail: 'The demo needs an empty database, but this one has workspaces.',
    });
    demo = seeded!.json;
  });

  const queryDemo = (statement: string) => queryOn(url, statement);
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

  it('demo seed prints the workspace ID and the credentials', () => {
    expect(demo).toEqual({
      workspaceId: expect.any(String),
      email: 'demo@centavo.example',
      password: expect.stringMatching(/^.{16}$/),
      apiKey: expect.stringMatching(/^svc_/),
    });
  });

  it('ledger verify finds no drift in the demo', async () => {
    const { code, json } = await runOn(url, 'ledger', 'verify', '--json');
    expect([code, json.drift]).toEqual([0, []]);
    expect(json.checked).toBeGreaterThan(4_000);
    expect((await runOn(url, 'ledger', 'verify', '--workspace', demo.workspaceId)).stdout).toMatch(
      /^account \S+ in workspace \S+ had \S+ on \S+, not the asserted \S+\nchecked \d+ figures: none differs\n$/,
    );
  });

  it('the demo has accounts, contacts, trashed transactions, imports and uncategorized transactions', async () => {
    const api = await startApi({ database: { ...database, url } });
    try {
      const client = api.client(demo.apiKey);
      const get = async <Path extends string>(path: Path) => ok(await client.get(path));
      expect((await get('/v1/accounts')).length).toBe(9);
      const worth = await get('/v1/net-worth');
      expect([worth.unconverted, worth.byCurrency.map(({ currency }) => currency)]).toEqual([
        [],
        ['EUR', 'MXN', 'USD'],
      ]);
      expect((await get('/v1/contacts')).map(({ name }) => name)).toEqual([
        'Colega de la oficina',
        'Mi prima',
        'Tanda de la oficina',
        'Vecino del 302',
      ]);
      expect((await get('/v1/transactions/trash')).items).toHaveLength(5);
      const imports = await get('/v1/imports');
      expect(imports.map(({ status }) => status)).toEqual(['draft', 'committed']);
      expect(imports[0]!.stats).toMatchObject({ errors: 1 });
      expect(imports[1]!.stats).toMatchObject({ errors: 0, duplicates: 0 });
      expect((await get('/v1/transactions?uncategorized=true&limit=5')).items).toHaveLength(5);
      const assertions = (await get('/v1/assertions')).items;
      expect(assertions.map(({ source, status }) => `${source} ${status}`)).toEqual(['manual broken', 'import holds']);
      const { changes } = await get(`/v1/assertions/${assertions[0]!.id}/explain`);
      expect(changes.map(({ kind }) => kind)).toEqual(['trashed']);
    } finally {
      await api.stop();
    }
  });

  it('the report command prints tables with bars, or JSON with --json', async () => {
    const [from, to] = [inDays(-40).slice(0, 10), inDays(-10).slice(0, 10)];
    const report = (name: string, ...options: string[]) =>
      runOn(url, 'report', name, '--workspace', demo.workspaceId, '--from', from, '--to', to, ...options);
    const [spending, merchants, flow] = await Promise.all([
      report('spending', '--compare', 'year'),
      report('spending', '--group-by', 'merchant', '--json'),
      report('cash-flow', '--interval', 'week'),
    ]);
    expect(spending.stdout).toMatch(
      new RegExp(`^expense by category, ${from} to ${to}\ncategory +MXN +before +share\n`),
    );
    expect(spending.stdout).toMatch(/^Vivienda +\d+\.\d\d +0\.00 +\d+\.\d % {2}█+$/m);
    expect(spending.stdout).toMatch(/^ {2}Renta +\d+\.\d\d /m);
    expect(spending.stdout).toMatch(/^total +\d+\.\d\d +0\.00\n$/m);
    expect(merchants.json).toMatchObject({ groupBy: 'merchant', currency: 'MXN', from, to });
    expect(flow.stdout).toMatch(/^cash flow in MXN by week, .*\nweek +income +expense +net +saved\n/);
    expect(flow.stdout).toMatch(/[█░]\ntotal +\d+\.\d\d /);
    const refused = await report('spending', '--group-by', 'colour');
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('It must be one of category, account,');
  });

  it('ledger verify exits with code 1 if a total has drifted, and --repair corrects the total', async () => {
    const balance = `select position from ledger_accounts where name = 'Efectivo'`;
    const before = await queryDemo(balance);
    await queryDemo(`update ledger_accounts set position = position + 1 where name = 'Efectivo'`);
    const verification = await runAsProcess(url, 'ledger', 'verify', '--json');
    expect([verification.code, verification.json.drift]).toEqual([
      1,
      [expect.objectContaining({ figure: 'account.balance' })],
    ]);
    expect((await runOn(url, 'ledger', 'verify', '--repair', '--json')).json).toMatchObject({ repaired: 1 });
    expect(await queryDemo(balance)).toEqual(before);
  });

  it('trash purge deletes transactions that were trashed 30 days before --as-of', async () => {
    const purge = async (...options: string[]) => (await runOn(url, 'trash', 'purge', '--json', ...options)).json;
    const otherId = await aWorkspace({ query: (text, values) => queryOn(url, text, values) });
    expect(await purge()).toEqual({ purged: 0 });
    expect(await purge('--as-of', inDays(29))).toEqual({ purged: 0 });
    expect(await purge('--as-of', inDays(31), '--workspace', otherId)).toEqual({ purged: 0 });
    expect(await purge('--as-of', inDays(31), '--workspace', demo.workspaceId)).toEqual({ purged: 5 });
    expect(await purge('--as-of', inDays(31))).toEqual({ purged: 0 });
    const auditQuery = `select workspace_id from kernel_audit_entries where action = 'trash purge'`;
    expect(await queryDemo(auditQuery)).toEqual([{ workspace_id: demo.workspaceId }]);
    // The event has the current time instead of `--as-of`, because clients could see the transactions until now.
    const eventQuery = `select workspace_id, data from kernel_outbox where type = 'trash.emptied' and at > now() - interval '1 hour'`;
    expect(await queryDemo(eventQuery)).toEqual([{ workspace_id: demo.workspaceId, data: { count: 5 } }]);
  });
});
