import { aDraft, commit, statement, undo } from '../../../libs/importing/test/statements.js';
import type { Service } from './api-process.js';
import type { AccountView, CategoryView } from './answers.js';
import { aFile, aJpeg } from './files.js';
import type { Household } from './household.js';
import { aHousehold, anAccount, aTransaction, ok } from './household.js';
import { anInvoice, aTaxpayer, OTHER_RFC } from './invoices.js';
import { aMember, removeMember } from './members.js';
import { aNewMember } from './people.js';

/** Names that break careless code: formulas, journal syntax, quotes, unusual line ends and other scripts. */
export const HOSTILE = [
  '=HYPERLINK("x")',
  'a  b; c:d',
  '(x) [y] "z"',
  '* ! @@ 5.00 MXN',
  '2026-01-01 ~ | {}',
  'ñandú\u00a0\u2028🐦 李',
];

export async function aRichHousehold(service: Service): Promise<Household> {
  const home = await aHousehold(service);
  const { api } = home;
  ok(await api.put('/v1/exchange-rates/USD/MXN/2026-01-01', { rate: '18.41237777' }));
  ok(await api.put('/v1/exchange-rates/EUR/MXN/2026-01-01', { rate: '20.5' }));
  const contact = ok(await api.post('/v1/contacts', { name: HOSTILE[0], email: 'ana@example.mx' }));
  const secondContact = ok(await api.post('/v1/contacts', { name: HOSTILE[1] }));
  ok(await api.patch(`/v1/contacts/${secondContact.id}`, { archived: true }));
  const cash = await anAccount(api, { name: HOSTILE[2], openingBalance: '1000.10', openingDate: '2026-01-01' });
  const card = await anAccount(api, { name: HOSTILE[1], typeId: 'credit_card', openingBalance: '250.00', apy: '42.5' });
  const dollars = await anAccount(api, { currency: 'USD', fxMode: 'fixed', fixedRate: '17.5', alertThreshold: '5.00' });
  const closed = await anAccount(api, { name: HOSTILE[5], bank: 'BBVA', currency: 'EUR' });
  ok(await api.post(`/v1/accounts/${closed.id}/close`));
  const [food, salary] = await someCategories(home);
  await transactionsOf(home, { cash, card, dollars, contact, food, salary });
  ok(await api.put('/v1/exchange-rates/USD/MXN/2026-02-01', { rate: '18.25' }));
  await budgetsOf(home, food, cash);
  await rulesOf(home, food);
  await importsOf(home, cash);
  await schedulesOf(home, { cash, card, contact, food });
  await cardsOf(home, cash);
  await goalsOf(home, cash);
  await booksOf(home, cash);
  await filesOf(home, cash);
  await invoicesOf(home, cash);
  await sharesOf(service, home, cash);
  ok(await api.patch(`/v1/members/${await aNewMember(api)}`, { name: HOSTILE[2]! }));
  const webhook = ok(await api.post('/v1/webhooks', { url: 'http://127.0.0.1:9/', types: ['account.*'] }));
  ok(await api.post(`/v1/webhooks/${webhook.id}/test`));
  return home;
}

/** Creates assertions and changes a transaction of a closed day. Afterwards, the books are closed through 2025-01-01. */
async function booksOf({ api }: Household, cash: { id: string }): Promise<void> {
  const assertion = `/v1/accounts/${cash.id}/assertions`;
  ok(await api.post(assertion, { date: '2026-01-31', balance: '-7.00', note: `${HOSTILE[3]}\n${HOSTILE[5]}` }));
  ok(await api.post(assertion, { date: '2025-01-31', balance: '0.00' }));
  const [income] = ok(await api.get(`/v1/transactions?accountId=${cash.id}&type=income&limit=1`)).items;
  ok(await api.put('/v1/books', { closedThrough: income!.date }));
  ok(await api.delete(`/v1/transactions/${income!.id}?intoClosed=true`));
  ok(await api.post(`/v1/transactions/${income!.id}/restore?intoClosed=true`));
  ok(await api.put('/v1/books', { closedThrough: '2025-01-01' }));
}

/** Creates live and trashed expenses that two members and a former member share, and a settlement. */
async function sharesOf({ database }: Service, { api, workspaceId }: Household, cash: { id: string }): Promise<void> {
  const members: string[] = [];
  for (const name of [HOSTILE[0]!, HOSTILE[5]!, 'Luis']) members.push(await aMember(database, workspaceId, name));
  const [ana, eva, luis] = members as [string, string, string];
  const weighted = [eva, ana, luis].map((memberId, at) => ({ memberId, weight: at + 1 }));
  const amounts = [
    { memberId: eva, amount: '0.01' },
    { memberId: luis, amount: '99.99' },
  ];
  const shared = { accountId: cash.id, amount: '100.00', paidBy: ana };
  await aTransaction(api, { ...shared, shares: weighted });
  await aTransaction(api, { ...shared, shares: amounts });
  const { id } = await aTransaction(api, { ...shared, shares: weighted, paidBy: luis });
  ok(await api.delete(`/v1/transactions/${id}`));
  await aTransaction(api, { ...shared, paidBy: null, shares: [{ memberId: ana, weight: 1000 }] });
  const payment = { from: luis, to: ana, currency: 'MXN', amount: '12.34', date: '2026-02-28', note: HOSTILE[1] };
  ok(await api.post('/v1/household/settlements', payment));
  await removeMember(database, luis);
}

/** Links a file to a live and a trashed transaction, and moves another linked file to the trash. */
async function filesOf({ api }: Household, cash: { id: string }): Promise<void> {
  const [live, trashed] = [
    await aTransaction(api, { accountId: cash.id }),
    await aTransaction(api, { accountId: cash.id }),
  ];
  const { id } = await aFile(api, aJpeg(300_000), { name: HOSTILE[0]!, transactionId: live.id });
  ok(await api.post(`/v1/transactions/${trashed.id}/files`, { fileId: id }));
  ok(await api.delete(`/v1/transactions/${trashed.id}`));
  const gone = await aFile(api, aJpeg(), { transactionId: live.id });
  ok(await api.delete(`/v1/files/${gone.id}`));
}

/** Creates invoices that are linked, linked to a trashed transaction, in the trash with a link, and open. */
async function invoicesOf({ api }: Household, cash: { id: string }): Promise<void> {
  await aTaxpayer(api);
  const bought = { accountId: cash.id, date: '2026-11-16', description: 'KEMPER', notes: HOSTILE[3] };
  for (const total of ['71.00', '72.00', '73.00']) {
    const { id } = await aTransaction(api, { ...bought, amount: total });
    const invoice = await anInvoice(api, { total, issuer: { rfc: OTHER_RFC, name: `Kemper ${HOSTILE[5]}` } });
    if (invoice.match !== 'linked') throw new Error('the invoice was not linked');
    if (total === '72.00') ok(await api.delete(`/v1/transactions/${id}`));
    if (total === '73.00') ok(await api.delete(`/v1/invoices/${invoice.id}`));
  }
  await anInvoice(api, { kind: 'payroll' });
}

/** Creates a card with bank figures and three installment purchases: unchanged, edited and trashed. */
async function cardsOf({ api }: Household, cash: { id: string }): Promise<void> {
  const terms = { creditLimit: '40000.00', cutOffDay: 31, paymentDays: 15, payFromAccountId: cash.id };
  const card = await anAccount(api, { name: 'Plata', typeId: 'credit_card', openingBalance: '100.00', card: terms });
  const buy = (date: string) => aTransaction(api, { accountId: card.id, date, amount: '1000.00' });
  const purchases = [await buy('2026-01-31'), await buy('2026-02-28'), await buy('2026-03-01')];
  for (const { id } of purchases) ok(await api.post('/v1/installments', { transactionId: id, months: 7 }));
  ok(await api.patch(`/v1/transactions/${purchases[1]!.id}`, { amount: '999.99' }));
  ok(await api.delete(`/v1/transactions/${purchases[2]!.id}`));
  const bankFigures = {
    cutOff: '2026-02-27',
    dueDate: '2026-03-17',
    paymentToAvoidInterest: '242.86',
    minimumPayment: '500.00',
  };
  ok(await api.put(`/v1/accounts/${card.id}/card-statements/2026-02-28`, bankFigures));
}

/** Creates live and archived goals with moves and expenses, and a tanda with live and trashed rounds. */
async function goalsOf({ api }: Household, cash: { id: string }): Promise<void> {
  const common = { accountId: cash.id, target: '500.00' };
  const funding = { every: 'quincena', amount: '25.00', from: '2026-01-31' };
  const trip = { ...common, name: HOSTILE[0], targetDate: '2027-01-31', funding, heldByBank: true, priority: -5 };
  const goal = ok(await api.post('/v1/goals', trip));
  const other = ok(await api.post('/v1/goals', { ...common, name: HOSTILE[5] }));
  ok(await api.post(`/v1/goals/${goal.id}/moves`, { amount: '300.00', note: HOSTILE[1], date: '2026-02-01' }));
  ok(await api.post(`/v1/goals/${other.id}/moves`, { amount: '120.00', fromGoalId: goal.id }));
  await aTransaction(api, { accountId: cash.id, amount: '40.00', goalId: goal.id });
  const trashed = await aTransaction(api, { accountId: cash.id, amount: '50.00', goalId: goal.id });
  ok(await api.delete(`/v1/transactions/${trashed.id}`));
  await aTransaction(api, { accountId: cash.id, amount: '20.00', goalId: other.id });
  ok(await api.patch(`/v1/goals/${other.id}`, { archived: true }));
  const fields = {
    name: HOSTILE[4],
    amount: '10.00',
    turns: 5,
    myTurns: [2, 4],
    startDate: '2026-01-31',
    every: 'month',
  };
  const tanda = ok(await api.post('/v1/tandas', { ...fields, accountId: cash.id, ownTurnPays: true }));
  const record = async (number: number, kind: string) =>
    ok(await api.post(`/v1/tandas/${tanda.id}/rounds/${number}/record`, { kind, date: '2026-02-01' }));
  await record(1, 'pay');
  await record(2, 'receive');
  const { rounds } = await record(3, 'pay');
  const paid = rounds.find(({ number }) => number === 3)!.transactionId!;
  ok(await api.delete(`/v1/transactions/${paid}`));
}

async function someCategories({ api }: Household) {
  const food = ok(await api.post('/v1/categories', { name: HOSTILE[4], kind: 'expense' }));
  const child = ok(await api.post('/v1/categories', { name: 'a  b: c', parentId: food.id }));
  const rent = ok(await api.get('/v1/categories')).find(({ name }) => name === 'Renta');
  ok(await api.patch(`/v1/categories/${rent!.id}`, { parentId: child.id, name: '=Renta' }));
  ok(await api.patch(`/v1/categories/${child.id}`, { archived: true }));
  const salary = ok(await api.get('/v1/categories')).find(({ name }) => name === 'Sueldo');
  return [child, salary!] as const;
}

async function transactionsOf(
  { api }: Household,
  ids: Record<'cash' | 'card' | 'dollars' | 'contact' | 'food' | 'salary', { id: string }>,
): Promise<void> {
  const { cash, card, dollars, contact, food, salary } = ids;
  const create = (fields: Record<string, unknown>) => aTransaction(api, { accountId: cash.id, ...fields });
  await create({ categoryId: food.id, description: HOSTILE[0], notes: '=1\n- two: date:x', externalId: '+7' });
  await create({ type: 'income', amount: '9000.00', categoryId: salary.id, date: '2025-12-31' });
  await create({ type: 'income', amount: '5.00', categoryId: food.id, description: HOSTILE[3] });
  await create({ type: 'expense', amount: '3.33', accountId: card.id, description: HOSTILE[4] });
  await create({ type: 'expense', amount: '1.11', categoryId: salary.id, accountId: dollars.id });
  await create({ type: 'transfer', amount: '100.00', toAccountId: card.id });
  await create({ type: 'transfer', amount: '1841.23', toAccountId: dollars.id, toAmount: '99.97' });
  await create({ type: 'adjustment', amount: '-12.50', description: HOSTILE[5], tags: ['=viaje', 'Año nuevo'] });
  for (const type of ['lent', 'borrowed', 'repayment_received', 'repayment_made']) {
    await create({ type, amount: '40.00', contactId: contact.id });
    await create({ type, accountId: null, currency: 'EUR', amount: '7.77', contactId: contact.id });
  }
  const parts = [
    { amount: '600.00', categoryId: food.id, notes: '@mine' },
    { amount: '299.99', type: 'lent', contactId: contact.id },
    { amount: '0.01' },
  ];
  await create({ amount: '900.00', description: 'Cena', splits: parts, date: '2026-04-01', tags: ['año NUEVO'] });
  const trashed = await create({
    amount: '900.00',
    description: 'En la papelera',
    splits: parts,
    externalId: 'gone',
    tags: ['papelera'],
  });
  ok(await api.delete(`/v1/transactions/${trashed.id}`));
  const edited = await create({ description: 'antes' });
  ok(await api.patch(`/v1/transactions/${edited.id}`, { description: 'después' }));
}

async function budgetsOf({ api }: Household, food: CategoryView | undefined, cash: AccountView): Promise<void> {
  const fields = { categoryId: food!.id, amount: '500.00', repeat: 'month', startDate: '2026-01-31' };
  const budget = ok(await api.post('/v1/budgets', { ...fields, rolloverEnabled: true, accountId: cash.id }));
  ok(await api.patch(`/v1/budgets/${budget.id}`, { amount: '650.00', repeatUntil: '2030-01-01' }));
}

async function schedulesOf(
  { api }: Household,
  { cash, card, contact, food }: Record<'cash' | 'card' | 'contact' | 'food', { id: string }>,
): Promise<void> {
  const rent = { accountId: cash.id, type: 'expense', amount: '77.77', description: '=Renta', startDate: '2026-01-31' };
  const recurrence = { every: 'month', businessDay: 'before' };
  const about = { name: HOSTILE[0], categoryId: food.id, contactId: contact.id, tags: ['=viaje', 'renta'] };
  const match = { text: 'RENTA', amountTolerance: '1.50', days: 5 };
  const schedule = ok(await api.post('/v1/schedules', { ...rent, recurrence, ...about, match, endDate: '2030-01-31' }));
  const occurrence = (date: string) => `/v1/schedules/${schedule.id}/occurrences/${date}` as const;
  ok(await api.post(`${occurrence('2026-01-31')}/post`, { amount: '80.00' }));
  ok(await api.post(`${occurrence('2026-02-28')}/skip`));
  await aTransaction(api, { accountId: cash.id, amount: '78.00', date: '2026-03-30', description: 'renta' });
  const trashed = ok(await api.post(`${occurrence('2026-04-30')}/post`));
  ok(await api.delete(`/v1/transactions/${trashed.transactionId}`));
  const linked = await aTransaction(api, { accountId: cash.id, amount: '5.00', description: 'otra cosa' });
  ok(await api.post(`${occurrence('2026-05-31')}/link`, { transactionId: linked.id }));
  for (const month of ['07', '08', '09']) {
    for (const description of ['Cuota de la escuela', 'Revista']) {
      await aTransaction(api, { accountId: cash.id, amount: '31.00', date: `2026-${month}-04`, description });
    }
  }
  const { items } = ok(await api.get('/v1/schedules/suggestions'));
  ok(await api.delete(`/v1/schedules/suggestions/${items.find((item) => item.description === 'Revista')!.id}`));
  const pay = { type: 'transfer', toAccountId: card.id, recurrence: { every: 'quincena' }, autoPost: true };
  const paused = ok(await api.post('/v1/schedules', { ...rent, ...pay, startDate: '2200-01-01' }));
  ok(await api.patch(`/v1/schedules/${paused.id}`, { status: 'paused' }));
}

async function rulesOf({ api }: Household, food: CategoryView | undefined): Promise<void> {
  const rule = ok(
    await api.post('/v1/rules', {
      name: '=regla',
      conditions: [{ field: 'description', op: 'matches', value: '^tacos?' }],
      actions: [
        { kind: 'set_category', value: food!.id },
        { kind: 'append_notes', value: 'regla: sí' },
        { kind: 'add_tag', value: '@regla' },
      ],
    }),
  );
  ok(await api.post(`/v1/rules/${rule.id}/apply`));
  ok(await api.post(`/v1/rules/${rule.id}/apply`, { force: true }));
  const [run] = ok(await api.get(`/v1/rules/${rule.id}/runs`)).items;
  ok(await api.post(`/v1/rules/${rule.id}/runs/${run!.id}/undo`));
}

async function importsOf({ api }: Household, cash: AccountView): Promise<void> {
  const draft = await aDraft(
    api,
    cash.id,
    statement(
      [
        ['2026-05-01', 'Tacos el güero', '-25.00'],
        ['2026-05-02', '=Nómina', '1000.00'],
      ],
      'Notas',
    ),
    { mapping: { notes: 3 } },
  );
  await commit(api, draft);
  const undone = await aDraft(api, cash.id, statement([['2026-06-01', 'Nada', '-1.00']]));
  await commit(api, undone);
  await undo(api, undone);
  await aDraft(api, cash.id, statement([['2026-07-01', 'Borrador', '-1.00']]));
}
