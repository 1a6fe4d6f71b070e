import { aDraft, statement } from '../../../libs/importing/test/statements.js';
import { newId } from '../../../libs/kernel/src/id/id.js';
import { aFile } from '../../e2e/support/files.js';
import { anInvoice } from '../../e2e/support/invoices.js';
import type { Client } from '../../e2e/support/client.js';
import { aNewMember } from '../../e2e/support/people.js';
import { anAccount, aTransaction, ok } from '../../e2e/support/household.js';

export const KINDS = [
  'account',
  'category',
  'transaction',
  'contact',
  'budget',
  'rule',
  'run',
  'import',
  'webhook',
  'delivery',
  'schedule',
  'suggestion',
  'installments',
  'goal',
  'move',
  'tanda',
  'assertion',
  'file',
  'settlement',
  'member',
  'invitation',
  'invoice',
] as const;
export type Kind = (typeof KINDS)[number];

const KIND_OF_FIELD: Readonly<Record<string, Kind>> = {
  accountId: 'account',
  toAccountId: 'account',
  categoryId: 'category',
  parentId: 'category',
  moveTo: 'category',
  contactId: 'contact',
  importId: 'import',
  runId: 'run',
  deliveryId: 'delivery',
  transactionId: 'transaction',
  goalId: 'goal',
  fromGoalId: 'goal',
  moveId: 'move',
  fileId: 'file',
  inKindAccountId: 'account',
  transactionIds: 'transaction',
  paidBy: 'member',
  memberId: 'member',
  fromAccountId: 'account',
  payFromAccountId: 'account',
};

const KIND_OF_FOLDER: Readonly<Record<string, Kind>> = {
  accounts: 'account',
  categories: 'category',
  transactions: 'transaction',
  contacts: 'contact',
  budgets: 'budget',
  rules: 'rule',
  imports: 'import',
  webhooks: 'webhook',
  schedules: 'schedule',
  installments: 'installments',
  goals: 'goal',
  tandas: 'tanda',
  assertions: 'assertion',
  files: 'file',
  household: 'settlement',
  members: 'member',
  invitations: 'invitation',
  invoices: 'invoice',
};

/**
 * Returns the kind of resource to which a field refers. In a path, `id` refers to the resource of the preceding
 * segment.
 */
export function kindNamed(field: string, path: string): Kind | undefined {
  if (field === 'id' && path.startsWith('/v1/schedules/suggestions')) return 'suggestion';
  if (path === '/v1/household/settlements' && ['from', 'to'].includes(field)) return 'member';
  return field === 'id' ? KIND_OF_FOLDER[path.split('/')[2]!] : KIND_OF_FIELD[field];
}

interface Listed {
  readonly id: string;
}

export type ResourceIds = Record<Kind, string[]>;

/** Reads the IDs of the first hundred transactions, the trashed transactions and all other resources of a workspace. */
export async function resourceIdsOf(api: Client): Promise<ResourceIds> {
  const read = async (path: string): Promise<string[]> => {
    const body = ok(await api.get(path)) as Listed[] | { items: Listed[] };
    return ('items' in body ? body.items : body).map(({ id }) => id);
  };
  const goals = await read('/v1/goals?archived=all');
  const [rules, webhooks] = [await read('/v1/rules'), await read('/v1/webhooks')];
  return {
    account: await read('/v1/accounts?status=all'),
    category: await read('/v1/categories'),
    transaction: [...(await read('/v1/transactions?limit=100')), ...(await read('/v1/transactions/trash'))],
    contact: await read('/v1/contacts?archived=all'),
    budget: [...(await read('/v1/budgets')), ...(await read('/v1/budgets?type=income'))],
    rule: rules,
    run: (await Promise.all(rules.slice(0, 3).map((id) => read(`/v1/rules/${id}/runs`)))).flat(),
    import: await read('/v1/imports'),
    webhook: webhooks,
    schedule: await read('/v1/schedules'),
    suggestion: await read('/v1/schedules/suggestions'),
    installments: await read('/v1/installments'),
    goal: goals,
    move: (await Promise.all(goals.slice(0, 3).map((id) => read(`/v1/goals/${id}/moves`)))).flat(),
    tanda: await read('/v1/tandas'),
    assertion: await read('/v1/assertions'),
    file: await read('/v1/files'),
    settlement: await read('/v1/household/settlements'),
    member: await read('/v1/members'),
    invitation: await read('/v1/invitations'),
    invoice: await read('/v1/invoices'),
    delivery: (await Promise.all(webhooks.map((id) => read(`/v1/webhooks/${id}/deliveries`)))).flat(),
  };
}

/**
 * Functions that create a resource and return its ID. Other tests do not use these resources, so a test may change
 * them.
 */
export const MAKERS: Readonly<Record<Kind, (api: Client) => Promise<string>>> = {
  account: async (api) => (await anAccount(api)).id as string,
  category: async (api) => ok(await api.post('/v1/categories', { name: newId(), kind: 'expense' })).id,
  transaction: async (api) => (await aTransaction(api, { accountId: await MAKERS.account(api) })).id,
  contact: async (api) => ok(await api.post('/v1/contacts', { name: 'Beto' })).id,
  budget: async (api) => {
    const fields = { categoryId: await MAKERS.category(api), amount: '1.00', repeat: 'month' };
    return ok(await api.post('/v1/budgets', fields)).id;
  },
  rule: async (api) => {
    const conditions = [{ field: 'description', op: 'contains', value: newId() }];
    const actions = [{ kind: 'append_notes', value: 'x' }];
    return ok(await api.post('/v1/rules', { name: 'x', enabled: false, conditions, actions })).id;
  },
  run: async (api) => runOf(api, await MAKERS.rule(api)),
  import: async (api) =>
    (await aDraft(api, await MAKERS.account(api), statement([['2026-05-01', 'Tacos', '-25.00']]))).id,
  webhook: async (api) => {
    const [oldest, ...others] = ok(await api.get('/v1/webhooks'));
    // Deletes the oldest webhook, because the number of webhooks is limited.
    if (oldest && others.length > 10) ok(await api.delete(`/v1/webhooks/${oldest.id}`));
    return ok(await api.post('/v1/webhooks', { url: NOBODY, types: ['account.*'] })).id;
  },
  schedule: async (api) => {
    const fields = { accountId: await MAKERS.account(api), startDate: '2026-03-07' };
    return ok(await api.post('/v1/schedules', { ...A_RENT, ...fields })).id;
  },
  suggestion: async (api) => {
    const accountId = await MAKERS.account(api);
    for (const month of ['07', '08', '09']) await aTransaction(api, { accountId, date: `2026-${month}-04` });
    const { items } = ok(await api.get('/v1/schedules/suggestions'));
    return items.find((item) => item.accountId === accountId)!.id;
  },
  installments: async (api) =>
    ok(await api.post('/v1/installments', { transactionId: await aPurchase(api), months: 3 })).id,
  goal: (api) => aGoal(api),
  move: async (api) => moveOf(api, await aGoal(api)),
  tanda: async (api) => ok(await api.post('/v1/tandas', { ...A_TANDA, accountId: await MAKERS.account(api) })).id,
  assertion: async (api) => {
    const path = `/v1/accounts/${await MAKERS.account(api)}/assertions` as const;
    return ok(await api.post(path, { date: '2026-03-07', balance: '1.00' })).id;
  },
  file: async (api) => (await aFile(api)).id,
  settlement: async (api) => ok(await api.post('/v1/household/settlements', await aPayment(api))).id,
  member: (api) => aNewMember(api),
  invitation: async (api) => {
    const [oldest, ...others] = ok(await api.get('/v1/invitations'));
    if (oldest && others.length > 10) ok(await api.delete(`/v1/invitations/${oldest.id}`));
    return ok(await api.post('/v1/invitations', { email: `${newId()}@example.mx`, role: 'editor' })).id;
  },
  invoice: async (api) => (await anInvoice(api)).id,
  delivery: async (api) => deliveryOf(api, await MAKERS.webhook(api)),
};

/** Creates an expense that the second member owes to the first, and returns a request that settles a part of it. */
export async function aPayment(api: Client): Promise<object> {
  const [first, second] = ok(await api.get('/v1/members')).map(({ id }) => id);
  const expense = { accountId: await MAKERS.account(api), amount: '900000.00', paidBy: first };
  await aTransaction(api, { ...expense, shares: [{ memberId: second, weight: 1 }] });
  return { from: second, to: first, currency: 'MXN', amount: '1.00' };
}

export async function aCard(api: Client): Promise<string> {
  const fields = { typeId: 'credit_card', openingBalance: '90.00', card: { creditLimit: '50000.00', cutOffDay: 7 } };
  return (await anAccount(api, fields)).id;
}

export async function aPurchase(api: Client): Promise<string> {
  return (await aTransaction(api, { accountId: await aCard(api), date: '2025-03-07' })).id;
}

/** Creates a goal of an account, by default of a new one with money. */
export async function aGoal(api: Client, ofAccount?: string): Promise<string> {
  const accountId = ofAccount ?? (await anAccount(api, { openingBalance: '900.00' })).id;
  return ok(await api.post('/v1/goals', { name: 'x', accountId, target: '9.00' })).id;
}

export async function moveOf(api: Client, goal: string): Promise<string> {
  return ok(await api.post(`/v1/goals/${goal}/moves`, { amount: '1.00' })).id;
}

const A_TANDA = { name: 'x', amount: '1.00', turns: 3, myTurns: [1], startDate: '2026-03-07', every: 'month' };

const A_RENT = { type: 'expense', amount: '1.00', description: 'Renta', recurrence: { every: 'month' } };

const NOBODY = 'http://127.0.0.1:9/';

export async function deliveryOf(api: Client, webhook: string): Promise<string> {
  return ok(await api.post(`/v1/webhooks/${webhook}/test`)).id;
}

export async function runOf(api: Client, rule: string): Promise<string> {
  ok(await api.post(`/v1/rules/${rule}/apply`));
  return ok(await api.get(`/v1/rules/${rule}/runs`)).items[0]!.id;
}
