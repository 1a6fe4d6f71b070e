import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../libs/kernel/src/testing.js';
import type { Checked } from './check-statements.js';
import { StatementCheck } from './check-statements.js';
import { generatedLists } from './generated-lists.js';
import { generatedRuleRuns } from './generated-rule-runs.js';
import { expectGolden } from './golden-file.js';

let database: TestDatabase;
let client: pg.Client;
let check: StatementCheck;

beforeAll(async () => {
  database = await createTestDatabase();
  client = await database.connect();
  check = new StatementCheck();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** Files that send SQL that the check cannot determine, with the reason. */
const OPAQUE = {
  'libs/kernel/src/database/service-client.query.ts': 'is the driver, and sends statements as they are',
  'libs/kernel/src/database/unit-of-work.ts': 'lends its connection to the entity manager',
};

describe('the SQL queries of the sources', () => {
  let checked: Checked;

  beforeAll(async () => {
    checked = await check.ofSources(client);
  });

  it('all SQL queries and their variants parse against the schema and return the declared rows', () => {
    expect(checked.faults).toEqual([]);
  });

  it('finds all SQL queries, including those built at run time', () => {
    expect(checked.statements).toBeGreaterThan(200);
    expect(checked.texts).toBeGreaterThan(300);
    expect(checked.rows).toBeGreaterThan(200);
  });

  it('all other SQL comes from the files in OPAQUE', () => {
    expect(checked.opaque).toEqual(Object.keys(OPAQUE));
  });
});

describe('planted errors in SQL queries', () => {
  it('detects a misspelled column, an invalid text and a row that the query does not return', async () => {
    const { faults, opaque } = await check.ofPlantedFaults(client);
    expect(faults.map((fault) => fault.replace(/^\S+ /, '').replace(/(not known:).*/, '$1'))).toEqual([
      'column "nickname" does not exist',
      'column "nmae" does not exist',
      'syntax error at end of input',
      'its text is not known:',
      'no text takes this branch',
      'no text takes this branch',
      `the row's "title" is not answered (id, name)`,
      `the row's "position" is a number, but bigint arrives as a string`,
      `the row's "bank" may be null`,
      `the row's "id" is a number, but uuid arrives as a string`,
      `the row's "nmae" is not answered (name)`,
    ]);
    expect(opaque).toEqual(['test/sql/fixtures/planted-faults.query.ts']);
  });
});

describe('SQL built at run time', () => {
  it.each([
    ['lists of transactions', './lists.golden.sql', generatedLists],
    ['runs of rules', './rule-runs.golden.sql', generatedRuleRuns],
  ])('the SQL of %s equals the golden file', (_, file, generated) => {
    expectGolden(new URL(file, import.meta.url), generated());
  });
});
