import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { createTestDatabase } from '../../../libs/kernel/src/testing.js';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import type { Answer } from '../../e2e/support/client.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, ok } from '../../e2e/support/household.js';
import type { Identified } from './every-operation.js';
import { everyOperation, MAX_STATEMENTS, MORE_STATEMENTS } from './every-operation.js';
import { planFaults } from './plan-faults.js';
import type { BoundStatement, SqlTap } from './sql-tap.js';
import { tapInto } from './sql-tap.js';
import { aLargeHousehold } from './large-household.js';
import { twoMembers } from '../../e2e/support/members.js';

let database: TestDatabase;
let tap: SqlTap;
let service: ApiProcess;

beforeAll(async () => {
  database = await createTestDatabase();
  tap = await tapInto(database);
  service = await startApi({ database: { ...database, url: tap.databaseUrl } });
});

afterAll(async () => {
  await service.stop();
  tap.close();
  await database.drop();
});

async function countStatements(count: number): Promise<Map<string, number>> {
  const home = await aHousehold(service);
  // The service stores the last use of a key at most once a minute. On a slow machine, this would add a query.
  await database.query(`update identity_api_keys set last_used_at = now() + interval '1 day'`);
  await tap.during(() => home.api.get('/v1/workspace'));
  const counts = new Map<string, number>();
  const requests = everyOperation(home, count, await twoMembers(service.database, home.workspaceId));
  for (let next = await requests.next(); !next.done;) {
    const { method, pattern, path, body, options } = next.value;
    let answer: Answer<Identified> | undefined;
    const { executed, bound } = await tap.during(async () => {
      answer = (await home.api.send(method, path, body, options)) as Answer<Identified>;
    });
    ok(answer!);
    const operation = `${method} ${pattern}`;
    // A notification does not belong to a request. It follows a commit with events within 100 ms (decision 0096).
    const notifications = bound.filter(({ text }) => text.includes('pg_notify')).length;
    const queries = executed.filter((tag) => !/^(BEGIN|SET|COMMIT|ROLLBACK)/.test(tag)).length - notifications;
    counts.set(operation, Math.max(counts.get(operation) ?? 0, queries));
    next = await requests.next(answer!);
  }
  return counts;
}

/**
 * Counts authentication, the binding of the workspace with its locks, the queries of the operation and the audit log.
 * Begin with its settings, and commit, are sent with these queries and do not count.
 */
describe('the SQL queries of a request', () => {
  let few: Map<string, number>;
  let many: Map<string, number>;

  beforeAll(async () => {
    // The first webhook of a service also creates the key that encrypts secrets.
    const { api } = await aHousehold(service);
    ok(await api.post('/v1/webhooks', { url: 'https://first.example.com/', types: ['*'] }));
    few = await countStatements(1);
    many = await countStatements(20);
  });

  it('counts the SQL queries of every published operation', async () => {
    const { paths } = ok(await service.client().get('/openapi.json')) as { paths: Record<string, object> };
    const published = Object.entries(paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect([...many.keys()].sort()).toEqual(published.sort());
  });

  it('an operation sends few queries, regardless of the number of records', () => {
    const counts = [...many.keys()].map((operation) => ({
      operation,
      counts: [few.get(operation)!, many.get(operation)!],
      most: MORE_STATEMENTS[operation] ?? MAX_STATEMENTS,
    }));
    expect(counts.filter(({ counts: countsOf, most }) => countsOf.some((count) => count > most))).toEqual([]);
  });

  it('every operation that the test lists as an exception needs more queries than the limit', () => {
    const needless = Object.keys(MORE_STATEMENTS).filter((operation) => {
      const count = Math.max(many.get(operation) ?? 0, few.get(operation) ?? 0);
      // A process caches some data of a workspace, which can save one query.
      return count < MORE_STATEMENTS[operation]! - 1;
    });
    expect(needless).toEqual([]);
  });

  it('detects a list that queries each of its elements', async () => {
    const { api } = await aHousehold(service);
    const categories = ok(await api.get('/v1/categories'));
    const { executed } = await tap.during(async () => {
      for (const { id } of categories) ok(await api.get(`/v1/categories/${id}`));
    });
    expect(executed.length).toBeGreaterThan(MAX_STATEMENTS);
  });
});

describe('the plans of everyday requests in a large workspace', () => {
  let home: Household;
  let client: pg.Client;
  let statements: readonly BoundStatement[];

  beforeAll(async () => {
    client = await database.connect();
    const large = await aLargeHousehold(service, client);
    home = large.home;
    ({ bound: statements } = await tap.during(() => large.everyday()));
  });

  afterAll(() => client.end());

  it('the planner expects a million transactions', async () => {
    const { rows } = await client.query<{ rows: number }>('explain (format json) select from ledger_transactions');
    expect(JSON.stringify(rows)).toMatch(/"Plan Rows":1\d{6},/);
  });

  it('everyday requests read and sort no large table', async () => {
    expect(statements.length).toBeGreaterThan(40);
    // A bulk change counts at most 10,001 transactions.
    const unbounded = statements.filter(({ text }) => !text.includes('limit $2::int + 1) counted'));
    expect(await planFaults(client, home.workspaceId, unbounded)).toEqual([]);
  });

  it('detects a query that reads a large table without the index of the list', async () => {
    await client.query('drop index ledger_transactions_by_date');
    expect((await planFaults(client, home.workspaceId, statements)).join('\n')).toMatch(
      /reads (all|\d+ rows) of ledger_transactions: select/,
    );
  });
});
