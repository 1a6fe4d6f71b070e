import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { aDraft, statement } from '../../libs/importing/test/statements.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import type { Client } from './support/client.js';
import { anAccount, ok } from './support/household.js';
import { aRichHousehold } from './support/rich-household.js';

type Shown = Record<string, unknown> & { id: string };

let service: Service;
let api: Client;

beforeAll(async () => {
  service = await sharedApi();
  ({ api } = await aRichHousehold(service));
});
afterAll(() => service.stop());

const fieldsOf = (resource: Shown, names: string) =>
  Object.fromEntries(names.split(' ').map((name) => [name, resource[name]]));
const idOf = (value: unknown) => (value as { id: string } | null)?.id ?? null;
const splitOf = ({ category, ...split }: Shown) => ({
  ...fieldsOf(split as Shown, 'amount contactId type notes'),
  categoryId: idOf(category),
});

const RESOURCES: [string, string, (one: Shown) => Record<string, unknown>][] = [
  [
    'accounts?status=all',
    'accounts',
    ({ card, ...one }) => ({
      ...fieldsOf(one as Shown, 'name currency bank openingBalance openingDate fxMode fixedRate apy alertThreshold'),
      typeId: idOf(one['type']),
      card: card && fieldsOf(card as Shown, 'creditLimit cutOffDay paymentDays payFromAccountId'),
    }),
  ],
  [
    'transactions?limit=200',
    'transactions',
    (one) => ({
      ...fieldsOf(one, 'accountId type date amount description currency contactId notes externalId tags'),
      categoryId: idOf(one['category']),
      splits: (one['splits'] as Shown[]).map(splitOf),
      toAccountId: (one['transfer'] as { accountId: string } | null)?.accountId ?? null,
      toAmount: (one['transfer'] as { amount: string } | null)?.amount ?? null,
    }),
  ],
  ['categories', 'categories', (one) => ({ ...fieldsOf(one, 'name parentId'), archived: one['archivedAt'] !== null })],
  [
    'contacts?archived=all',
    'contacts',
    (one) => ({ ...fieldsOf(one, 'name email'), archived: one['archivedAt'] !== null }),
  ],
  ['budgets', 'budgets', (one) => fieldsOf(one, 'amount repeatUntil rolloverEnabled accountId')],
  ['rules', 'rules', (one) => fieldsOf(one, 'name enabled priority match conditions actions stopProcessing')],
  [
    'schedules',
    'schedules',
    (one) => ({
      ...fieldsOf(one, 'name accountId type amount description categoryId contactId toAccountId tags recurrence'),
      ...fieldsOf(one, 'startDate endDate autoPost match status'),
    }),
  ],
  ['webhooks', 'webhooks', (one) => fieldsOf(one, 'url types description status')],
];

it.each(RESOURCES)(
  'the editable fields of %s are accepted as returned, and change nothing',
  async (list, path, body) => {
    const listed = ok(await api.get(`/v1/${list}` as '/v1/workspace')) as unknown as Shown[] | { items: Shown[] };
    const items = Array.isArray(listed) ? listed : listed.items;
    expect(items.length).toBeGreaterThan(0);
    for (const { id } of items) {
      const filed = path === 'transactions' ? ok(await api.get(`/v1/transactions/${id}/explain`)).category : null;
      if (filed?.source === 'rule' || filed?.source === 'import') {
        ok(await api.patch(`/v1/transactions/${id}`, { categoryId: filed.id }));
      }
      const { body: answered, headers } = await api.get(`/v1/${path}/${id}` as '/v1/workspace');
      const before = answered as unknown as Shown;
      const answer = await api.patch(`/v1/${path}/${id}` as '/v1/workspace', body(before));
      expect([body(before), answer.status, answer.body]).toEqual([body(before), 200, before]);
      expect(answer.headers.etag).toBe(headers.etag);
    }
  },
);

it('the workspace and the options and rows of drafts are accepted as returned, and change nothing', async () => {
  const workspace = ok(await api.get('/v1/workspace'));
  const { name, baseCurrency } = workspace;
  expect(ok(await api.patch('/v1/workspace', { name, baseCurrency }))).toEqual(workspace);
  const { id: accountId } = await anAccount(api);
  const broken = statement([
    ['2026-11-05', 'OXXO', '-12.00'],
    ['no date', '', 'no amount'],
  ]);
  const { id } = await aDraft(api, accountId, broken);
  const draft = ok(await api.get(`/v1/imports/${id}`));
  const { mapping, detected } = draft;
  const { encoding, delimiter } = detected;
  for (const options of [
    { mapping },
    { encoding },
    { delimiter },
    { accountId },
    { mapping, encoding, delimiter, accountId },
  ]) {
    const answer = await api.patch(`/v1/imports/${id}`, options);
    expect([options, answer.status, answer.body]).toEqual([
      options,
      200,
      { ...draft, mappingSource: expect.any(String) },
    ]);
  }
  for (const row of draft.rows) {
    const { date, description, amount, type, categoryId, excluded } = row;
    const fields = { date, description, amount, type, categoryId, excluded };
    const answer = await api.patch(`/v1/imports/${id}/rows/${row.index}`, fields);
    expect([fields, answer.status]).toEqual([fields, 200]);
  }
});
