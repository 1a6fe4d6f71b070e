import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type pg from 'pg';
import { hundredths } from '../../e2e/support/amounts.js';
import type { TransactionView } from '../../e2e/support/answers.js';
import type { ApiProcess } from '../../e2e/support/api-process.js';
import { startApi } from '../../e2e/support/api-process.js';
import { runCli } from '../../e2e/support/cli.js';
import { statusAndCode } from '../../e2e/support/client.js';
import type { Answer, Client } from '../../e2e/support/client.js';
import type { Household } from '../../e2e/support/household.js';
import { aHousehold, aKey, anAccount, aTransaction, balanceOf, ok, everyItem } from '../../e2e/support/household.js';
import { sized } from '../../e2e/support/long-form.js';
import type { LedgerVerifier } from '../../e2e/support/ledger-verifier.js';
import { startVerifier } from '../../e2e/support/ledger-verifier.js';
import { debtRaces } from './debt-races.js';

const SEED = 20261122;
const ROUNDS = sized(2, 12);
const PAIRS = sized(10, 200);

let service: ApiProcess;
let twin: ApiProcess;
let verifier: LedgerVerifier;
let home: Household;
/** Clients of one household that use different processes with a common database. */
let here: Client;
let there: Client;

beforeAll(async () => {
  service = await startApi();
  twin = await startApi({ database: service.database });
  verifier = startVerifier(service.database);
});
afterAll(async () => {
  verifier.stop();
  await twin.stop();
  await service.stop();
});
beforeEach(async () => {
  home = await aHousehold(service);
  [here, there] = [home.api, twin.client(home.key)];
});
/** After a race, every stored total must equal the sum of its transactions. */
afterEach(() => verifier.expectNoDrift(home.workspaceId));

const entry = (accountId: string, fields: Record<string, unknown> = {}) => ({
  accountId,
  type: 'expense',
  date: '2026-03-07',
  amount: '1.00',
  description: 'x',
  ...fields,
});
const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));
/**
 * Runs two functions concurrently. The delay of the second one varies by round, so that they collide at different
 * points.
 */
async function race<A, B>(round: number, first: () => Promise<A>, second: () => Promise<B>): Promise<[A, B]> {
  const delayed = pause(round % 6).then(second);
  return Promise.all([first(), delayed]);
}

describe('many concurrent clients', () => {
  it('concurrent clients of two processes leave every balance exact', async () => {
    const [callers, acts] = [sized(8, 40), sized(6, 8)];
    const accounts = await times(4, (index) =>
      anAccount(here, { openingBalance: '100.00', typeId: index === 3 ? 'credit_card' : 'cash' }),
    );
    const [draws] = fc.sample(
      fc.array(
        fc.array(
          fc.record({ what: fc.nat(9), from: fc.nat(3), to: fc.nat(2), cents: fc.integer({ min: 1, max: 9999 }) }),
          { minLength: acts, maxLength: acts },
        ),
        { minLength: callers, maxLength: callers },
      ),
      { seed: SEED, numRuns: 1 },
    );
    const all: string[] = [];
    const answers = new Map<string, number>();
    await times(callers, async (caller) => {
      const client = caller % 2 === 0 ? here : there;
      for (const { what, from, to, cents } of draws![caller]!) {
        const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        const receiver = accounts[(from + to + 1) % 4]!.id;
        const some = all[(cents * 7) % Math.max(1, all.length)];
        let answer: Answer<TransactionView>;
        if (what < 2 || some === undefined)
          answer = await client.post('/v1/transactions', entry(accounts[from]!.id, { amount }));
        else if (what < 4)
          answer = await client.post(
            '/v1/transactions',
            entry(accounts[from]!.id, { amount, type: 'transfer', toAccountId: receiver }),
          );
        else if (what < 6) answer = await client.delete(`/v1/transactions/${some}`);
        else if (what < 7) answer = await client.post(`/v1/transactions/${some}/restore`);
        else if (what < 8)
          answer = await client.patch(`/v1/transactions/${some}`, { accountId: receiver, type: 'income' });
        else answer = await client.patch(`/v1/transactions/${some}`, { amount });
        if (answer.status === 200 && answer.body.id) all.push(answer.body.id);
        answers.set(statusAndCode(answer), (answers.get(statusAndCode(answer)) ?? 0) + 1);
      }
    });
    expect(
      [...answers.keys()].filter(
        (answer) => !['200', '409 TRANSACTION_IN_TRASH', '409 TRANSACTION_NOT_IN_TRASH'].includes(answer),
      ),
    ).toEqual([]);
    const { items } = await everyItem(here, '/v1/transactions?limit=200');
    for (const account of accounts) {
      const position = items.reduce(
        (sum, item) => {
          const own = item.accountId === account.id ? hundredths(item.signedAmount) : 0n;
          return sum + own + (item.transfer?.accountId === account.id ? hundredths(item.transfer!.amount) : 0n);
        },
        account.type.kind === 'liability' ? -10_000n : 10_000n,
      );
      const balance = hundredths(await balanceOf(there, account.id));
      expect(account.type.kind === 'liability' ? -balance : balance).toBe(position);
    }
  });

  it('each concurrent trash or restore of a transaction changes the balance once', async () => {
    const account = await anAccount(here, { openingBalance: '100.00' });
    const { id } = await aTransaction(here, { accountId: account.id, amount: '30.00' });
    const answers = await times(sized(40, 1_000), (index) => {
      const client = index % 2 === 0 ? here : there;
      return index % 4 < 2 ? client.delete(`/v1/transactions/${id}`) : client.post(`/v1/transactions/${id}/restore`);
    });
    expect(
      [...new Set(answers.map(statusAndCode))].filter(
        (answer) => !['200', '409 TRANSACTION_NOT_IN_TRASH'].includes(answer),
      ),
    ).toEqual([]);
    const { status } = ok(await here.get(`/v1/transactions/${id}`));
    expect(await balanceOf(there, account.id)).toBe(status === 'live' ? '70.00' : '100.00');
  });

  it('concurrent transfers in opposite directions are all stored', async () => {
    const [a, b] = await times(2, () => anAccount(here, { openingBalance: '500.00' }));
    const ways = [
      [a!.id, b!.id, '2.00'],
      [b!.id, a!.id, '1.00'],
    ] as const;
    const count = sized(40, 1_000);
    const answers = await times(count, (index) => {
      const [from, to, amount] = ways[index % 2]!;
      return (index % 4 < 2 ? here : there).post(
        '/v1/transactions',
        entry(from, { type: 'transfer', toAccountId: to, amount }),
      );
    });
    expect(new Set(answers.map(statusAndCode))).toEqual(new Set(['200']));
    expect([await balanceOf(here, a!.id), await balanceOf(here, b!.id)]).toEqual([
      `${500 - count / 2}.00`,
      `${500 + count / 2}.00`,
    ]);
    const edits = await times(sized(16, 500), (index) =>
      (index % 2 ? here : there).patch(`/v1/transactions/${answers[index]!.body.id}`, {
        accountId: ways[(index + 1) % 2]![0],
        toAccountId: ways[(index + 1) % 2]![1],
      }),
    );
    expect(new Set(edits.map(statusAndCode))).toEqual(new Set(['200']));
  });

  it('the last of several concurrent edits wins, and If-Match accepts only one edit per version', async () => {
    const account = await anAccount(here);
    const { id } = await aTransaction(here, { accountId: account.id });
    const path = `/v1/transactions/${id}` as const;
    const seen = { headers: { 'if-match': String((await here.get(path)).headers.etag) } };
    // True for the requests with If-Match, which lock the whole workspace.
    const isSeeing = (index: number) => index % sized(5, 25) === 0;
    const answers = await times(sized(25, 500), (index) => {
      const client = index % 2 ? here : there;
      return client.patch(path, { amount: `${index + 1}.00` }, isSeeing(index) ? seen : {});
    });
    const blind = answers.filter((_, index) => !isSeeing(index));
    const seeing = answers.filter((_, index) => isSeeing(index)).map(statusAndCode);
    expect(new Set(blind.map(statusAndCode))).toEqual(new Set(['200']));
    expect(seeing.filter((answer) => answer !== '412 PRECONDITION_FAILED').length).toBeLessThanOrEqual(1);
    expect(seeing.filter((answer) => !['200', '412 PRECONDITION_FAILED'].includes(answer))).toEqual([]);
    expect(await balanceOf(here, account.id)).toBe(`-${ok(await there.get(path)).amount}`);
  });

  it('concurrent requests with the same idempotency key have one effect and get the same response', async () => {
    const account = await anAccount(here);
    const once = { headers: { 'idempotency-key': 'once' } };
    const answers = await times(sized(24, 1_000), (index) =>
      (index % 2 ? here : there).post('/v1/transactions', entry(account.id), once),
    );
    const bodies = new Set(answers.filter(({ status }) => status === 200).map(({ text }) => text));
    const others = answers.filter(({ status }) => status !== 200);
    expect([bodies.size, await balanceOf(there, account.id)]).toEqual([1, '-1.00']);
    const outcomes = others.map((answer) => `${statusAndCode(answer)}, after ${answer.headers['retry-after']}`);
    expect(outcomes.filter((answer) => answer !== '409 IDEMPOTENCY_IN_PROGRESS, after 1')).toEqual([]);
  });

  it('both processes reject an API key as soon as it is revoked', async () => {
    await anAccount(here);
    const { id, key } = await aKey(service.database, home.workspaceId);
    const clients = [service.client(key), twin.client(key)];
    let revoked = false;
    const late: string[] = [];
    const callers = times(8, async (caller) => {
      for (let n = 0; n < PAIRS || !revoked; n += 1) {
        const startedLate = revoked;
        const answer = statusAndCode(await clients[(caller + n) % 2]!.get('/v1/workspace'));
        if (startedLate) late.push(answer);
        if (startedLate && n >= PAIRS) return;
      }
    });
    await service.database.query('update identity_api_keys set revoked_at = now() where id = $1', [id]);
    revoked = true;
    await callers;
    expect(new Set(late)).toEqual(new Set(['401 AUTH_INVALID_TOKEN']));
  });

  it('accepts only one of twenty concurrent transactions with the same external ID', async () => {
    const account = await anAccount(here);
    const answers = await times(20, (index) =>
      (index % 2 ? here : there).post('/v1/transactions', entry(account.id, { externalId: 'once' })),
    );
    expect(answers.map(statusAndCode).sort()).toEqual([
      '200',
      ...Array.from({ length: 19 }, () => '409 EXTERNAL_ID_TAKEN'),
    ]);
    expect(await balanceOf(here, account.id)).toBe('-1.00');
  });
});

describe('an account that changes while transactions are created', () => {
  it('no transaction is created in an account after it is archived', async () => {
    for (const round of rounds) {
      const [account, otherAccount] = await times(2, () => anAccount(here));
      const spent = await aTransaction(here, { accountId: otherAccount!.id, amount: '1.00' });
      const ways = [
        () => here.post('/v1/transactions', entry(account!.id)),
        () => here.post('/v1/transactions', entry(account!.id, { splits: [{ amount: '0.40' }, { amount: '0.60' }] })),
        () => here.post('/v1/transactions', entry(account!.id, { type: 'transfer', toAccountId: otherAccount!.id })),
        () => here.patch(`/v1/transactions/${spent.id}`, { accountId: account!.id }),
      ];
      const [created, archived] = await race(
        round,
        () => Promise.all([...ways, ...ways.slice(0, 3)].map((createOne) => createOne())),
        () => there.post(`/v1/accounts/${account!.id}/archive`),
      );
      const others = [archived, ...created]
        .map(statusAndCode)
        .filter((answer) => !['200', '409 ACCOUNT_NOT_ACTIVE'].includes(answer));
      expect(others).toEqual([]);
      const accepted = created.filter(({ status }) => status === 200);
      expect(await balanceOf(here, account!.id)).toBe(accepted.length === 0 ? '0.00' : `-${accepted.length}.00`);
      const at = ok(await here.get(`/v1/accounts/${account!.id}`)).updatedAt;
      // Transactions with a later timestamp than the archiving of the account should have been rejected.
      const late = accepted.filter(({ body }) => Date.parse(body.updatedAt) > Date.parse(at) + 50);
      expect(late).toEqual([]);
    }
  });

  it('if an account is closed while a transaction is created in it, only one of the requests succeeds', async () => {
    for (const round of rounds) {
      const account = await anAccount(here);
      await race(
        round,
        () => here.post('/v1/transactions', entry(account.id)),
        () => there.post(`/v1/accounts/${account.id}/close`),
      );
      const { status, balance } = ok(await here.get(`/v1/accounts/${account.id}`));
      expect([
        ['closed', '0.00'],
        ['active', '-1.00'],
      ]).toContainEqual([status, balance]);
    }
  });

  it('if an account is deleted while a transaction is created in it, only one of the requests succeeds', async () => {
    await anAccount(here);
    for (const round of rounds) {
      const account = await anAccount(here);
      const [created, deleted] = await race(
        round,
        () => here.post('/v1/transactions', entry(account.id)),
        () => there.delete(`/v1/accounts/${account.id}`),
      );
      expect([
        ['200', '409 ACCOUNT_IN_USE'],
        ['422 REFERENCE_NOT_FOUND', '200'],
      ]).toContainEqual([statusAndCode(created), statusAndCode(deleted)]);
    }
  });

  it('an account that changes its currency and kind has no transaction in the old currency', async () => {
    for (const round of rounds) {
      const account = await anAccount(here, { openingBalance: '10.00' });
      const [created, changed] = await race(
        round,
        () => here.post('/v1/transactions', entry(account.id)),
        () => there.patch(`/v1/accounts/${account.id}`, { currency: 'USD', typeId: 'loan' }),
      );
      expect([statusAndCode(created), ['200', '409 ACCOUNT_IN_USE'].includes(statusAndCode(changed))]).toEqual([
        '200',
        true,
      ]);
      expect([created.body.currency, await balanceOf(here, account.id)]).toEqual(
        changed.status === 200 ? ['USD', '11.00'] : ['MXN', '9.00'],
      );
    }
  });

  it('the balance includes both a new opening balance and the concurrent transactions', async () => {
    const account = await anAccount(here);
    const count = sized(24, 60);
    await times<unknown>(count, (index) =>
      index % 3 === 0
        ? there.patch(`/v1/accounts/${account.id}`, { openingBalance: `${index}.00` })
        : here.post('/v1/transactions', entry(account.id)),
    );
    const { openingBalance, balance } = ok(await here.get(`/v1/accounts/${account.id}`));
    expect(hundredths(balance)).toBe(hundredths(openingBalance) - BigInt((count / 3) * 200));
  });

  it('a new fixed rate of an account leaves no stale base amount', async () => {
    const account = await anAccount(here, { currency: 'USD', fxMode: 'fixed', fixedRate: '10' });
    for (const round of rounds) {
      await race(
        round,
        () => times(sized(6, 16), (index) => (index % 2 ? here : there).post('/v1/transactions', entry(account.id))),
        () => there.patch(`/v1/accounts/${account.id}`, { fixedRate: String(round + 11) }),
      );
    }
    await verifier.expectNoDrift(home.workspaceId);
  });
});

describe('requests that wait for a conflicting transaction', () => {
  /** Starts a transaction that commits only after a request waits for it. */
  async function whileWaiting<T>(
    before: (client: pg.Client) => Promise<unknown>,
    request: () => Promise<T>,
  ): Promise<T> {
    const client = await service.database.connect();
    try {
      await client.query('begin');
      await before(client);
      const answer = request();
      const blocked = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      for (let tries = 0; tries < 100 && (await service.database.query(blocked)).length === 0; tries += 1) {
        await pause(10);
      }
      await client.query('commit');
      return await answer;
    } finally {
      await client.end();
    }
  }

  it('a request that waited does not change the balance of an account that was archived in the meantime', async () => {
    const [account, otherAccount] = await times(2, () => anAccount(here));
    const spent = await aTransaction(here, { accountId: otherAccount!.id });
    const trashed = await aTransaction(here, { accountId: account!.id });
    await here.delete(`/v1/transactions/${trashed.id}`);
    const archive = (client: pg.Client) =>
      client.query(`update ledger_accounts set status = 'archived' where id = $1`, [account!.id]);
    const ways = [
      () => here.post('/v1/transactions', entry(account!.id)),
      () => here.post('/v1/transactions', entry(account!.id, { splits: [{ amount: '0.40' }, { amount: '0.60' }] })),
      () => here.post('/v1/transactions', entry(otherAccount!.id, { type: 'transfer', toAccountId: account!.id })),
      () => here.patch(`/v1/transactions/${spent.id}`, { accountId: account!.id }),
      () => here.post(`/v1/transactions/${trashed.id}/restore`),
    ];
    for (const way of ways) {
      expect(statusAndCode(await whileWaiting(archive, way))).toBe('409 ACCOUNT_NOT_ACTIVE');
      await here.post(`/v1/accounts/${account!.id}/restore`);
    }
    expect([await balanceOf(here, account!.id), await balanceOf(here, otherAccount!.id)]).toEqual(['0.00', '-25.00']);
  });

  it('does not delete a category that a transaction started to use in the meantime', async () => {
    // The currency has no rate, so the direct SQL update of the category changes no stored total.
    const account = await anAccount(here, { currency: 'SEK' });
    const { id } = await aTransaction(here, { accountId: account.id });
    const category = ok(await here.post('/v1/categories', { name: 'Justo ahora', kind: 'expense' }));
    const file = (client: pg.Client) =>
      client.query('update ledger_transactions set category_id = $2 where id = $1', [id, category.id]);
    expect(statusAndCode(await whileWaiting(file, () => here.delete(`/v1/categories/${category.id}`)))).toBe(
      '409 CATEGORY_IN_USE',
    );
  });
});

describe('a reference that changes concurrently', () => {
  it('no transaction uses a category that is deleted concurrently', async () => {
    const account = await anAccount(here);
    for (const round of rounds) {
      const category = ok(await here.post('/v1/categories', { name: `C${round}`, kind: 'expense' }));
      const filed = [
        entry(account.id, { categoryId: category.id }),
        entry(account.id, { splits: [{ amount: '0.50', categoryId: category.id }, { amount: '0.50' }] }),
      ];
      const enterSome = () => times(6, (index) => here.post('/v1/transactions', filed[(index + round) % 2]));
      const [created, deleted] = await race(round, enterSome, () => there.delete(`/v1/categories/${category.id}`));
      const accepted = created.filter(({ status }) => status === 200).length;
      expect(
        [...new Set(created.map(statusAndCode))].filter(
          (answer) => !['200', '422 REFERENCE_NOT_FOUND'].includes(answer),
        ),
      ).toEqual([]);
      expect(statusAndCode(deleted)).toBe(accepted === 0 ? '200' : '409 CATEGORY_IN_USE');
    }
  });

  it('every base amount is in the latest base currency after concurrent changes', async () => {
    const account = await anAccount(here);
    for (const round of rounds) {
      await race(
        round,
        () => times(sized(6, 16), (index) => (index % 2 ? here : there).post('/v1/transactions', entry(account.id))),
        () => there.patch('/v1/workspace', { baseCurrency: round % 2 ? 'MXN' : 'JPY' }),
      );
    }
    await verifier.expectNoDrift(home.workspaceId);
  });

  it('applies new rates to transactions created at the same time', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'centavo-rates-'));
    const account = await anAccount(here, { currency: 'CHF' });
    for (const round of sized([1], [1, 2, 3])) {
      const file = join(folder, `${round}.csv`);
      await writeFile(file, `date,quote,base,rate\n2026-01-0${round},CHF,MXN,2${round}\n`);
      let going = true;
      const importing = runCli(service.database, 'rates', 'import', file).finally(() => (going = false));
      for (; going; await pause(sized(30, 0)))
        await times(sized(2, 8), () => here.post('/v1/transactions', entry(account.id)));
      expect((await importing).code).toBe(0);
    }
    await rm(folder, { recursive: true });
    await verifier.expectNoDrift(home.workspaceId);
  });
});

describe('a naive implementation that reads first and writes later', () => {
  it('code that reads first and writes later changes a balance twice for one deletion', async () => {
    const account = await anAccount(here);
    const { id } = await aTransaction(here, { accountId: account.id, amount: '30.00' });
    const naive = await times(2, () => service.database.connect());
    const live = 'select from ledger_transactions where id = $1 and deleted_at is null';
    const reads = await Promise.all(naive.map((client) => client.query(live, [id])));
    for (const [index, client] of naive.entries()) {
      if (reads[index]!.rowCount === 0) continue;
      await client.query('update ledger_transactions set deleted_at = now() where id = $1', [id]);
      await client.query('update ledger_accounts set position = position + 3000 where id = $1', [account.id]);
    }
    await Promise.all(naive.map((client) => client.end()));
    expect(await balanceOf(here, account.id)).toBe('30.00');
    await expect(verifier.expectNoDrift(home.workspaceId)).rejects.toThrow('has drifted');
    await verifier.verify(home.workspaceId, true);
  });
});

describe('concurrent requests', () => {
  it('concurrent requests create only one of ten categories with the same name', async () => {
    const answers = await times(10, (index) =>
      (index % 2 ? here : there).post('/v1/categories', { name: index % 2 ? 'Única' : 'UNICA', kind: 'expense' }),
    );
    expect(answers.map(statusAndCode).sort()).toEqual(['200', ...Array.from({ length: 9 }, () => '409 NAME_TAKEN')]);
    await anAccount(here);
  });

  it('concurrently emptying the trash and restoring transactions counts each transaction exactly once', async () => {
    const account = await anAccount(here);
    const ids: string[] = await times(30, async () => (await aTransaction(here, { accountId: account.id })).id);
    for (const id of ids.slice(0, 20)) await here.delete(`/v1/transactions/${id}`);
    const [restored, emptied] = await Promise.all([
      times(20, (index) => here.post(`/v1/transactions/${ids[index]}/restore`)),
      times(3, () => there.delete('/v1/transactions/trash')),
    ]);
    const back = restored.filter(({ status }) => status === 200).length;
    const purged = emptied.reduce((sum, { body }) => sum + body.purged, 0);
    expect(
      restored
        .map(statusAndCode)
        .filter((answer) => !['200', '404 TRANSACTION_NOT_FOUND', '409 TRANSACTION_NOT_IN_TRASH'].includes(answer)),
    ).toEqual([]);
    expect([back + purged, ok(await here.get('/v1/transactions?limit=200')).items.length]).toEqual([20, 10 + back]);
  });
});

describe('a client that follows changes while others write', () => {
  it('a client that follows changes gets every change, even if an earlier change commits late', async () => {
    const account = await anAccount(here);
    const [followed, entries] = [sized(400, 3_000), sized(8, 40)];
    const rows = Array.from({ length: followed }, (_, n) => `${1 + (n % 28)}/09/2026,Fila ${n},-1.00`);
    const form = new FormData();
    form.append('accountId', account.id);
    form.append('file', new Blob([['Fecha,Concepto,Importe', ...rows].join('\n')]), 'grande.csv');
    const draft = await fetch(`${service.url}/v1/imports`, {
      method: 'POST',
      headers: { authorization: `Bearer ${home.key}` },
      body: form,
    });
    const { id } = (await draft.json()) as { id: string };

    const seen = new Set<string>();
    let since = '2020-01-01T00:00:00.000Z';
    const follow = async () => {
      for (let cursor = ''; ;) {
        const query = `updatedSince=${since}&limit=200${cursor && `&cursor=${cursor}`}`;
        const { items, nextCursor } = (await there.get(`/v1/transactions?${query}`)).body;
        for (const item of items) seen.add(item.id);
        if (!nextCursor) {
          since = items.at(-1)?.updatedAt ?? since;
          return;
        }
        cursor = nextCursor;
      }
    };
    let writing = true;
    const follower = (async () => {
      while (writing) await follow();
    })();
    const body = { accountId: account.id, type: 'expense', date: '2026-10-01', amount: '1.00', description: 'Suelta' };
    const writers = Array.from({ length: 8 }, async () => {
      for (let n = 0; n < entries; n += 1) await here.post('/v1/transactions', body);
    });
    await Promise.all([here.post(`/v1/imports/${id}/commit`, {}), ...writers]);
    writing = false;
    await follower;
    await follow();
    expect(seen.size).toBe(followed + 8 * entries);
  });
});

describe('concurrent changes to one contact’s debts', () => {
  debtRaces(() => ({ here, there, home, database: service.database }), sized);
});
