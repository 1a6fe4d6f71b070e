import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { foldText } from '../../libs/kernel/src/text/fold-text.js';
import type { Service } from '../e2e/support/api-process.js';
import { sharedApi } from '../e2e/support/api-process.js';
import type { TransactionView } from '../e2e/support/answers.js';
import type { Client } from '../e2e/support/client.js';
import { aHousehold, anAccount, aTransaction, ok, everyItem } from '../e2e/support/household.js';
import { sized } from '../e2e/support/long-form.js';

const SEED = Number(process.env.CENTAVO_TEST_SEED ?? 20261125);
const TRANSACTIONS = sized(40, 120);
const MATCHED_RULES = sized(15, 60);
const ROUNDS = sized(3, 12);

interface Condition {
  readonly field: string;
  readonly op: string;
  readonly value: string | string[] | null;
}
interface Rule {
  readonly id: string;
  readonly match: 'all' | 'any';
  readonly conditions: Condition[];
  readonly actions: { kind: string; value: string }[];
  readonly priority: number;
  readonly stopProcessing: boolean;
}

let service: Service;
let api: Client;
let accounts: string[];
let categories: string[];

beforeAll(async () => {
  service = await sharedApi();
  ({ api } = await aHousehold(service));
  const opened = await Promise.all(['MXN', 'USD'].map((currency) => anAccount(api, { currency })));
  accounts = opened.map(({ id }) => id as string);
  categories = ok(await api.get('/v1/categories'))
    .slice(0, 3)
    .map(({ id }) => id as string);
});
afterAll(() => service.stop());

const WORDS = [
  'OXXO',
  'oxxo',
  'Café',
  'CAFE',
  'Ñandú',
  'nandu',
  'Pingüino',
  'pago',
  '7',
  'a',
  'x-y',
  '100%',
  '_',
  '\\',
];
const text = fc
  .array(fc.tuple(fc.constantFrom(...WORDS), fc.constantFrom(' ', '  ', '\u00a0', '')), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.flat().join('').trim());
const amount = fc.constantFrom('1.00', '25.00', '25.01', '99.99', '100.00', '-25.00', '2500.00');
const positive = amount.map((text) => text.replace('-', ''));
const tag = fc.constantFrom('Viaje', 'VIAJE', 'casa', 'Niño', 'nino', 'nunca');
const day = fc.constantFrom('2026-01-01', '2026-02-28', '2026-03-01', '2026-12-31');
const sorted = (values: fc.Arbitrary<string>, by: (value: string) => number | string) =>
  fc.tuple(values, values).map((pair) => pair.toSorted((a, b) => (by(a) < by(b) ? -1 : by(a) > by(b) ? 1 : 0)));
const of = (field: string, op: fc.Arbitrary<string>, value: fc.Arbitrary<Condition['value']>) =>
  fc.record({ field: fc.constant(field), op, value });
const choices = (field: string, values: fc.Arbitrary<string>) =>
  fc.oneof(
    of(field, fc.constantFrom('is', 'is_not'), values),
    of(field, fc.constant('one_of'), fc.array(values, { minLength: 1, maxLength: 3 })),
  );
/** Patterns with the same meaning in RE2 and in V8, if both the pattern and the text are folded. */
const PATTERNS = [
  '^oxxo',
  'cafe|pago',
  'a.*o',
  '\\d',
  '^\\S+$',
  '[nñ]andu',
  'pin.{1,2}ino',
  '(a|aa)+$',
  'o{2,}',
  '\\bpago\\b',
  '^$',
  'x-y',
];

const condition = (ids: () => string[]): fc.Arbitrary<Condition> =>
  fc.oneof(
    of('description', fc.constantFrom('contains', 'not_contains', 'equals', 'starts_with', 'ends_with'), text),
    of('notes', fc.constantFrom('contains', 'not_contains', 'equals', 'starts_with', 'ends_with'), text),
    of('description', fc.constant('matches'), fc.constantFrom(...PATTERNS)),
    of('notes', fc.constant('matches'), fc.constantFrom(...PATTERNS)),
    of('amount', fc.constantFrom('eq', 'gt', 'gte', 'lt', 'lte'), amount),
    of(
      'amount',
      fc.constant('between'),
      sorted(amount, (value) => Math.abs(Number(value))),
    ),
    of('date', fc.constantFrom('on', 'before', 'after'), day),
    of(
      'date',
      fc.constant('between'),
      sorted(day, (value) => value),
    ),
    choices('type', fc.constantFrom('expense', 'income', 'adjustment', 'transfer')),
    choices('currency', fc.constantFrom('MXN', 'USD', 'EUR')),
    choices(
      'accountId',
      fc.nat(1).map((at) => ids()[at]!),
    ),
    choices('tag', tag),
    of('category', fc.constant('is_empty'), fc.constant(null)),
  );

const conditions = (ids: () => string[]) =>
  fc.record({
    match: fc.constantFrom('all' as const, 'any' as const),
    conditions: fc.array(condition(ids), { minLength: 1, maxLength: 4 }),
  });

type Judged = Pick<
  TransactionView,
  'description' | 'notes' | 'amount' | 'date' | 'type' | 'accountId' | 'currency' | 'tags'
> & {
  readonly category: { readonly id: string } | null;
};

function meets(transaction: Judged, { field, op, value }: Condition): boolean {
  const cents = (text: string) => Math.abs(Math.round(Number(text) * 100));
  if (field === 'description' || field === 'notes') {
    if (transaction[field] === null) return op === 'not_contains';
    const own = foldText(transaction[field] as string);
    if (op === 'matches') return new RegExp(value as string).test(own);
    const sought = foldText(value as string);
    if (op === 'contains') return own.includes(sought);
    if (op === 'not_contains') return !own.includes(sought);
    if (op === 'equals') return own === sought;
    return op === 'starts_with' ? own.startsWith(sought) : own.endsWith(sought);
  }
  if (field === 'category') return transaction.category === null;
  if (field === 'tag') {
    const has = [value!].flat().some((name) => transaction.tags.map(foldText).includes(foldText(name)));
    return op === 'is_not' ? !has : has;
  }
  if (field === 'amount' || field === 'date') {
    const key = field === 'amount' ? cents : (text: string) => text;
    const own = key(transaction[field] as string);
    if (op === 'between') return own >= key(value![0]!) && own <= key(value![1]!);
    const operand = key(value as string);
    if (op === 'eq' || op === 'on') return own === operand;
    if (op === 'gt' || op === 'after') return own > operand;
    if (op === 'lt' || op === 'before') return own < operand;
    return op === 'gte' ? own >= operand : own <= operand;
  }
  const own = transaction[field as 'type' | 'accountId' | 'currency'];
  return op === 'is' ? own === value : op === 'is_not' ? own !== value : (value as string[]).includes(own as string);
}

const matchesRule = (transaction: Judged, rule: Pick<Rule, 'match' | 'conditions'>) =>
  rule.match === 'all'
    ? rule.conditions.every((condition) => meets(transaction, condition))
    : rule.conditions.some((condition) => meets(transaction, condition));

function arrive(transaction: Judged, chosen: boolean, rules: readonly Rule[]) {
  const result = {
    category: transaction.category?.id ?? null,
    description: transaction.description,
    notes: transaction.notes,
    tags: [...new Set(transaction.tags.map(foldText))],
  };
  const done = new Set<string>();
  const ordered = rules.toSorted((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1));
  for (const rule of ordered.filter((candidate) => matchesRule(transaction, candidate))) {
    for (const { kind, value } of rule.actions) {
      if (kind === 'append_notes') result.notes = result.notes ? `${result.notes}\n${value}` : value;
      else if (kind === 'add_tag') result.tags = [...new Set([...result.tags, foldText(value)])];
      else if (!done.has(kind)) {
        done.add(kind);
        if (kind === 'set_description') result.description = value;
        else if (!chosen) result.category = value;
      }
    }
    if (rule.stopProcessing) break;
  }
  return result;
}

const drawTransactions = (count: number, seed: number) =>
  fc.sample(
    fc.record({
      type: fc.constantFrom('expense', 'income'),
      description: text,
      notes: fc.option(text),
      amount: positive,
      date: day,
      account: fc.nat(1),
      category: fc.option(fc.nat(2)),
      tags: fc.array(tag, { maxLength: 3 }),
    }),
    { seed, numRuns: count },
  );

/** Prefix of the value of each kind of action. */
const LABELS: Readonly<Record<string, string>> = { append_notes: 'línea', set_description: 'Nombre', add_tag: 'Niño' };

const entering = ({ account, category, ...fields }: ReturnType<typeof drawTransactions>[number]) => ({
  ...fields,
  accountId: accounts[account]!,
  categoryId: category === null ? null : categories[category]!,
});

const shown = ({ category, description, notes, tags }: Judged) => ({
  category: category?.id ?? null,
  description,
  notes,
  tags: [...new Set(tags.map(foldText))],
});
const inList = (items: readonly { id: string }[]) => items.map(({ id }) => id);
const newestFirst = (items: TransactionView[]) =>
  items.toSorted((a, b) => (a.date === b.date ? (a.id < b.id ? 1 : -1) : a.date < b.date ? 1 : -1));

it(`previewing, listing and applying rules find the same transactions as simple loops (seed ${SEED})`, async () => {
  const drawn = drawTransactions(TRANSACTIONS, SEED);
  for (const drawnTransaction of drawn) await aTransaction(api, entering(drawnTransaction));
  await aTransaction(api, { accountId: accounts[0], type: 'adjustment', amount: '-25.00', description: 'Café oxxo' });
  const { items: everything } = await everyItem(api, '/v1/transactions?limit=200');
  const rules = fc.sample(
    conditions(() => accounts),
    { seed: SEED + 1, numRuns: MATCHED_RULES },
  );
  let met = 0;
  for (const [index, rule] of rules.entries()) {
    const expected = inList(newestFirst(everything.filter((transaction) => matchesRule(transaction, rule))));
    met += expected.length;
    const preview = ok(await api.post('/v1/rules/preview?limit=200', rule));
    expect([rule, inList(preview.items), preview.total]).toEqual([rule, expected, expected.length]);
    const saved = ok(
      await api.post('/v1/rules', {
        name: 'x',
        enabled: false,
        ...rule,
        actions: [
          { kind: 'append_notes', value: `línea ${index}` },
          { kind: 'add_tag', value: index % 2 ? 'casa' : `regla ${index}` },
        ],
      }),
    );
    const matched = await everyItem(api, `/v1/rules/${saved.id}/matches?limit=37`);
    expect([rule, inList(matched.items)]).toEqual([rule, expected]);
    // The test undoes the run, because its notes would change the matches of the next rule.
    const applied = ok(await api.post(`/v1/rules/${saved.id}/apply`));
    const eligible = everything.filter(
      (transaction) => matchesRule(transaction, rule) && transaction.type !== 'adjustment',
    ).length;
    expect([rule, applied]).toEqual([
      rule,
      { matched: expected.length, changed: eligible, skipped: expected.length - eligible },
    ]);
    const [run] = ok(await api.get(`/v1/rules/${saved.id}/runs`)).items;
    expect(ok(await api.post(`/v1/rules/${saved.id}/runs/${run!.id}/undo`))).toEqual({
      restored: eligible,
      skipped: 0,
    });
    await api.delete(`/v1/rules/${saved.id}`);
  }
  expect(met).toBeGreaterThan(MATCHED_RULES * 5);
  const after = await everyItem(api, '/v1/transactions?limit=200');
  expect(after.items.map(shown)).toEqual(everything.map(shown));
});

it(`rules change new transactions in the order of a simple loop (seed ${SEED})`, async () => {
  let changed = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const drawn = fc.sample(
      fc.array(
        fc.record({
          about: conditions(() => accounts),
          priority: fc.nat(3),
          stopProcessing: fc.boolean(),
          kinds: fc.subarray(['set_category', 'set_description', 'append_notes', 'add_tag'], { minLength: 1 }),
          value: fc.nat(2),
        }),
        { minLength: 1, maxLength: 6 },
      ),
      { seed: SEED + 100 + round, numRuns: 1 },
    )[0]!;
    const rules: Rule[] = [];
    for (const { about, kinds, value, ...rest } of drawn) {
      const actions = kinds.map((kind) => ({
        kind,
        value: kind === 'set_category' ? categories[value]! : `${LABELS[kind]} ${value}`,
      }));
      rules.push({ ...(ok(await api.post('/v1/rules', { name: 'x', ...about, ...rest, actions })) as Rule) });
    }
    for (const drawnTransaction of drawTransactions(12, SEED + 200 + round)) {
      const request = entering(drawnTransaction);
      const came = {
        ...request,
        category: request.categoryId === null ? null : { id: request.categoryId },
        currency: drawnTransaction.account === 0 ? 'MXN' : 'USD',
      };
      const expected = arrive(came, request.categoryId !== null, rules);
      const created = await aTransaction(api, request);
      expect([rules, came, shown(created)]).toEqual([rules, came, expected]);
      if (request.categoryId !== null) expect(created.category!.id).toBe(request.categoryId);
      if (JSON.stringify(shown(came)) !== JSON.stringify(expected)) changed += 1;
    }
    for (const { id } of rules) await api.delete(`/v1/rules/${id}`);
  }
  expect(changed).toBeGreaterThan(ROUNDS * 3);
});

it('the matches of a rule stay correct while many clients make changes', async () => {
  const rule = ok(
    await api.post('/v1/rules', {
      name: 'x',
      enabled: false,
      conditions: [{ field: 'description', op: 'contains', value: 'carrera' }],
      actions: [{ kind: 'append_notes', value: 'x' }],
    }),
  );
  const matches = () => api.get(`/v1/rules/${rule.id}/matches?limit=200`);
  await matches();
  const created = await Promise.all(
    Array.from({ length: 30 }, (_, at) => aTransaction(api, { accountId: accounts[0], description: `Carrera ${at}` })),
  );
  expect(ok(await matches()).total).toBe(30);
  await Promise.all(
    created.flatMap(({ id }, at) => [
      at % 3 === 0
        ? api.delete(`/v1/transactions/${id}`)
        : api.patch(`/v1/transactions/${id}`, { description: at % 3 === 1 ? 'otra' : 'Carrera' }),
      matches(),
    ]),
  );
  await api.delete('/v1/transactions/trash');
  const page = ok(await matches());
  expect([page.total, page.items.length]).toEqual([10, 10]);
});
