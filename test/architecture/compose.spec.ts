import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Settings } from '../../libs/kernel/src/settings/settings.js';
import { readSettings } from '../../libs/kernel/src/settings/settings.js';
import type { ComposeService } from './compose-file.js';
import { composeFile } from './compose-file.js';

const PASSWORDS = { POSTGRES_PASSWORD: 'of the owner', SERVICE_PASSWORD: 'OfTheService1' };

/** Settings that the services of the API are not given, and why. */
const NOT_GIVEN = {
  DATABASE_ADMIN_URL: 'only the step that migrates knows the owner',
  DATABASE_EMBEDDED: 'the database runs elsewhere',
  DATA_DIR: 'the database runs elsewhere',
  DEMO: 'it is made where the database is embedded',
};

/** What the image has to have another default for than a process on somebody's machine. */
const OF_THE_IMAGE: readonly (keyof Settings)[] = [
  'host',
  'baseUrl',
  'problemsBase',
  'mailFrom',
  'databaseUrl',
  'databaseIsEmbedded',
  'trustedProxies',
];

const { services, configs, volumes } = composeFile(PASSWORDS);
const ofProgram = Object.entries(services).filter(([, { image }]) => image.startsWith('centavo:'));
const environmentOf = ({ environment = {} }: ComposeService) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)]));
const settingsOf = (name: string) => readSettings(environmentOf(services[name]!));

/** Every variable that the program asks for. */
function known(): Set<string> {
  const names = new Set<string>();
  const asked = { get: (_: object, name: string) => void names.add(name) };
  readSettings(new Proxy<Record<string, string | undefined>>({}, asked));
  return names;
}

/** Where an address leads, as a service of the file and a database there; through the pooler, what its configuration says. */
function ledTo(address: string | null): { host: string; database: string; isPooled: boolean } {
  const { hostname, port, pathname } = new URL(address!);
  const database = pathname.slice(1);
  if (hostname !== 'pooler') {
    expect([address, port]).toEqual([address, '5432']);
    return { host: hostname, database, isPooled: false };
  }
  const settings = readFileSync(configs.pooler!.file, 'utf8');
  expect(settings).toMatch(new RegExp(`^listen_port = ${port}$`, 'm'));
  const [, host, dbname] = new RegExp(`^${database} = host=(\\S+) port=5432 dbname=(\\S+)$`, 'm').exec(settings)!;
  return { host: host!, database: dbname!, isPooled: true };
}

describe('docker-compose.yml', () => {
  it('gives each process of the program settings that it knows and takes', () => {
    expect(ofProgram.map(([name]) => name)).toEqual(['migrate', 'api', 'migrate-scaled', 'api-scaled']);
    const names = known();
    for (const [service, one] of ofProgram) {
      const unknown = Object.keys(environmentOf(one)).filter((name) => !names.has(name) && name !== 'PGPASSWORD');
      expect([service, unknown]).toEqual([service, []]);
      expect(() => settingsOf(service)).not.toThrow();
    }
  });

  it.each(['api', 'api-scaled'])('hands every setting on to %s that there is, from the environment', (service) => {
    const given = [...known()].filter((name) => !(name in NOT_GIVEN));
    expect(Object.keys(environmentOf(services[service]!)).toSorted()).toEqual(given.toSorted());
    for (const name of given.filter(
      (one) => !['HOST', 'PORT', 'DATABASE_URL', 'DATABASE_POOLER', 'SHARDS'].includes(one),
    )) {
      const set = composeFile({ ...PASSWORDS, [name]: 'as set' }).services[service]!;
      expect(environmentOf(set)[name]).toBe('as set');
    }
  });

  it('has the program’s own defaults, but for what the image needs', () => {
    const [own, here] = [readSettings({}), settingsOf('api')];
    for (const name of Object.keys(own) as (keyof Settings)[])
      if (!OF_THE_IMAGE.includes(name)) expect([name, here[name]]).toEqual([name, own[name]]);
  });

  it('names only services, volumes, files and passwords that there are', () => {
    for (const [service, one] of Object.entries(services)) {
      const needed = Object.keys(one.depends_on ?? {});
      expect([service, needed.filter((name) => !(name in services))]).toEqual([service, []]);
      // What a plain service waits for is started without a profile.
      if (!one.profiles) expect(needed.filter((name) => services[name]!.profiles)).toEqual([]);
      for (const { source } of one.configs ?? [])
        expect([source, existsSync(configs[source]!.file)]).toEqual([source, true]);
      for (const volume of one.volumes ?? []) expect(Object.keys(volumes)).toContain(volume.split(':')[0]);
    }
    expect(() => composeFile({ POSTGRES_PASSWORD: 'x' })).toThrow('SERVICE_PASSWORD: ');
  });
});

describe('its profile `scaled`', () => {
  const inProfile = Object.keys(services).filter((name) => services[name]!.profiles?.includes('scaled'));

  it('has two shards, a replica, a pooler, and two processes of the API behind a proxy', () => {
    expect(inProfile).toEqual(
      ['shard-one', 'shard-two', 'replica', 'pooler', 'migrate-scaled', 'api-scaled', 'proxy-scaled'], // prettier-ignore
    );
    expect(services['api-scaled']!.deploy!.replicas).toBe('2');
    expect(readFileSync(configs.proxy!.file, 'utf8')).toContain(
      ` ${services['api-scaled']!.networks!.default.aliases[0]}:3000 `,
    );
  });

  it('leads the directory and each shard through the pooler to a server of its own, and migrations past it', () => {
    const [serving, migrating] = [settingsOf('api-scaled'), settingsOf('migrate-scaled')];
    expect(serving.databasePooler).toBe(true);
    const directory = ledTo(serving.databaseUrl);
    expect(directory).toEqual({ ...ledTo(migrating.databaseAdminUrl), isPooled: true });
    const shards = serving.shards.map(({ name, url, administrator }) => ({ name, administrator, ...ledTo(url) }));
    expect(shards.map(({ name, isPooled, administrator }) => [name, isPooled, administrator])).toEqual([
      ['one', true, null],
      ['two', true, null],
    ]);
    expect(new Set([directory, ...shards].map(({ host }) => host)).size).toBe(3);
    for (const [n, { name, url, administrator }] of migrating.shards.entries()) {
      const { host, database } = shards[n]!;
      expect([name, ledTo(url), ledTo(administrator)]).toEqual([
        shards[n]!.name,
        { host, database, isPooled: false },
        { host, database, isPooled: false },
      ]);
    }
    for (const { host, database } of [directory, ...shards])
      expect(environmentOf(services[host]!)).toMatchObject({ POSTGRES_DB: database, POSTGRES_USER: 'centavo' });
  });

  it('reads from a replica of the first shard, which lets it in', () => {
    const [one] = settingsOf('api-scaled').shards;
    expect(ledTo(one!.readUrl)).toEqual({ host: 'replica', database: ledTo(one!.url).database, isPooled: false });
    expect(String(services.replica!.command)).toContain(`--host=${ledTo(one!.url).host} `);
    expect(readFileSync(configs.access!.file, 'utf8')).toMatch(/^host +replication /m);
  });
});
