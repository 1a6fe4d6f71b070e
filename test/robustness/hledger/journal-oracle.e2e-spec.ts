import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { aDraft, commit, statement, undo } from '../../../libs/importing/test/statements.js';
import type { Service } from '../../e2e/support/api-process.js';
import { sharedApi } from '../../e2e/support/api-process.js';
import type { AccountView, CategoryView, ContactView } from '../../e2e/support/answers.js';
import type { Client } from '../../e2e/support/client.js';
import { aHousehold, anAccount, ok } from '../../e2e/support/household.js';

const SEED = Number(process.env.CENTAVO_TEST_SEED ?? 20261128);
const TRANSACTIONS = 250;
const CURRENCIES = ['MXN', 'MXN', 'USD', 'EUR', 'JPY'];
const TYPES = [
  'expense',
  'income',
  'transfer',
  'adjustment',
  'lent',
  'borrowed',
  'repayment_received',
  'repayment_made',
];

let service: Service;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());

/** Some of the words contain journal syntax. */
const WORDS = [
  ...[
    'Tacos',
    '12.50',
    'MXN',
    '"',
    ';',
    ':',
    '|',
    '(a)',
    '[2026-13-45]',
    '{x}',
    '*',
    '!',
    '=',
    '@@',
    '~',
    '%',
    '#',
    '\\',
  ],
  ...[
    'date:x',
    '2026/01/01',
    'include',
    'ñ',
    '李',
    '🐦',
    '\u00a0',
    '\u2003',
    '\u2028',
    '  ',
    'comment',
    '-1',
    '$',
    "'",
  ],
];
const text = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })
  .map((words) => words.join(' '))
  .filter((name) => name.trim() !== '');
const notes = fc.option(
  fc.array(text, { minLength: 1, maxLength: 3 }).map((lines) => lines.join('\n')),
  { nil: null },
);
const cents = fc.integer({ min: 1, max: 999_999 });
const draw = fc.record({
  type: fc.constantFrom(...TYPES, 'expense', 'income', 'transfer'),
  account: fc.nat(4),
  other: fc.integer({ min: 1, max: 4 }),
  amount: cents,
  received: cents,
  category: fc.option(fc.nat(5)),
  contact: fc.nat(2),
  parts: fc.boolean(),
  without: fc.boolean(),
  trashed: fc.boolean(),
  day: fc.integer({ min: 1, max: 28 }),
  description: text,
  notes,
});
type Draw = typeof draw extends fc.Arbitrary<infer Drawn> ? Drawn : never;

interface Things {
  readonly accounts: AccountView[];
  readonly categories: CategoryView[];
  readonly contacts: ContactView[];
}

function money(hundredths: number): string {
  return (hundredths / 100).toFixed(2);
}

async function drawnThings(api: Client, names: readonly string[]): Promise<Things> {
  const accounts: AccountView[] = [];
  for (const [index, currency] of CURRENCIES.entries()) {
    const typeId = index === 1 ? 'credit_card' : 'checking';
    const openingBalance = ['100.05', '250.00', '-3.00', '0.00', '7.00'][index]!;
    accounts.push(
      await anAccount(api, { name: names[index], currency, typeId, openingBalance, openingDate: '2026-01-01' }),
    );
  }
  const categories: CategoryView[] = [];
  for (const [index, kind] of ['expense', 'expense', 'expense', 'income', 'income', 'income'].entries()) {
    const parentId = index % 3 === 2 ? categories[index - 1]!.id : null;
    // Two of the names differ only in characters that journals cannot contain.
    const name = index === 1 ? names[5]!.replaceAll(';', ',').replaceAll(':', '-') : names[5]!;
    const created = await api.post('/v1/categories', {
      name: index % 3 === 1 ? `${name}; a` : `${name}, a`,
      kind,
      parentId,
    });
    categories.push(ok(created));
  }
  const contacts = await Promise.all([0, 1, 2].map(() => api.post('/v1/contacts', { name: names[6] })));
  return { accounts, categories, contacts: contacts.map((answer) => ok(answer)) };
}

function bodyOf(drawn: Draw, { accounts, categories, contacts }: Things) {
  const { type, amount, received } = drawn;
  const account = accounts[drawn.account]!;
  const to = accounts[(drawn.account + drawn.other) % accounts.length]!;
  const debt = ['lent', 'borrowed', 'repayment_received', 'repayment_made'].includes(type);
  const filed = type === 'expense' || type === 'income';
  const parted = filed && drawn.parts && amount > 3;
  const contactId = contacts[drawn.contact]!.id;
  const third = Math.floor(amount / 3);
  const body = {
    type,
    accountId: debt && drawn.without ? null : account.id,
    date: `2026-0${1 + (amount % 9)}-${String(drawn.day).padStart(2, '0')}`,
    amount: money(type === 'adjustment' && drawn.without ? -amount : amount),
    description: drawn.description,
    notes: drawn.notes,
  };
  if (debt) return { ...body, contactId, ...(drawn.without && { currency: account.currency }) };
  if (type === 'transfer') {
    const toAmount = to.currency === account.currency ? amount : received;
    return { ...body, toAccountId: to.id, toAmount: money(toAmount) };
  }
  if (!parted)
    return { ...body, ...(filed && drawn.category !== null && { categoryId: categories[drawn.category]!.id }) };
  const splits = [
    { amount: money(third), type: type === 'expense' ? 'lent' : 'repayment_received', contactId, notes: drawn.notes },
    { amount: money(third), categoryId: categories[drawn.category ?? 0]!.id },
    { amount: money(amount - 2 * third), type: type === 'expense' ? 'repayment_made' : 'borrowed', contactId },
  ];
  return { ...body, splits };
}

async function drawnHousehold(): Promise<Client> {
  const { api } = await aHousehold(service);
  const options = { seed: SEED, numRuns: TRANSACTIONS };
  const names = fc.sample(
    text.map((name) => name.slice(0, 100)),
    { seed: SEED, numRuns: 7 },
  );
  const things = await drawnThings(api, names);
  for (const drawn of fc.sample(draw, options)) {
    const { id } = ok(await api.post('/v1/transactions', bodyOf(drawn, things)));
    if (drawn.trashed && drawn.amount % 3 === 0) ok(await api.delete(`/v1/transactions/${id}`));
  }
  const rows = [...Array(20).keys()].map((n) => [`2026-05-${10 + n}`, `; (${n}) * x`, money(1000 - 77 * n)] as const);
  await commit(api, await aDraft(api, things.accounts[0]!.id, statement(rows)));
  const taken = await aDraft(api, things.accounts[3]!.id, statement([['2026-06-01', 'Nada', '-1.00']]));
  await commit(api, taken);
  await undo(api, taken);
  return api;
}

function hledger(journal: string, ...words: string[]): Promise<string> {
  const child = spawn(process.env.CENTAVO_TEST_HLEDGER!, ['-f', '-', ...words], {
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
  });
  let [output, errors] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (output += piece));
  child.stderr.setEncoding('utf8').on('data', (piece: string) => (errors += piece));
  child.stdin.end(journal);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0
        ? resolve(output)
        : reject(new Error(`hledger ${words.join(' ')} (seed ${SEED}): ${errors.slice(0, 2000)}`)),
    );
  });
}

async function computed(journal: string, ...query: string[]): Promise<string[]> {
  const form = ['--flat', '--no-total', '--empty', '-O', 'csv', '--layout=tidy'];
  const lines = await hledger(journal, 'balance', ...query, ...form);
  const rows = lines.matchAll(/\((\w{8})\)","[^"]*","[^"]*","[^"]*","([A-Z]{3})","([^"]*)"$/gm);
  return [...rows]
    .filter(([, , , balance]) => !/^-?0(\.00)?$/.test(balance!))
    .map(([, id, currency, balance]) => `${id} ${currency} ${balance}`)
    .sort();
}

const shown = (id: string, currency: string, balance: string) => `${id.slice(-8)} ${currency} ${balance}`;
const opposite = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

async function answered(api: Client): Promise<{ accounts: string[]; debts: string[] }> {
  const accounts = ok(await api.get('/v1/accounts?status=all'));
  const contacts = ok(await api.get('/v1/contacts?archived=all'));
  return {
    accounts: accounts
      .filter(({ balance }) => balance !== '0.00')
      .map(({ id, currency, balance, type }) =>
        shown(id, currency, type.kind === 'asset' ? balance : opposite(balance)),
      )
      .sort(),
    debts: contacts
      .flatMap(({ id, balances }) => balances.map(({ currency, balance }) => shown(id, currency, balance)))
      .sort(),
  };
}

async function balancesOf(journal: string): Promise<{ accounts: string[]; debts: string[] }> {
  const accounts = await computed(journal, '^assets:', '^liabilities:', 'not:^assets:debts:');
  return { accounts, debts: await computed(journal, '^assets:debts:') };
}

it(`hledger accepts the journal of a random workspace and computes the same balances (seed ${SEED})`, async () => {
  const api = await drawnHousehold();
  const { text: journal } = await api.get('/v1/export?format=hledger');

  await hledger(journal, 'check', '--strict');
  const balances = await balancesOf(journal);

  expect(balances.accounts.length + balances.debts.length).toBeGreaterThan(7);
  expect(balances).toEqual(await answered(api));

  // As a control, the comparison must fail if one amount is altered.
  const adjustment = /( {4}\S[^\n]*? {2})(-?\d+)(\.\d\d [A-Z]{3}\n {4}equity:adjustments {2})(-?\d+)(\.\d\d)/;
  const altered = journal.replace(adjustment, (_, account, amount, between, counter, end) =>
    [account, BigInt(amount) + 1n, between, BigInt(counter) - 1n, end].join(''),
  );
  expect(altered).not.toBe(journal);
  expect(await balancesOf(altered)).not.toEqual(await answered(api));
});
