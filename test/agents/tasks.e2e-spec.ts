import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Service } from '../e2e/support/api-process.js';
import { sharedApi } from '../e2e/support/api-process.js';
import { expectNoDrift } from '../e2e/support/cli.js';
import type { Household } from '../e2e/support/household.js';
import { aHousehold, ok } from '../e2e/support/household.js';
import { Agent } from './support/agent.js';

let service: Service;
let home: Household;
let agent: Agent;

const idsByName = new Map<string, string>();
const idOf = (name: string) => idsByName.get(name)!;

async function enter(
  account: string,
  type: string,
  date: string,
  amount: string,
  description: string,
  more: object = {},
): Promise<void> {
  const transaction = ok(
    await home.api.post('/v1/transactions', { accountId: idOf(account), type, date, amount, description, ...more }),
  );
  idsByName.set(description, transaction.id);
}

/** Creates two months of a small household, for which the expected answers can be computed by hand. */
beforeAll(async () => {
  service = await sharedApi();
  home = await aHousehold(service);
  const { api } = home;
  for (const [name, typeId, openingBalance] of [
    ['Nómina', 'checking', '10000.00'],
    ['Efectivo', 'cash', '500.00'],
    ['Tarjeta', 'credit_card', '2000.00'],
  ]) {
    const body = { name, typeId, openingBalance, openingDate: '2026-08-31' };
    idsByName.set(name!, ok(await api.post('/v1/accounts', body)).id);
  }
  for (const name of ['Comida', 'Renta']) {
    idsByName.set(name, ok(await api.post('/v1/categories', { name: `${name} de prueba`, kind: 'expense' })).id);
  }
  idsByName.set('Beto', ok(await api.post('/v1/contacts', { name: 'Beto' })).id);
  const [food, rent] = [{ categoryId: idOf('Comida') }, { categoryId: idOf('Renta') }];
  await enter('Nómina', 'income', '2026-09-15', '12000.00', 'NOMINA SEP');
  await enter('Nómina', 'income', '2026-10-15', '13000.00', 'NOMINA OCT');
  await enter('Nómina', 'expense', '2026-09-01', '6000.00', 'RENTA SEP', rent);
  await enter('Nómina', 'expense', '2026-10-01', '6000.00', 'RENTA OCT', rent);
  await enter('Tarjeta', 'expense', '2026-09-10', '850.00', 'Contramar', food);
  await enter('Efectivo', 'expense', '2026-10-20', '120.00', 'Tacos Orinoco', { ...food, tags: ['antojo'] });
  await enter('Tarjeta', 'expense', '2026-10-21', '1430.50', 'Liverpool');
  await enter('Nómina', 'lent', '2026-10-05', '700.00', 'Préstamo a Beto', { contactId: idOf('Beto') });
  await enter('Nómina', 'repayment_received', '2026-10-25', '200.00', 'Abono de Beto', { contactId: idOf('Beto') });
  idsByName.set(
    'budget',
    ok(await api.post('/v1/budgets', { ...food, amount: '1000.00', repeat: 'month', startDate: '2026-09-01' })).id,
  );
  agent = await Agent.connect(service.url, home.key);
});
afterAll(async () => {
  await agent.close();
  await expectNoDrift(service.database, home.workspaceId);
  await service.stop();
});

const RANGE = { from: '2026-09-01', to: '2026-10-31' };

const TASKS: readonly (readonly [task: string, solve: () => Promise<unknown>, answer: unknown])[] = [
  ['How much is in my payroll account?', async () => (await account('Nómina')).balance, '22500.00'],
  ['How much do I owe on my card?', async () => (await account('Tarjeta')).balance, '4280.50'],
  ['What is my net worth?', async () => (await agent.call('get_overview')).netWorth, '18599.50'],
  [
    'What was my net worth at the end of September?',
    async () =>
      (await agent.call('get_net_worth', { history: 'month', from: '2026-09-01', to: '2026-09-30' })).items[0]!
        .netWorth,
    '13650.00',
  ],
  [
    'How much did I spend in September and October?',
    async () => (await agent.call('report_spending', RANGE)).total,
    '14400.50',
  ],
  [
    'How much did I spend on rent in September and October?',
    async () => (await spending('category')).find(({ categoryId }) => categoryId === idOf('Renta'))!.amount,
    '12000.00',
  ],
  [
    'How much did I spend with the card?',
    async () => (await spending('account')).find(({ accountId }) => accountId === idOf('Tarjeta'))!.amount,
    '2280.50',
  ],
  [
    'How much did I spend on transactions tagged antojo?',
    async () => (await spending('tag')).find(({ untrusted }) => untrusted['tag'] === 'antojo')!.amount,
    '120.00',
  ],
  [
    'How much did I save in October?',
    async () => (await agent.call('report_cash_flow', RANGE)).items[1]!.net,
    '5449.50',
  ],
  [
    'When was I at Contramar?',
    async () => (await agent.call('search_transactions', { q: 'contramar' })).items[0]!.date,
    '2026-09-10',
  ],
  [
    'Which expenses have no category?',
    async () =>
      (await agent.call('search_transactions', { uncategorized: true, type: 'expense' })).items.map(
        ({ untrusted }) => untrusted['description'],
      ),
    ['Liverpool'],
  ],
  [
    'How much is left of my food budget in October?',
    async () => (await agent.call('list_budgets', { date: '2026-10-31' })).items[0]!.available,
    '880.00',
  ],
  [
    'How much of my food budget did I spend in September?',
    async () => (await agent.call('explain_budget', { budgetId: idOf('budget'), date: '2026-09-30' })).spent,
    '850.00',
  ],
  [
    'Who owes me money, and how much?',
    async () =>
      (await agent.call('list_debts')).contacts.map(({ untrusted, balances }) => [
        untrusted['name'],
        balances[0]!.balance,
      ]),
    [['Beto', '500.00']],
  ],
  [
    'How much did Beto owe before he paid?',
    async () => (await agent.call('list_debts', { contactId: idOf('Beto') })).items[0]!.runningBalance,
    '700.00',
  ],
  [
    'Record 45.50 in cash for bread yesterday.',
    async () => {
      const bread = {
        accountId: idOf('Efectivo'),
        type: 'expense',
        date: '2026-10-30',
        amount: '45.50',
        description: 'Pan',
        categoryId: idOf('Comida'),
      };
      await agent.act('save_transactions', { transactions: [bread] });
      return (await account('Efectivo')).balance;
    },
    '334.50',
  ],
  [
    'Correct the amount of Liverpool from 1,430.50 to 1,340.50.',
    async () => {
      await agent.act('save_transactions', { transactions: [{ id: idOf('Liverpool'), amount: '1340.50' }] });
      return (await account('Tarjeta')).balance;
    },
    '4190.50',
  ],
  [
    'Record that Beto paid me the rest in cash.',
    async () => {
      const rest = {
        type: 'repayment_received',
        amount: '500.00',
        date: '2026-10-31',
        description: 'Beto liquida',
        contactId: idOf('Beto'),
        accountId: idOf('Efectivo'),
      };
      await agent.act('record_debt', rest);
      return (await agent.call('list_debts')).contacts;
    },
    [],
  ],
  [
    'Categorize everything from Liverpool as food, then undo it.',
    async () => {
      const rule = {
        name: 'Liverpool',
        conditions: [{ field: 'description', op: 'contains', value: 'liverpool' }],
        actions: [{ kind: 'set_category', value: idOf('Comida') }],
        applyToExisting: true,
      };
      const done = await agent.act('save_rule', rule);
      const categorized = (await agent.call('get_transaction', { transactionId: idOf('Liverpool') })).categorySource;
      await agent.act(done.undo.tool, done.undo.arguments);
      return [categorized, (await agent.call('get_transaction', { transactionId: idOf('Liverpool') })).categorySource];
    },
    ['rule', null],
  ],
  [
    'Move the tacos to the trash, then restore them.',
    async () => {
      const ids = { transactionIds: [idOf('Tacos Orinoco')] };
      await agent.act('trash_transactions', ids);
      const without = (await account('Efectivo')).balance;
      await agent.act('restore_transactions', ids);
      return [without, (await account('Efectivo')).balance];
    },
    ['954.50', '834.50'],
  ],
];

async function account(name: string) {
  const { items } = await agent.call('list_accounts');
  return items.find(({ untrusted }) => untrusted['name'] === name)!;
}

async function spending(groupBy: string) {
  return (await agent.call('report_spending', { ...RANGE, groupBy })).items;
}

describe('twenty tasks that an agent solves with only the tools', () => {
  it.each(TASKS)('an agent solves the task "%s"', async (_, solve, answer) => {
    expect(await solve()).toEqual(answer);
  });

  it('returns the net worth of each month if the call has no interval', async () => {
    const { items } = await agent.call('get_net_worth', RANGE);
    expect(items.map(({ date }) => date)).toEqual(['2026-09-30', '2026-10-31']);
  });

  it('the suite has twenty tasks', () => {
    expect(TASKS).toHaveLength(20);
  });
});
