import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type pg from 'pg';
import type { TestDatabase } from '../../libs/kernel/src/testing.js';
import { createTestDatabase } from '../../libs/kernel/src/testing.js';
import type { Checked } from './check-statements.js';
import { StatementCheck } from './check-statements.js';

// All sources are read with their types.
jest.setTimeout(120_000);

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

/** Fragments of SQL reach these statements by an injected object, a loop or a callback; other tests run them. */
const MOST_FILES_UNKNOWN = 8;

/** A rule without conditions, as which a sample comes, is refused before its statement is made. */
const NO_FAULT = /matching.*: syntax error at or near "\)"$/;

describe('the statements of the sources', () => {
  let checked: Checked;

  beforeAll(async () => {
    checked = await check.ofSources(client);
  });

  it('parse against the schema, and answer the rows that their readers declare', () => {
    expect(checked.statements).toBeGreaterThan(150);
    expect(checked.rows).toBeGreaterThan(90);
    expect(checked.faults.filter((fault) => !NO_FAULT.test(fault))).toEqual([]);
  });

  it('have a text that is known without a running service, but for a few', () => {
    const { unknown, unread } = checked;
    expect(unknown.length > MOST_FILES_UNKNOWN ? unknown : []).toEqual([]);
    expect(unread.length > MOST_FILES_UNKNOWN ? unread : []).toEqual([]);
  });
});

describe('a planted fault', () => {
  it('is found: a misspelt column, a text that does not parse, a row that the statement does not answer', async () => {
    const { faults, statements } = await check.ofPlantedFaults(client);
    expect(statements).toBe(7);
    expect(faults.map((fault) => fault.replace(/^\S+ /, ''))).toEqual([
      'column "nmae" does not exist',
      'syntax error at end of input',
      `the row's "title" is not answered (id, name)`,
      `the row's "position" is a number, but bigint arrives as a string`,
      `the row's "bank" may be null`,
    ]);
  });
});
