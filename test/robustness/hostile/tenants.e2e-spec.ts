import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { statement } from '../../../libs/importing/test/statements.js';
import { newId } from '../../../libs/kernel/src/id/id.js';
import type { Service } from '../../e2e/support/api-process.js';
import { sharedApi } from '../../e2e/support/api-process.js';
import { statusAndCode } from '../../e2e/support/client.js';
import { publishedDocument } from '../../e2e/support/openapi-document.js';
import type { Answer } from '../../e2e/support/client.js';
import type { Household } from '../../e2e/support/household.js';
import { aKey, aTransaction, ok } from '../../e2e/support/household.js';
import { anXml, aTaxpayer, OTHER_RFC, OWN_RFC } from '../../e2e/support/invoices.js';
import { aRichHousehold } from '../../e2e/support/rich-household.js';
import type { RandomRequest } from './random-request.js';
import { send } from './random-request.js';
import type { IdPlace } from './id-places.js';
import { idPlaces } from './id-places.js';
import type { PublishedOperation } from './published-operations.js';
import { publishedOperations } from './published-operations.js';
import type { Kind, ResourceIds } from './resource-ids.js';
import {
  aCard,
  aGoal,
  aPayment,
  aPurchase,
  deliveryOf,
  kindNamed,
  MAKERS,
  moveOf,
  resourceIdsOf,
  runOf,
} from './resource-ids.js';

let service: Service;
let home: Household;
let strangers: Household;
let theirs: ResourceIds;
let operations: PublishedOperation[];
let places: IdPlace[];

beforeAll(async () => {
  service = await sharedApi();
  [home, strangers] = [await aRichHousehold(service), await aRichHousehold(service)];
  await MAKERS.invitation(strangers.api);
  theirs = await resourceIdsOf(strangers.api);
  const document = await publishedDocument(service.url);
  operations = publishedOperations(document);
  // Only payroll with payments in kind uses the account of `inKindAccountId`.
  places = idPlaces(document, operations).filter(({ name }) => name !== 'inKindAccountId');
});
afterAll(() => service.stop());

const half = (fields: object) => ({ splits: [{ amount: '1.00', ...fields }, { amount: '1.00' }], amount: '2.00' });
const conditionOn = (value: string) => ({ conditions: [{ field: 'accountId', op: 'is', value }] });

/** Bodies for fields that the example in the OpenAPI document does not contain. */
const BODIES: Readonly<Record<string, (id: string) => object>> = {
  contactId: (contactId) => ({ type: 'lent', contactId }),
  toAccountId: (toAccountId) => ({ type: 'transfer', toAccountId }),
  'splits/categoryId': (categoryId) => half({ categoryId }),
  'splits/contactId': (contactId) => half({ contactId, type: 'lent' }),
  'card/payFromAccountId': (payFromAccountId) => ({
    ...{ typeId: 'credit_card', card: { creditLimit: '1.00', cutOffDay: 1, payFromAccountId } },
  }),
  'shares/memberId': (memberId) => ({ type: 'expense', shares: [{ memberId, weight: 1 }] }),
  transactionIds: (id) => ({ transactionIds: [id] }),
  paidBy: (paidBy) => ({ type: 'expense', paidBy }),
  'conditions/value': conditionOn,
  'actions/value': (value) => ({ actions: [{ kind: 'set_category', value }] }),
};

/** Creates a transaction in the home workspace that may match an occurrence of a schedule. */
async function payment(scheduleId: string): Promise<string> {
  const { accountId } = ok(await home.api.get(`/v1/schedules/${scheduleId}`));
  return (await aTransaction(home.api, { accountId, date: '2025-03-07' })).id;
}

/** Creates an income in the home workspace that equals the first round of a new tanda. */
async function firstRound(tandaId: string): Promise<object> {
  const { accountId, rounds } = ok(await home.api.get(`/v1/tandas/${tandaId}`));
  const { amount, kind } = rounds[0]!;
  const { id: transactionId } = await aTransaction(home.api, { accountId, amount, type: 'income' });
  return { kind, transactionId };
}

async function aTag(): Promise<string> {
  const tag = newId();
  await aTransaction(home.api, { accountId: await MAKERS.account(home.api), tags: [tag] });
  return tag;
}

async function ownRequest(operation: PublishedOperation): Promise<RandomRequest> {
  const { method, parameters, body } = operation;
  const request: RandomRequest = { operation, method, path: {}, query: [], headers: {}, body: undefined, story: [] };
  for (const { name } of parameters.filter((parameter) => parameter.in === 'path')) {
    const kind = kindNamed(name, operation.path);
    if (kind === 'run') request.path[name] = await runOf(home.api, request.path['id']!);
    else if (kind === 'delivery') request.path[name] = await deliveryOf(home.api, request.path['id']!);
    else if (kind === 'move') request.path[name] = await moveOf(home.api, request.path['id']!);
    else if (kind) request.path[name] = await MAKERS[kind](home.api);
    else if (name === 'name') request.path[name] = await aTag();
    else if (name === 'rfc') request.path[name] = (await aTaxpayer(home.api, OTHER_RFC)).rfc;
    else
      request.path[name] = {
        quote: 'USD',
        base: 'MXN',
        date: '2026-03-07',
        nominalDate: '2026-03-07',
        cutOff: '2026-03-07',
        index: '0',
        number: '1',
      }[name]!;
  }
  if (body) request.body = await ownBody(operation);
  if (/schedules.*link$/.test(operation.path)) request.body = { transactionId: await payment(request.path['id']!) };
  if (/tandas.*record$/.test(operation.path)) request.body = await firstRound(request.path['id']!);
  if (operation.path === '/v1/invoices/{id}/link') {
    const accountId = await MAKERS.account(home.api);
    request.body = { transactionIds: [(await aTransaction(home.api, { accountId, amount: '116.00' })).id] };
  }
  if (operation.path === '/v1/invoices/{id}/record') request.body = { accountId: await MAKERS.account(home.api) };
  if (operation.path === '/v1/reports/deductions') request.query.push(['year', '2026'], ['rfc', OWN_RFC]);
  if (operation.path.includes('/card-statements')) {
    const id = await aCard(home.api);
    const [running] = ok(await home.api.get(`/v1/accounts/${id}/card-statements`)).items;
    Object.assign(request.path, { id, ...('cutOff' in request.path && { cutOff: running!.cutOff }) });
  }
  if (operation.path === '/v1/household/settlements' && body) request.body = await aPayment(home.api);
  // Closed books would reject other requests.
  if (operation.path === '/v1/books' && body) request.body = { closedThrough: '1999-12-31' };
  if (operation.path === '/v1/installments' && body) {
    request.body = { ...(request.body as object), transactionId: await aPurchase(home.api) };
  }
  return request;
}

/**
 * Returns a function that creates a body with an ID in the field of a place. A schedule may name a contact without
 * being a debt.
 */
function bodyWith({ name, operation }: IdPlace): (id: string) => object {
  const plain = (value: string) => ({ [name]: value });
  return name === 'contactId' && operation.path.startsWith('/v1/schedules') ? plain : (BODIES[name] ?? plain);
}

/** Returns a function that creates a batch of one operation with an ID in the field of a place. */
function batchWith({ name }: IdPlace, body: object): (id: string) => object {
  if (name === 'operations/id') return (id) => ({ operations: [{ op: 'trash', id }] });
  const field = name.replace('operations/', '');
  const [create] = (body as { operations: object[] }).operations;
  return (id) => ({ operations: [{ ...create, ...(BODIES[field]?.(id) ?? { [field]: id }) }] });
}

/**
 * True if the request already contains an ID of the home workspace in this place, because the resource was created for
 * it.
 */
function isAsItShould(place: IdPlace): boolean {
  return (
    place.in === 'path' ||
    place.operation.path === '/v1/household/settlements' ||
    (/^transactionIds?$/.test(place.name) && /link$|installments$|record$/.test(place.operation.path))
  );
}

/** Creates a resource with which the request succeeds. A goal must belong to the account of the request. */
async function ownIdFor({ kind, operation }: IdPlace, { path, body }: RandomRequest): Promise<string> {
  if (kind !== 'goal') return MAKERS[kind](home.api);
  const named = JSON.stringify(body).match(/"accountId":"([^"]+)"/)?.[1];
  if (!('id' in path)) return aGoal(home.api, named);
  const { accountId } = ok(await home.api.get(`/v1/${operation.path.split('/')[2]}/${path['id']}`)) as {
    accountId: string;
  };
  return aGoal(home.api, accountId);
}

function withId(request: RandomRequest, place: IdPlace, id: string): RandomRequest {
  const { path, query, body } = request;
  if (place.in === 'path') return { ...request, path: { ...path, [place.name]: id } };
  if (place.in === 'query') return { ...request, query: [...query, [place.name, id]] };
  const isInBatch = place.name.startsWith('operations/');
  const bodyOf = isInBatch ? batchWith(place, body as object) : bodyWith(place);
  return {
    ...request,
    body: { ...(body as object), ...bodyOf(id) },
  };
}

/** Kind of resource by the name of an ID field in the examples. All other IDs are categories. */
const KIND_OF: Readonly<Record<string, Kind>> = {
  ...{ accountId: 'account', fromAccountId: 'account', payFromAccountId: 'account' },
  ...{ id: 'transaction', transactionId: 'transaction', fileId: 'file' },
};

async function ownBody({ body, path }: PublishedOperation): Promise<object> {
  const text = JSON.stringify(body!.example);
  const own = new Map<string, string>();
  for (const [, name] of text.matchAll(/"(\w+)":"[0-9a-f]{8}-[0-9a-f-]{27}"/g)) {
    const kind: Kind = KIND_OF[name!] ?? 'category';
    own.set(name!, await MAKERS[kind](home.api));
  }
  const filled = text.replace(
    /"(\w+)":"[0-9a-f]{8}-[0-9a-f-]{27}"/g,
    (_, name: string) => `"${name}":"${own.get(name)}"`,
  );
  const files: Readonly<Record<string, string>> = {
    '/v1/imports': statement([['2026-05-01', newId(), '-25.00']]),
    '/v1/files': `<?xml version="1.0"?><x>${newId()}</x>`,
    '/v1/invoices': anXml().toString(),
  };
  const file = path in files ? { file: files[path] } : {};
  const kind = path === '/v1/categories' ? { kind: 'expense', name: newId() } : {};
  const name = path === '/v1/categories/{id}' ? { name: newId() } : {};
  const fields: Record<string, unknown> = { ...(JSON.parse(filled) as object), ...file, ...kind, ...name };
  // Transfers, debts and split transactions have no category. The test of this field adds the category.
  if (path === '/v1/transactions') delete fields['categoryId'];
  for (const operation of (fields['operations'] ?? []) as Record<string, unknown>[]) delete operation['categoryId'];
  return fields;
}

function saying({ status, headers, body, text }: Answer, ...ids: string[]): unknown {
  const { 'content-type': type, etag } = headers;
  const json = JSON.stringify({ ...(typeof body === 'object' ? body : { text }), requestId: null });
  return [status, type, etag, ids.reduce((rest, id) => rest.replaceAll(id, '…'), json)];
}

const expectedOf = (place: IdPlace) => {
  if (place.name === 'operations/id') return '404 TRANSACTION_NOT_FOUND';
  if (place.in === 'path') return `404 ${(place.kind === 'run' ? 'rule_run' : place.kind).toUpperCase()}_NOT_FOUND`;
  return place.in === 'body' || place.name === 'moveTo' ? '422 REFERENCE_NOT_FOUND' : '200';
};

async function contentsOf({ workspaceId }: Household): Promise<Record<string, string>> {
  const tables = await service.database.query<{ name: string }>(
    `select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'workspace_id'
       and table_name <> 'identity_logged_requests'`,
  );
  const contents: Record<string, string> = {};
  for (const { name } of [...tables, { name: 'workspace_workspaces' }]) {
    const column = name === 'workspace_workspaces' ? 'id' : 'workspace_id';
    // The service records the last use of a key even if it rejects the request.
    const [row] = await service.database.query<{ digest: string }>(
      `select count(*) || ' ' || md5(string_agg(row::text, chr(10) order by row::text)) as digest
       from (select to_jsonb(t) - 'last_used_at' as row from ${name} t where ${column} = $1) rows`,
      [workspaceId],
    );
    contents[name] = row!.digest;
  }
  return contents;
}

describe('an ID from another workspace', () => {
  it('every operation treats an ID from another workspace like an unknown ID', async () => {
    const before = await contentsOf(strangers);
    const faults: unknown[] = [];
    for (const place of places) {
      const where = `${place.operation.name}, ${place.in} ${place.name}`;
      const foreign = theirs[place.kind][0]!;
      const unknown = newId();
      const request = await ownRequest(place.operation);
      const answers = [
        await send(home.api, withId(request, place, foreign)),
        await send(home.api, withId(request, place, unknown)),
      ];
      const [to, not] = [saying(answers[0]!, foreign), saying(answers[1]!, unknown)];
      if (statusAndCode(answers[0]!) !== expectedOf(place))
        faults.push([where, 'foreign', statusAndCode(answers[0]!), answers[0]!.body]);
      if (JSON.stringify(to) !== JSON.stringify(not)) faults.push([where, 'told apart', to, not]);
      // As a control, the request succeeds with an ID of the caller's workspace.
      const known = isAsItShould(place) ? request : withId(request, place, await ownIdFor(place, request));
      const own = await send(home.api, known);
      if (![200, 409].includes(own.status)) faults.push([where, 'own', statusAndCode(own), own.body]);
    }
    expect(faults).toEqual([]);
    expect(await contentsOf(strangers)).toEqual(before);
    expect(places.length).toBeGreaterThan(60);
  });

  it('no response to a GET request contains an ID from another workspace', async () => {
    const ids = Object.values(theirs).flat();
    const own = Object.values(await resourceIdsOf(home.api)).flat();
    const foundIds = new Set<string>();
    let read = 0;
    for (const operation of operations.filter(({ method }) => method === 'GET')) {
      const answer = await send(home.api, await ownRequest(operation));
      expect([operation.name, statusAndCode(answer)]).toEqual([operation.name, '200']);
      expect([operation.name, ids.filter((id) => answer.text.includes(id))]).toEqual([operation.name, []]);
      for (const id of own) if (answer.text.includes(id)) foundIds.add(id);
      read += 1;
    }
    expect(read).toBeGreaterThan(25);
    // As a control, the same search finds nearly every ID of the caller's workspace.
    expect(foundIds.size).toBeGreaterThan(0.8 * own.length);
  });

  it('no operation changes another workspace', async () => {
    const before = await contentsOf(strangers);
    const own = await contentsOf(home);
    const statuses: Record<string, string> = {};
    for (const operation of operations.filter(({ method }) => method !== 'GET')) {
      statuses[operation.name] = statusAndCode(await send(home.api, await ownRequest(operation)));
    }
    expect(Object.values(statuses).filter((status) => !/^(200|409) ?/.test(status))).toEqual([]);
    expect(await contentsOf(strangers)).toEqual(before);
    // As a control, the digests detect a change in the home workspace.
    expect(await contentsOf(home)).not.toEqual(own);
  });
});

describe('a read-only key', () => {
  const PREVIEWS = ['previewRule'];

  it('a read-only key can call every read operation and no other operation', async () => {
    const reader = service.client((await aKey(service.database, home.workspaceId, 'read_only')).key);
    const requests: { operation: PublishedOperation; request: RandomRequest }[] = [];
    // The requests run one after another, because creating a limited resource deletes an earlier one.
    for (const operation of operations) requests.push({ operation, request: await ownRequest(operation) });
    const before = await contentsOf(home);
    for (const { operation, request } of requests) {
      const mayRead = operation.method === 'GET' || PREVIEWS.includes(operation.name);
      const answer = await send(reader, request);
      expect([operation.name, statusAndCode(answer)]).toEqual([
        operation.name,
        mayRead ? '200' : '403 AUTH_INSUFFICIENT_SCOPE',
      ]);
    }
    expect(await contentsOf(home)).toEqual(before);
  });
});
