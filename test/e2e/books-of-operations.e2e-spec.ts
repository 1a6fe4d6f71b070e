import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addDays } from '../../libs/kernel/src/calendar/day-number.js';
import { everyOperation } from '../robustness/scale/every-operation.js';
import type { Identified, Sent } from '../robustness/scale/every-operation.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import type { Answer, Client } from './support/client.js';
import { statusAndCode } from './support/client.js';
import { aHousehold, anAccount, aTransaction, ok } from './support/household.js';
import { twoMembers } from './support/members.js';

const BOOKS = 'it changes no figure of a transaction';
const TRASH = 'what is in the trash counts nowhere';
const FILES = 'files of closed transactions can be edited';
const INVOICES = 'invoices of closed transactions can be linked';

/** True if closed books can reject a mutating operation, or the reason why they never do. */
const REFUSED: Readonly<Record<string, true | string>> = {
  'POST /v1/accounts': true,
  'PATCH /v1/accounts/{id}': true,
  'DELETE /v1/accounts/{id}': true,
  'POST /v1/accounts/{id}/archive': BOOKS,
  'POST /v1/accounts/{id}/restore': BOOKS,
  'POST /v1/accounts/{id}/close': BOOKS,
  'POST /v1/accounts/{id}/reopen': BOOKS,
  'POST /v1/accounts/{id}/assertions': BOOKS,
  'PATCH /v1/assertions/{id}': BOOKS,
  'DELETE /v1/assertions/{id}': BOOKS,
  'PUT /v1/books': 'it closes and reopens them',
  'POST /v1/categories': BOOKS,
  'PATCH /v1/categories/{id}': 'a category keeps its transactions when it is renamed or moved',
  'DELETE /v1/categories/{id}': true,
  'PATCH /v1/tags/{name}': 'tags can be edited',
  'DELETE /v1/tags/{name}': 'tags can be edited',
  'POST /v1/transactions': true,
  'POST /v1/transactions/batch': true,
  'PATCH /v1/transactions/{id}': true,
  'DELETE /v1/transactions/{id}': true,
  'POST /v1/transactions/{id}/restore': true,
  'DELETE /v1/transactions/{id}/permanently': TRASH,
  'DELETE /v1/transactions/trash': TRASH,
  'POST /v1/files': FILES,
  'PATCH /v1/files/{id}': FILES,
  'DELETE /v1/files/{id}': FILES,
  'POST /v1/files/{id}/restore': FILES,
  'DELETE /v1/files/{id}/permanently': FILES,
  'POST /v1/transactions/{id}/files': FILES,
  'DELETE /v1/transactions/{id}/files/{fileId}': FILES,
  'PUT /v1/taxpayers/{rfc}': BOOKS,
  'DELETE /v1/taxpayers/{rfc}': BOOKS,
  'POST /v1/invoices': INVOICES,
  'DELETE /v1/invoices/{id}': INVOICES,
  'POST /v1/invoices/{id}/restore': INVOICES,
  'POST /v1/invoices/{id}/link': INVOICES,
  'POST /v1/invoices/{id}/unlink': INVOICES,
  'POST /v1/invoices/{id}/record': true,
  'POST /v1/contacts': BOOKS,
  'PATCH /v1/contacts/{id}': BOOKS,
  'DELETE /v1/contacts/{id}': BOOKS,
  'PUT /v1/exchange-rates/{quote}/{base}/{date}': 'rates of closed days still change base amounts',
  'DELETE /v1/exchange-rates/{quote}/{base}/{date}': 'rates of closed days still change base amounts',
  'POST /v1/budgets': BOOKS,
  'PATCH /v1/budgets/{id}': BOOKS,
  'DELETE /v1/budgets/{id}': BOOKS,
  'PUT /v1/accounts/{id}/card-statements/{cutOff}': BOOKS,
  'POST /v1/accounts/{id}/card-statements/{cutOff}/pay': true,
  'POST /v1/installments': 'installment plans can be edited',
  'DELETE /v1/installments/{id}': 'installment plans can be edited',
  'POST /v1/goals': BOOKS,
  'PATCH /v1/goals/{id}': BOOKS,
  'DELETE /v1/goals/{id}': BOOKS,
  'POST /v1/goals/{id}/moves': BOOKS,
  'DELETE /v1/goals/{id}/moves/{moveId}': BOOKS,
  'POST /v1/household/settlements': BOOKS,
  'DELETE /v1/household/settlements/{id}': BOOKS,
  'POST /v1/tandas': BOOKS,
  'PATCH /v1/tandas/{id}': BOOKS,
  'DELETE /v1/tandas/{id}': BOOKS,
  'POST /v1/tandas/{id}/rounds/{number}/record': true,
  'POST /v1/schedules': BOOKS,
  'PATCH /v1/schedules/{id}': BOOKS,
  'DELETE /v1/schedules/{id}': 'links of schedules can be edited',
  'DELETE /v1/schedules/suggestions/{id}': BOOKS,
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/post': true,
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/skip': 'links of schedules can be edited',
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/unskip': 'links of schedules can be edited',
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/link': 'links of schedules can be edited',
  'POST /v1/rules': BOOKS,
  'PATCH /v1/rules/{id}': BOOKS,
  'DELETE /v1/rules/{id}': BOOKS,
  'POST /v1/rules/preview': 'it writes nothing',
  'POST /v1/rules/{id}/apply': true,
  'POST /v1/rules/{id}/runs/{runId}/undo': true,
  'POST /v1/imports': 'a draft books nothing',
  'PATCH /v1/imports/{id}': 'a draft books nothing',
  'PATCH /v1/imports/{id}/rows/{index}': 'a draft books nothing',
  'POST /v1/imports/{id}/commit': true,
  'POST /v1/imports/{id}/undo': true,
  'DELETE /v1/imports/{id}': 'a draft books nothing',
  'PATCH /v1/members/{id}': BOOKS,
  'DELETE /v1/members/{id}': BOOKS,
  'POST /v1/invitations': BOOKS,
  'DELETE /v1/invitations/{id}': BOOKS,
  'PATCH /v1/workspace': 'a new base currency changes base amounts only',
  'POST /v1/webhooks': BOOKS,
  'PATCH /v1/webhooks/{id}': BOOKS,
  'DELETE /v1/webhooks/{id}': BOOKS,
  'POST /v1/webhooks/{id}/rotate-secret': BOOKS,
  'POST /v1/webhooks/{id}/test': BOOKS,
  'POST /v1/webhooks/{id}/deliveries/{deliveryId}/retry': BOOKS,
  'POST /v1/webhooks/{id}/replay': BOOKS,
};
const HAS_NO_DRY_RUN = ['POST /v1/imports', 'POST /v1/files', 'POST /v1/invoices', 'POST /v1/rules/preview'];
const TODAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Mexico_City' }).format(new Date());
const YESTERDAY = addDays(TODAY, -1);

let service: Service;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());

interface PublishedOperation {
  readonly parameters?: readonly { readonly name: string }[];
}

async function published(): Promise<Map<string, PublishedOperation>> {
  const { paths } = ok(await service.client().get('/openapi.json')) as {
    paths: Record<string, Record<string, PublishedOperation>>;
  };
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );
  return new Map(all.filter(([name]) => !name.startsWith('GET ')));
}

/** Sends a request as a dry run while the books are closed. */
async function whileClosed(api: Client, { method, pattern, path, body, options }: Sent): Promise<string> {
  if (pattern.startsWith('/v1/webhooks') || HAS_NO_DRY_RUN.includes(`${method} ${pattern}`)) return '200';
  ok(await api.put('/v1/books', { closedThrough: YESTERDAY }));
  const tried = await api.send(method, `${path}${path.includes('?') ? '&' : '?'}dryRun=true`, body, options);
  ok(await api.put('/v1/books', { closedThrough: null }));
  return statusAndCode(tried);
}

it('REFUSED lists every mutating operation and agrees with the intoClosed parameters in the OpenAPI document', async () => {
  const operations = await published();
  expect(Object.keys(REFUSED).sort()).toEqual([...operations.keys()].sort());
  for (const [name, { parameters = [] }] of operations) {
    expect([name, parameters.some((one) => one.name === 'intoClosed')]).toEqual([name, REFUSED[name] === true]);
  }
});

it('closed books reject exactly the operations that change figures of closed days', async () => {
  const { api, ...home } = await aHousehold(service);
  const seen = new Map<string, Set<string>>();
  const note = async (one: Sent) => {
    const name = `${one.method} ${one.pattern}`;
    if (one.method !== 'GET') seen.set(name, (seen.get(name) ?? new Set()).add(await whileClosed(api, one)));
  };
  const opening = { openingBalance: '5.00', openingDate: '2026-01-02' };
  const { id } = await anAccount(api, opening);
  const pattern = '/v1/accounts/{id}';
  const path = `/v1/accounts/${id}`;
  await note({
    method: 'POST',
    pattern: '/v1/accounts',
    path: '/v1/accounts',
    body: { ...opening, name: 'x', typeId: 'cash' },
  });
  await note({ method: 'PATCH', pattern, path, body: { openingBalance: '6.00' } });
  await note({ method: 'DELETE', pattern, path });
  const terms = { creditLimit: '9000.00', cutOffDay: 7 };
  const card = await anAccount(api, { ...opening, typeId: 'credit_card', card: terms });
  const [, statement] = ok(await api.get(`/v1/accounts/${card.id}/card-statements`)).items;
  const pay = '/v1/accounts/{id}/card-statements/{cutOff}/pay';
  const paid = pay.replace('{id}', card.id).replace('{cutOff}', statement!.cutOff);
  await note({
    method: 'POST',
    pattern: pay,
    path: paid,
    body: { amount: '1.00', fromAccountId: id, date: '2026-10-30' },
  });
  const { id: categoryId } = ok(await api.post('/v1/categories', { name: 'x', kind: 'expense' }));
  const matching = { conditions: [{ field: 'description', op: 'equals', value: 'planeado' }], name: 'x' };
  const rule = ok(
    await api.post('/v1/rules', {
      ...matching,
      enabled: false,
      actions: [{ kind: 'set_category', value: categoryId }],
    }),
  );
  await aTransaction(api, { accountId: id, date: '2026-02-01', description: 'Planeado' });
  const apply = `/v1/rules/${rule.id}/apply` as const;
  await note({ method: 'POST', pattern: '/v1/rules/{id}/apply', path: apply });
  ok(await api.post(apply));
  const [run] = ok(await api.get(`/v1/rules/${rule.id}/runs`)).items;
  const runPath = `/v1/rules/${rule.id}/runs/${run!.id}/undo`;
  await note({ method: 'POST', pattern: '/v1/rules/{id}/runs/{runId}/undo', path: runPath });
  const requests = everyOperation({ ...home, api }, 3, await twoMembers(service.database, home.workspaceId));
  for (let next = await requests.next(); !next.done;) {
    await note(next.value);
    const { method, path: sentPath, body, options } = next.value;
    const answer = (await api.send(method, sentPath, body, options)) as Answer<Identified>;
    ok(answer);
    next = await requests.next(answer);
  }
  const expected = Object.entries(REFUSED).map(([name, is]) => [name, is === true ? '409 BOOKS_CLOSED' : '200']);
  const found = Object.keys(REFUSED).map((name) => {
    const answers = seen.get(name) ?? new Set(['never sent']);
    const isRefused = answers.has('409 BOOKS_CLOSED');
    return [name, isRefused ? '409 BOOKS_CLOSED' : [...answers].join(', ')];
  });
  expect(found).toEqual(expected);
});
