import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import type { AccountView } from '../../e2e/support/answers.js';
import { statusAndCode } from '../../e2e/support/client.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, anAccount, aTransaction, ok } from '../../e2e/support/household.js';
import { slowest } from '../bounds.js';

/** Patterns with a very large automaton. A search takes about 0.01 ms per character of random notes. */
const COSTLY = Array.from({ length: 20 }, (_, n) => `(.*a.{${10 + n}}b.*|.*b.{${30 - n}}a.*){3}\\d`);
const ABANDONED = 12;
const NOTES = 1_000;
const SOON_MS = slowest(2_000);

let service: ApiProcess;
let abuser: Household;
let other: Household;
let account: AccountView;
let otherAccount: AccountView;

beforeAll(async () => {
  service = await startApi();
  [abuser, other] = [await aHousehold(service), await aHousehold(service)];
  [account, otherAccount] = [await anAccount(abuser.api), await anAccount(other.api)];
  await aTransaction(other.api, { accountId: otherAccount.id, description: 'Oxxo 12' });
  await service.database.query(
    `insert into ledger_transactions (workspace_id, id, account_id, type, date, description, notes, amount, currency,
       signed_amount, base_rate, base_amount, created_at, updated_at)
     select $1, ordered_id(1700000000000, n::int), $2, 'expense', '2026-01-01', 'x', notes, 100, 'MXN', -100, 100000000, 100,
       now(), now()
     from unnest($3::text[]) with ordinality as given (notes, n)`,
    [abuser.workspaceId, account.id, Array.from({ length: NOTES }, (_, n) => randomNotes(n))],
  );
});
afterAll(() => service.stop());
beforeAll(async () => {
  // The first search also starts the worker thread.
  ok(await preview(other, COSTLY[1]!));
});

/** Returns 2,000 random letters, for which the automaton rarely returns to a state that it has already computed. */
function randomNotes(seed: number): string {
  let state = seed + 1;
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
  return Array.from({ length: 2_000 }, () => (next() >>> 31 === 0 ? 'a' : 'b')).join('');
}

const matching = (...patterns: string[]) => ({
  match: 'any',
  conditions: patterns.map((value) => ({ field: 'notes', op: 'matches', value })),
});
const preview = (home: Household, pattern: string) => home.api.post('/v1/rules/preview', matching(pattern));

async function abandon(path: string, body: object): Promise<void> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => undefined);
  const text = JSON.stringify(body);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${abuser.key}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${text.length}\r\n\r\n${text}`,
  );
  await pause(400);
  socket.destroy();
}

async function longestWait(): Promise<number> {
  const waits: number[] = [];
  const timed = async (request: () => Promise<unknown>) => {
    const began = performance.now();
    await request();
    waits.push(performance.now() - began);
  };
  await timed(async () => ok(await other.api.get('/v1/accounts')));
  await timed(() => aTransaction(other.api, { accountId: otherAccount.id, notes: 'abab' }));
  await timed(async () => ok(await other.api.post('/v1/rules/preview', matching('^oxxo \\d+$'))));
  return Math.max(...waits);
}

const openTransactions = () =>
  service.database.query(
    `select left(query, 80) as query from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in transaction%'`,
  );

describe('costly patterns over long notes', () => {
  it('searches with costly patterns do not delay other workspaces and stop when the client disconnects', async () => {
    await Promise.all(Array.from({ length: ABANDONED }, () => abandon('/v1/rules/preview', matching(COSTLY[0]!))));
    expect(await longestWait()).toBeLessThan(SOON_MS);
    const began = performance.now();
    ok(await preview(abuser, 'oxxo'));
    expect(performance.now() - began).toBeLessThan(SOON_MS);
  });

  it('costly patterns run outside transactions and are rejected if they take too long', async () => {
    const actions = [{ kind: 'append_notes', value: 'x' }];
    // Each search uses different patterns, because cached states would make the next search faster.
    const [matched, applied] = await Promise.all(
      [COSTLY.slice(2, 8), COSTLY.slice(8, 14)].map(async (patterns) =>
        ok(await abuser.api.post('/v1/rules', { name: 'x', enabled: false, ...matching(...patterns), actions })),
      ),
    );
    const key = { headers: { 'idempotency-key': 'k1' } };
    for (const ask of [
      () => abuser.api.post('/v1/rules/preview', matching(...COSTLY.slice(14))),
      () => abuser.api.get(`/v1/rules/${matched!.id}/matches`),
      () => abuser.api.post(`/v1/rules/${applied!.id}/apply`, undefined, key),
    ]) {
      const search = ask();
      await pause(500);
      expect(await openTransactions()).toEqual([]);
      expect(await longestWait()).toBeLessThan(SOON_MS);
      expect(statusAndCode(await search)).toBe('422 PATTERN_SEARCH_TOO_LONG');
    }
  });

  it('costly patterns wait in a limited queue of their workspace', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        abuser.api.post('/v1/rules/preview', matching('^b+$|^[ab]{49}c'), { mayFail: true }),
      ),
    );
    const counted = answers.map(statusAndCode).filter((answer) => answer !== '200');
    expect(new Set(counted)).toEqual(new Set(['503 PATTERN_SEARCHES_BUSY']));
    expect(answers.length - counted.length).toBeGreaterThanOrEqual(9);
  });
});

it('detects a transaction that stays open', async () => {
  const holder = await service.database.connect();
  await holder.query('begin');
  const open = await openTransactions();
  await holder.end();
  expect(open).toEqual([{ query: 'begin' }]);
});

describe('rules with costly patterns', () => {
  const notes = Array.from({ length: 1_990 }, (_, n) => (Math.sin(n * n) > 0 ? 'a' : 'b')).join('');

  it('a rule with a costly pattern changes a new transaction like any other rule', async () => {
    const home = await aHousehold(service);
    const own = await anAccount(home.api);
    const actions = [{ kind: 'set_description', value: 'Encontrada' }];
    ok(await home.api.post('/v1/rules', { name: 'x', ...matching(...COSTLY.slice(0, 3), 'bab$|aba$'), actions }));
    const entered = await Promise.all(
      ['aba', 'bbb'].map((end) => aTransaction(home.api, { accountId: own.id, notes: notes + end })),
    );
    expect(entered.map(({ description }) => description)).toEqual(['Encontrada', expect.not.stringMatching('Enc')]);
    expect(ok(await home.api.get('/v1/transactions')).items).toHaveLength(2);
  });

  it('other workspaces do not wait while a new transaction is matched against costly patterns, and no database transaction stays open', async () => {
    const actions = [{ kind: 'append_notes', value: 'x' }];
    const rules = Array.from({ length: 2 }, (_, n) =>
      matching(...COSTLY.map((pattern) => `${pattern.slice(0, -2)}[${n}-7]`)),
    );
    for (const rule of rules) ok(await abuser.api.post('/v1/rules', { name: 'x', ...rule, actions }));
    const creation = abuser.api.post('/v1/transactions', {
      accountId: account.id,
      type: 'expense',
      amount: '1.00',
      date: '2026-01-02',
      description: 'nueva',
      notes,
    });
    await pause(500);
    expect(await openTransactions()).toEqual([]);
    expect(await longestWait()).toBeLessThan(SOON_MS);
    expect(ok(await creation).notes).toBe(notes);
  });
});
