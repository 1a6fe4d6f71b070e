import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { Settings } from '../../libs/kernel/src/settings/settings.js';
import { readSettings } from '../../libs/kernel/src/settings/settings.js';
import type { ComposeService } from './compose-file.js';
import { composeFile } from './compose-file.js';

const PASSWORDS = { POSTGRES_PASSWORD: 'of the owner', SERVICE_PASSWORD: 'OfTheService1' };

const HIGH_AVAILABILITY = 'docker-compose.ha.yml';

const NOT_PASSED = {
  DATABASE_ADMIN_URL: 'only the migration uses the owner role',
  DATABASE_EMBEDDED: 'the database runs in another container',
  DATA_DIR: 'the database runs in another container',
  DEMO: 'the demo needs the embedded database',
};

/** Settings with a default in the image that differs from the default on a developer's machine. */
const IMAGE_DEFAULTS: readonly (keyof Settings)[] = [
  'host',
  'baseUrl',
  'problemsBase',
  'mailFrom',
  'databaseUrl',
  'databaseIsEmbedded',
  'trustedProxies',
];

const { services } = composeFile(PASSWORDS);
const programServices = Object.entries(services).filter(([, { image }]) => image.startsWith('centavo:'));
const environmentOf = ({ environment = {} }: ComposeService) =>
  Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, String(value)]));
const settingsOf = (name: string) => readSettings(environmentOf(services[name]!));

function settingNames(): Set<string> {
  const names = new Set<string>();
  const recorder = { get: (_: object, name: string) => void names.add(name) };
  readSettings(new Proxy<Record<string, string | undefined>>({}, recorder));
  return names;
}

describe('docker-compose.yml', () => {
  it('passes only valid settings to each process', () => {
    expect(programServices.map(([name]) => name)).toEqual(['migrate', 'api']);
    const names = settingNames();
    for (const [service, definition] of programServices) {
      const unknown = Object.keys(environmentOf(definition)).filter(
        (name) => !names.has(name) && name !== 'PGPASSWORD',
      );
      expect([service, unknown]).toEqual([service, []]);
      expect(() => settingsOf(service)).not.toThrow();
    }
  });

  it('passes every setting of the API from an environment variable', () => {
    const passed = [...settingNames()].filter((name) => !(name in NOT_PASSED));
    expect(Object.keys(environmentOf(services.api!)).toSorted()).toEqual(passed.toSorted());
    for (const name of passed.filter((variable) => !['HOST', 'PORT', 'DATABASE_URL'].includes(variable))) {
      const set = composeFile({ ...PASSWORDS, [name]: 'as set' }).services.api!;
      expect(environmentOf(set)[name]).toBe('as set');
    }
  });

  it('uses the defaults of the program, except for the settings of the image', () => {
    const [defaults, configured] = [readSettings({}), settingsOf('api')];
    for (const name of Object.keys(defaults) as (keyof Settings)[])
      if (!IMAGE_DEFAULTS.includes(name)) expect([name, configured[name]]).toEqual([name, defaults[name]]);
  });

  it('requires SERVICE_PASSWORD', () => {
    expect(() => composeFile({ POSTGRES_PASSWORD: 'x' })).toThrow('SERVICE_PASSWORD: ');
  });
});

describe.each(['docker-compose.yml', HIGH_AVAILABILITY])('the Compose file %s', (file) => {
  it('refers only to existing services, volumes and files', () => {
    const { services, configs, volumes } = composeFile(PASSWORDS, file);
    for (const [service, definition] of Object.entries(services)) {
      const base = definition.extends && composeFile(PASSWORDS, definition.extends.file).services[service]!;
      const needed = Object.keys(definition.depends_on ?? base?.depends_on ?? {});
      expect([service, needed.filter((name) => !(name in services))]).toEqual([service, []]);
      for (const { source } of definition.configs ?? base?.configs ?? [])
        expect([source, existsSync(configs[source]!.file)]).toEqual([source, true]);
      for (const volume of definition.volumes ?? []) expect(Object.keys(volumes)).toContain(volume.split(':')[0]);
    }
  });
});

describe(HIGH_AVAILABILITY, () => {
  it('passes only valid settings to the processes of docker-compose.yml', () => {
    const extended = Object.entries(composeFile(PASSWORDS, HIGH_AVAILABILITY).services).filter(
      ([, one]) => one.extends,
    );
    expect(extended.map(([name]) => name)).toEqual(['migrate', 'api', 'proxy']);
    for (const [name, definition] of extended) {
      expect(services).toHaveProperty(name);
      const environment = { ...environmentOf(services[name]!), ...environmentOf(definition) };
      expect(() => readSettings(environment)).not.toThrow();
    }
  });

  it('sets every variable of the HAProxy configuration', () => {
    const text = readFileSync('scripts/high-availability/haproxy.cfg', 'utf8');
    const variables = [...new Set([...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name!))];
    const { database } = composeFile(PASSWORDS, HIGH_AVAILABILITY).services;
    expect(Object.keys(database!.environment!).toSorted()).toEqual(variables.toSorted());
  });
});
