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

const RESOURCES: [string, string, (resource: Shown) => Record<string, unknown>][] = [
  [
    'accounts?status=all',
    'accounts',
    ({ card, ...resource }) => ({
      ...fieldsOf(
        resource as Shown,
        'name currency bank openingBalance openingDate fxMode fixedRate apy alertThreshold',
      ),
      typeId: idOf(resource['type']),
      card: card && fieldsOf(card as Shown, 'creditLimit cutOffDay paymentDays payFromAccountId'),
    }),
  ],
  [
    'transactions?limit=200',
    'transactions',
    (resource) => ({
      ...fieldsOf(resource, 'accountId type date amount description currency contactId notes externalId tags'),
      categoryId: idOf(resource['category']),
      splits: (resource['splits'] as Shown[]).map(splitOf),
      toAccountId: (resource['transfer'] as { accountId: string } | null)?.accountId ?? null,
      toAmount: (resource['transfer'] as { amount: string } | null)?.amount ?? null,
    }),
  ],
  [
    'categories',
    'categories',
    (resource) => ({ ...fieldsOf(resource, 'name parentId'), archived: resource['archivedAt'] !== null }),
  ],
  [
    'contacts?archived=all',
    'contacts',
    (resource) => ({ ...fieldsOf(resource, 'name email'), archived: resource['archivedAt'] !== null }),
  ],
  ['budgets', 'budgets', (resource) => fieldsOf(resource, 'amount repeatUntil rolloverEnabled accountId')],
  ['rules', 'rules', (resource) => fieldsOf(resource, 'name enabled priority match conditions actions stopProcessing')],
  [
    'schedules',
    'schedules',
    (resource) => ({
      ...fieldsOf(resource, 'name accountId type amount description categoryId contactId toAccountId tags recurrence'),
      ...fieldsOf(resource, 'startDate endDate autoPost match status'),
    }),
  ],
  ['webhooks', 'webhooks', (resource) => fieldsOf(resource, 'url types description status')],
];

it.each(RESOURCES)(
  'updating %s with the returned values of its editable fields changes nothing',
  async (list, path, body) => {
    const listed = ok(await api.get(`/v1/${list}` as '/v1/workspace')) as unknown as Shown[] | { items: Shown[] };
    const items = Array.isArray(listed) ? listed : listed.items;
    expect(items.length).toBeGreaterThan(0);
    for (const { id } of items) {
      const current = path === 'transactions' ? ok(await api.get(`/v1/transactions/${id}/explain`)).category : null;
      if (current?.source === 'rule' || current?.source === 'import') {
        ok(await api.patch(`/v1/transactions/${id}`, { categoryId: current.id }));
      }
      const { body: answered, headers } = await api.get(`/v1/${path}/${id}` as '/v1/workspace');
      const before = answered as unknown as Shown;
      const answer = await api.patch(`/v1/${path}/${id}` as '/v1/workspace', body(before));
      expect([body(before), answer.status, answer.body]).toEqual([body(before), 200, before]);
      expect(answer.headers.etag).toBe(headers.etag);
    }
  },
);

it('updating the workspace or a draft with its returned values changes nothing', async () => {
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
