import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { everyOperation } from '../robustness/scale/every-operation.js';
import type { Identified } from '../robustness/scale/every-operation.js';
import type { Service } from './support/api-process.js';
import { sharedApi } from './support/api-process.js';
import type { Answer, Client } from './support/client.js';
import { aHousehold, ok } from './support/household.js';
import { twoMembers } from './support/members.js';

/** Events by mutating operation, or the reason for not emitting one. */
const EVENTS: Readonly<Record<string, string | { readonly none: string }>> = {
  'POST /v1/accounts': 'account.created',
  'PATCH /v1/accounts/{id}': 'account.updated',
  'DELETE /v1/accounts/{id}': 'account.deleted',
  'POST /v1/accounts/{id}/archive': 'account.archived',
  'POST /v1/accounts/{id}/restore': 'account.restored',
  'POST /v1/accounts/{id}/close': 'account.closed',
  'POST /v1/accounts/{id}/reopen': 'account.reopened',
  'POST /v1/categories': 'category.created',
  'PATCH /v1/categories/{id}': 'category.updated',
  'DELETE /v1/categories/{id}': 'category.deleted',
  'PATCH /v1/tags/{name}': 'tag.renamed',
  'DELETE /v1/tags/{name}': 'tag.deleted',
  'POST /v1/transactions': 'transaction.created',
  'POST /v1/transactions/batch': 'transactions.changed',
  'PATCH /v1/transactions/{id}': 'transaction.updated',
  'DELETE /v1/transactions/{id}': 'transaction.trashed',
  'POST /v1/transactions/{id}/restore': 'transaction.restored',
  'DELETE /v1/transactions/{id}/permanently': 'transaction.deleted',
  'DELETE /v1/transactions/trash': 'trash.emptied',
  'POST /v1/contacts': 'contact.created',
  'PATCH /v1/contacts/{id}': 'contact.updated',
  'DELETE /v1/contacts/{id}': 'contact.deleted',
  'PUT /v1/exchange-rates/{quote}/{base}/{date}': 'exchange_rate.set',
  'DELETE /v1/exchange-rates/{quote}/{base}/{date}': 'exchange_rate.removed',
  'POST /v1/budgets': 'budget.created',
  'PATCH /v1/budgets/{id}': 'budget.updated',
  'DELETE /v1/budgets/{id}': 'budget.deleted',
  'PUT /v1/accounts/{id}/card-statements/{cutOff}': 'account.updated',
  'POST /v1/accounts/{id}/card-statements/{cutOff}/pay': 'transaction.created',
  'POST /v1/installments': 'installments.created',
  'DELETE /v1/installments/{id}': 'installments.deleted',
  'POST /v1/files': 'file.created',
  'PATCH /v1/files/{id}': 'file.updated',
  'DELETE /v1/files/{id}': 'file.trashed',
  'POST /v1/files/{id}/restore': 'file.restored',
  'DELETE /v1/files/{id}/permanently': 'file.deleted',
  'POST /v1/transactions/{id}/files': 'transaction.updated',
  'DELETE /v1/transactions/{id}/files/{fileId}': 'transaction.updated',
  'PUT /v1/taxpayers/{rfc}': 'taxpayer.created',
  'DELETE /v1/taxpayers/{rfc}': 'taxpayer.deleted',
  'POST /v1/invoices': 'invoice.created',
  'DELETE /v1/invoices/{id}': 'invoice.trashed',
  'POST /v1/invoices/{id}/restore': 'invoice.restored',
  'POST /v1/invoices/{id}/link': 'invoice.linked',
  'POST /v1/invoices/{id}/unlink': 'invoice.unlinked',
  'POST /v1/invoices/{id}/record': 'invoice.recorded',
  'POST /v1/goals': 'goal.created',
  'PATCH /v1/goals/{id}': 'goal.updated',
  'DELETE /v1/goals/{id}': 'goal.deleted',
  'POST /v1/goals/{id}/moves': 'goal.moved',
  'DELETE /v1/goals/{id}/moves/{moveId}': 'goal.moved',
  'POST /v1/household/settlements': 'settlement.recorded',
  'DELETE /v1/household/settlements/{id}': 'settlement.undone',
  'POST /v1/tandas': 'tanda.created',
  'PATCH /v1/tandas/{id}': 'tanda.updated',
  'DELETE /v1/tandas/{id}': 'tanda.deleted',
  'POST /v1/tandas/{id}/rounds/{number}/record': 'tanda.recorded',
  'POST /v1/accounts/{id}/assertions': 'assertion.created',
  'PATCH /v1/assertions/{id}': 'assertion.updated',
  'DELETE /v1/assertions/{id}': 'assertion.deleted',
  'PUT /v1/books': 'books.closed',
  'POST /v1/schedules': 'schedule.created',
  'PATCH /v1/schedules/{id}': 'schedule.updated',
  'DELETE /v1/schedules/{id}': 'schedule.deleted',
  'DELETE /v1/schedules/suggestions/{id}': { none: 'it changes no schedule' },
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/post': 'transaction.created',
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/skip': 'schedule.updated',
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/unskip': 'schedule.updated',
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/link': 'transaction.updated',
  'POST /v1/rules': 'rule.created',
  'PATCH /v1/rules/{id}': 'rule.updated',
  'DELETE /v1/rules/{id}': 'rule.deleted',
  'POST /v1/rules/preview': { none: 'it writes nothing' },
  'POST /v1/rules/{id}/apply': 'rule.applied',
  'POST /v1/rules/{id}/runs/{runId}/undo': 'rule.run_undone',
  'POST /v1/imports': 'import.created',
  'PATCH /v1/imports/{id}': 'import.updated',
  'PATCH /v1/imports/{id}/rows/{index}': 'import.updated',
  'POST /v1/imports/{id}/commit': 'import.committed',
  'POST /v1/imports/{id}/undo': 'import.undone',
  'DELETE /v1/imports/{id}': 'import.deleted',
  'PATCH /v1/members/{id}': 'member.updated',
  'DELETE /v1/members/{id}': 'member.left',
  'POST /v1/invitations': 'invitation.created',
  'DELETE /v1/invitations/{id}': 'invitation.revoked',
  'PATCH /v1/workspace': 'workspace.updated',
  'POST /v1/webhooks': 'webhook.created',
  'PATCH /v1/webhooks/{id}': 'webhook.updated',
  'DELETE /v1/webhooks/{id}': 'webhook.deleted',
  'POST /v1/webhooks/{id}/rotate-secret': 'webhook.updated',
  'POST /v1/webhooks/{id}/test': { none: 'it does not change the webhook' },
  'POST /v1/webhooks/{id}/deliveries/{deliveryId}/retry': { none: 'it does not change the webhook' },
  'POST /v1/webhooks/{id}/replay': { none: 'it does not change the webhook' },
};

let service: Service;

beforeAll(async () => {
  service = await sharedApi();
});
afterAll(() => service.stop());

async function published(): Promise<string[]> {
  const { paths } = ok(await service.client().get('/openapi.json')) as { paths: Record<string, object> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  return operations.filter((operation) => !operation.startsWith('GET '));
}

async function since(api: Client, cursor: string): Promise<{ types: string[]; nextCursor: string }> {
  const { items, nextCursor } = ok(await api.get(`/v1/events?cursor=${cursor}&limit=200`));
  return { types: items.filter(({ actor }) => actor.kind !== 'service').map(({ type }) => type), nextCursor };
}

describe('events of mutating operations', () => {
  it('EVENTS lists every mutating operation with its event or the reason for having none', async () => {
    const known = Object.keys(EVENTS).sort();
    expect(known).toEqual((await published()).sort());
    const reasons = Object.values(EVENTS).flatMap((event) => (typeof event === 'string' ? [] : [event.none]));
    expect(reasons.filter((reason) => reason.length < 10)).toEqual([]);
  });

  it('every mutating operation emits its event once per call', async () => {
    const { api, ...home } = await aHousehold(service);
    const requests = everyOperation({ ...home, api }, 3, await twoMembers(service.database, home.workspaceId));
    const emitted: [string, string[]][] = [];
    for (let next = await requests.next(); !next.done;) {
      const { method, pattern, path, body, options } = next.value;
      const before = ok(await api.get('/v1/events?from=now')).nextCursor;
      const answer = (await api.send(method, path, body, options)) as Answer<Identified>;
      ok(answer);
      if (method !== 'GET') emitted.push([`${method} ${pattern}`, (await since(api, before)).types]);
      next = await requests.next(answer);
    }
    const expected = emitted.map(([operation]) => {
      const event = EVENTS[operation]!;
      return [operation, typeof event === 'string' ? [event] : []];
    });
    expect(emitted).toEqual(expected);
    expect(new Set(emitted.map(([operation]) => operation))).toEqual(new Set(Object.keys(EVENTS)));
  });
});
