import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { newId } from '../../libs/kernel/src/id/id.js';
import type { Service } from '../e2e/support/api-process.js';
import { sharedApi } from '../e2e/support/api-process.js';
import type { Client } from '../e2e/support/client.js';
import type { Household } from '../e2e/support/household.js';
import { aContact, aHousehold, anAccount, ok, everyItem } from '../e2e/support/household.js';
import { startVerifier } from '../e2e/support/ledger-verifier.js';
import { sized } from '../e2e/support/long-form.js';

const SEED = Number(process.env.CENTAVO_TEST_SEED ?? 20261124);
const FIRST_DEBTS = Number(process.env.CENTAVO_TEST_DEBTS ?? 2_000);
const OPERATIONS = sized(25, 120);
const CURRENCIES = ['MXN', 'USD', 'EUR'] as const;
const TYPES = ['lent', 'borrowed', 'repayment_received', 'repayment_made'] as const;
const DAYS = ['2020-02-29', '2024-12-31', '2025-01-01', '2026-03-07', '2026-03-08', '2030-06-15'];
const PARTS = { expense: ['lent', 'repayment_made'], income: ['borrowed', 'repayment_received'] } as const;

interface Part {
  readonly type: string;
  readonly cents: number;
  readonly contact: number | null;
}

interface ModelTransaction {
  readonly id: string;
  date: string;
  type: string;
  currency: string;
  cents: number;
  contact: number | null;
  parts: readonly Part[];
  trashed: boolean;
}

let service: Service;
let home: Household;
let api: Client;
let contacts: string[];
let accounts: Map<string, string>;
const random = fc.sample(fc.infiniteStream(fc.nat(2 ** 31 - 1)), { seed: SEED, numRuns: 1 })[0]!;
const draw = (below: number): number => random.next().value! % below;
const oneOf = <T>(values: readonly T[]): T => values[draw(values.length)]!;

let model: ModelTransaction[] = [];

beforeAll(async () => {
  service = await sharedApi();
  home = await aHousehold(service);
  api = home.api;
  contacts = [];
  for (const name of ['Ana', 'Beto']) contacts.push(await aContact(service.database, home.workspaceId, name));
  accounts = new Map();
  for (const currency of CURRENCIES) accounts.set(currency, (await anAccount(api, { currency })).id);
});
afterAll(() => service.stop());

const written = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

function drawn(): Omit<ModelTransaction, 'id'> {
  const contact = () => (draw(8) === 0 ? 1 : 0);
  const shared = { date: oneOf(DAYS), currency: oneOf(CURRENCIES), trashed: false };
  if (draw(4) > 0) return { ...shared, type: oneOf(TYPES), cents: 1 + draw(5_000), contact: contact(), parts: [] };
  const type = oneOf(['expense', 'income'] as const);
  const parts: Part[] = Array.from({ length: 2 + draw(3) }, () => {
    const cents = 1 + draw(2_000);
    return draw(3) === 0 ? { type, cents, contact: null } : { type: oneOf(PARTS[type]), cents, contact: contact() };
  });
  return { ...shared, type, cents: parts.reduce((sum, { cents }) => sum + cents, 0), contact: null, parts };
}

function requestOf({ date, type, currency, cents, contact, parts }: Omit<ModelTransaction, 'id'>) {
  return {
    accountId: accounts.get(currency),
    type,
    date,
    amount: written(cents),
    description: 'x',
    contactId: contact === null ? null : contacts[contact],
    splits:
      parts.length === 0
        ? null
        : parts.map((part) => ({
            amount: written(part.cents),
            type: part.type,
            contactId: part.contact === null ? null : contacts[part.contact],
          })),
  };
}

async function enterFirst(count: number): Promise<void> {
  model = Array.from({ length: count }, () => ({ id: newId(), ...drawn() }));
  const rows = model.map((transaction) => ({
    ...transaction,
    account: accounts.get(transaction.currency),
    contact: transaction.contact === null ? null : contacts[transaction.contact],
    parts: transaction.parts.length,
  }));
  const parts = model.flatMap(({ id, parts: of }) =>
    of.map(({ contact, ...part }, at) => ({ id, at, ...part, contact: contact === null ? null : contacts[contact] })),
  );
  const client = await service.database.connect();
  await client.query('begin');
  await client.query(
    `insert into ledger_transactions (workspace_id, id, account_id, type, date, description, amount, currency, signed_amount,
       contact_id, split_count, created_at, updated_at)
     select $1, id, account, type, date, 'x', cents, currency, 0, contact, parts, now(), now()
     from json_to_recordset($2) as t (id uuid, account uuid, type text, date date, cents bigint, currency text, contact uuid, parts int)`,
    [home.workspaceId, JSON.stringify(rows)],
  );
  await client.query(
    `insert into ledger_splits (workspace_id, transaction_id, ordinal, type, amount, contact_id)
     select $1, id, at, type, cents, contact
     from json_to_recordset($2) as s (id uuid, at int, type text, cents bigint, contact uuid)`,
    [home.workspaceId, JSON.stringify(parts)],
  );
  await client.query('commit');
  await client.end();
  const verifier = startVerifier(service.database);
  await verifier.verify(home.workspaceId, true).finally(() => verifier.stop());
}

async function step(): Promise<void> {
  const transaction = model[draw(model.length)]!;
  const path = `/v1/transactions/${transaction.id}` as const;
  const what = draw(10);
  if (what < 3) {
    const next = drawn();
    const { id } = ok(await api.post('/v1/transactions', requestOf(next)));
    model.push({ id, ...next });
  } else if (transaction.trashed) {
    if (what < 8) {
      ok(await api.post(`${path}/restore`));
      transaction.trashed = false;
    } else {
      ok(await api.delete(`${path}/permanently`));
      model = model.filter((candidate) => candidate !== transaction);
    }
  } else if (what < 6) {
    const next = drawn();
    ok(await api.patch(path, requestOf(next)));
    Object.assign(transaction, next);
  } else if (what < 7) {
    transaction.date = oneOf(DAYS);
    ok(await api.patch(path, { date: transaction.date }));
  } else {
    ok(await api.delete(path));
    transaction.trashed = true;
  }
}

type Item = ReturnType<typeof naiveHistory>[number];

/**
 * Computes the history of a contact without SQL. Sorts the entries, adds up running balances and assigns repayments to
 * debts one by one.
 */
function naiveHistory(contact: number) {
  const entries = model
    .filter(({ trashed }) => !trashed)
    .flatMap(({ id, date, currency, type, cents, contact: whole, parts }) => [
      ...(whole === contact ? [{ id, date, currency, type, cents, splitIndex: null as number | null }] : []),
      ...parts.flatMap((part, splitIndex) =>
        part.contact === contact
          ? [{ id, date, currency, type: part.type, cents: part.cents, splitIndex: splitIndex }]
          : [],
      ),
    ])
    .sort((a, b) =>
      a.date < b.date ? -1 : a.date > b.date ? 1 : a.id < b.id ? -1 : a.id > b.id ? 1 : a.splitIndex! - b.splitIndex!,
    );
  const left = new Map<string, number>();
  for (const { type, currency, cents } of entries) {
    const settles = type === 'repayment_received' ? 'lent' : type === 'repayment_made' ? 'borrowed' : null;
    if (settles) left.set(`${settles} ${currency}`, (left.get(`${settles} ${currency}`) ?? 0) + cents);
  }
  const balances = new Map<string, number>();
  return entries.map(({ id, date, currency, type, cents, splitIndex }) => {
    const delta = type === 'lent' || type === 'repayment_made' ? cents : -cents;
    balances.set(currency, (balances.get(currency) ?? 0) + delta);
    let status = 'applied';
    if (type === 'lent' || type === 'borrowed') {
      const purse = left.get(`${type} ${currency}`) ?? 0;
      const paid = Math.min(purse, cents);
      left.set(`${type} ${currency}`, purse - paid);
      status = paid === cents ? 'settled' : paid > 0 ? 'partially_settled' : 'open';
    }
    return {
      transactionId: id,
      splitIndex,
      date,
      description: 'x',
      type,
      status,
      currency,
      delta: written(delta),
      runningBalance: written(balances.get(currency)!),
    };
  });
}

async function expectAgreement(limits: readonly number[]): Promise<void> {
  for (const [at, id] of contacts.entries()) {
    const expected = naiveHistory(at);
    for (const limit of limits) {
      const [from, to] = [oneOf(DAYS), oneOf(DAYS)].sort();
      const currency = oneOf(CURRENCIES);
      for (const [query, keeps] of [
        ['', () => true],
        [`&from=${from}&to=${to}`, ({ date }: Item) => date >= from! && date <= to!],
        [`&currency=${currency}`, (item: Item) => item.currency === currency],
        [`&currency=${currency}&from=${from}`, (item: Item) => item.currency === currency && item.date >= from!],
      ] as const) {
        const filtered = expected.filter(keeps);
        for (const order of ['asc', 'desc']) {
          // Skips small pages of a long history, because they need too many requests.
          if (filtered.length / limit > 40) continue;
          const { items, pages } = await everyItem(
            api,
            `/v1/contacts/${id}/iou-history?order=${order}&limit=${limit}${query}`,
          );
          expect(pages).toBe(Math.max(1, Math.ceil(filtered.length / limit)));
          expect(items).toEqual(order === 'asc' ? filtered : filtered.toReversed());
        }
      }
    }
    const balances = CURRENCIES.map((currency) => ({
      currency,
      balance: expected.findLast((item) => item.currency === currency)?.runningBalance ?? '0.00',
    }));
    const shown = balances
      .filter(({ balance }) => balance !== '0.00')
      .sort((a, b) => (a.currency < b.currency ? -1 : 1));
    expect(ok(await api.get(`/v1/contacts/${id}`)).balances).toEqual(shown);
  }
}

it(`debt histories equal a simple model for every page, order and filter after every change (seed ${SEED})`, async () => {
  await enterFirst(FIRST_DEBTS);
  await expectAgreement([200]);
  for (let done = 0; done < OPERATIONS; done += 1) await step();
  await expectAgreement([200, 37, 3]);
  expect(new Set(naiveHistory(0).map(({ status }) => status)).size).toBe(4);
  expect(model.some(({ trashed }) => trashed)).toBe(true);
  const verifier = startVerifier(service.database);
  const { drift } = await verifier.verify(home.workspaceId).finally(() => verifier.stop());
  expect(drift.filter(({ figure }) => figure.startsWith('debt.'))).toEqual([]);
});
