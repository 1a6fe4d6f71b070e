import { beforeAll, describe, expect, it } from '@jest/globals';
import type { IViolation } from 'dependency-cruiser';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';

const ROOT = join(import.meta.dirname, '../..');
const FIXTURES = join(import.meta.dirname, 'fixtures');
const CRUISE = join(import.meta.dirname, 'cruise.process.mjs');
const { forbidden } = createRequire(import.meta.url)(join(ROOT, '.dependency-cruiser.cjs')) as {
  forbidden: { name: string }[];
};

/** Matches a file in an npm package and captures the package's name. */
const PACKAGE = /^.*node_modules\/(?:@types\/)?((?:@[^/]+\/)?[^/]+).*$/;

interface Cruised {
  readonly tree: string;
  readonly modules: number;
  readonly violations: readonly IViolation[];
}

const cruised = new Map<string, Cruised>();

beforeAll(async () => {
  const fixtures = [...PLANTED.map(({ fixture }) => fixture), 'sound'].map((name) => join(FIXTURES, name));
  const options = { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 };
  const { stdout } = await promisify(execFile)(process.execPath, [CRUISE, ...fixtures, ROOT], options);
  for (const line of stdout.trim().split('\n')) {
    const report = JSON.parse(line) as Cruised;
    cruised.set(report.tree, report);
  }
});

function violationsIn(tree: string): string[] {
  const { modules, violations } = cruised.get(tree)!;
  expect(modules).toBeGreaterThan(0);
  return violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to.replace(PACKAGE, '$1')}`).sort();
}

const PLANTED: readonly { fault: string; fixture: string; violations: readonly string[] }[] = [
  {
    fault: 'a context that calls a higher context',
    fixture: 'calls-up',
    violations: ['fx-calls-down: libs/fx/src/index.ts -> libs/ledger/src/index.ts'],
  },
  {
    fault: 'a context that calls a context of the same level',
    fixture: 'calls-aside',
    violations: ['budgeting-calls-down: libs/budgeting/src/index.ts -> libs/categorising/src/index.ts'],
  },
  {
    fault: 'a context that is missing in the order',
    fixture: 'context-without-place',
    violations: ['context-has-a-place: libs/savings/src/index.ts -> libs/savings/src/goal.ts'],
  },
  {
    fault: 'an import of an application',
    fixture: 'knows-application',
    violations: [
      'apps-know-no-other: apps/cli/src/run.ts -> apps/api/src/application.ts',
      'apps-stand-above: libs/ledger/src/index.ts -> apps/api/src/application.ts',
    ],
  },
  {
    fault: 'an import that bypasses the index file',
    fixture: 'past-the-front-door',
    violations: [
      'front-door-between-contexts: libs/ledger/src/index.ts -> libs/fx/src/parity.ts',
      'front-door-from-outside: apps/api/src/main.ts -> libs/fx/src/parity.ts',
      'tests-know-views-by-type: test/e2e/rate-answers.ts -> libs/fx/src/rate.view.ts',
      'tests-reach-pure-files-only: test/e2e/rates.ts -> libs/fx/src/rates.service.ts',
    ],
  },
  {
    fault: 'test support in production code',
    fixture: 'testing-in-production',
    violations: ['testing-is-for-tests: libs/ledger/src/accounts.service.ts -> libs/kernel/src/testing.ts'],
  },
  {
    fault: 'an entity exported from its context',
    fixture: 'entity-outside',
    violations: ['entities-stay-inside: libs/ledger/src/index.ts -> libs/ledger/src/account.entity.ts'],
  },
  {
    fault: 'a file that imports the index file of its own context',
    fixture: 'own-front-door',
    violations: ['no-own-front-door: libs/fx/src/inverse.ts -> libs/fx/src/index.ts'],
  },
  {
    fault: 'a pure file that imports infrastructure',
    fixture: 'pure-with-machinery',
    violations: [
      'pure-with-the-pure-kernel: libs/fx/src/kernel-rate.ts -> libs/kernel/src/index.ts',
      'pure-without-machinery: libs/fx/src/express-rate.ts -> express',
      'pure-without-machinery: libs/fx/src/kysely-rate.ts -> kysely',
      'pure-without-machinery: libs/fx/src/mikro-orm-postgresql-rate.ts -> @mikro-orm/postgresql',
      'pure-without-machinery: libs/fx/src/nestjs-common-rate.ts -> @nestjs/common',
      'pure-without-machinery: libs/fx/src/nodefs-promises-rate.ts -> fs/promises',
      'pure-without-machinery: libs/fx/src/nodefs-rate.ts -> fs',
      'pure-without-machinery: libs/fx/src/pg-rate.ts -> pg',
      'pure-without-machinery: libs/kernel/src/calendar/week.ts -> libs/kernel/src/calendar/clock.service.ts',
      'pure-without-roles: libs/kernel/src/calendar/week.ts -> libs/kernel/src/calendar/clock.service.ts',
    ],
  },
  {
    fault: 'a pure file that imports types of infrastructure',
    fixture: 'pure-with-types',
    violations: ['pure-without-machinery: libs/fx/src/rate.ts -> pg'],
  },
  {
    fault: 'a pure file that imports a service',
    fixture: 'pure-with-role',
    violations: ['pure-without-roles: libs/fx/src/rate.ts -> libs/fx/src/rates.service.ts'],
  },
  {
    fault: 'a circular import',
    fixture: 'circle',
    violations: ['no-circles: libs/fx/src/base.ts -> libs/fx/src/quote.ts'],
  },
  {
    fault: 'a development package in production code',
    fixture: 'development-package',
    violations: ['no-development-packages: libs/fx/src/rates.service.ts -> fast-check'],
  },
  {
    fault: 'an import of a missing file',
    fixture: 'nowhere',
    violations: ['everything-is-found: libs/fx/src/rates.service.ts -> ./gone.js'],
  },
];

describe('the boundary rules', () => {
  it.each(PLANTED)('reports a violation of the boundary rules: $fault', ({ fixture, violations }) => {
    expect(violationsIn(join(FIXTURES, fixture))).toEqual(violations);
  });

  it('reports no violation in a valid tree', () => {
    expect(violationsIn(join(FIXTURES, 'sound'))).toEqual([]);
  });

  it('reports no violation in the repository', () => {
    expect(violationsIn(ROOT)).toEqual([]);
  });

  it('each boundary rule rejects at least one invalid tree', () => {
    const covered = new Set(
      PLANTED.flatMap(({ violations }) => violations.map((violation) => violation.split(':')[0]!)),
    );
    const kindOf = (name: string) => name.replace(/^.*-calls-down$/, 'calls-down');

    expect(new Set([...covered].map(kindOf))).toEqual(new Set(forbidden.map(({ name }) => kindOf(name))));
  });
});
