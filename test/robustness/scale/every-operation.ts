import type { Movement } from '../../../libs/importing/test/statements.js';
import { multipart, statement } from '../../../libs/importing/test/statements.js';
import type { Answer, SendOptions } from '../../e2e/support/client.js';
import type { Household } from '../../e2e/support/household.js';
import { aFile, aJpeg } from '../../e2e/support/files.js';
import { anInvoice, anXml, OWN_RFC } from '../../e2e/support/invoices.js';
import { anAccount, aTransaction, ok } from '../../e2e/support/household.js';
import { aNewMember } from '../../e2e/support/people.js';

export interface Sent {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly pattern: string;
  readonly path: string;
  readonly body?: unknown;
  readonly options?: SendOptions;
}

export interface Identified {
  readonly id: string;
}

type Requests = AsyncGenerator<Sent, void, Answer<Identified>>;

/**
 * Yields requests of every operation in a workspace whose lists have `count` elements. Changes affect equally many
 * objects, such as splits, draft rows or matches of a rule. The sender passes each response back to the generator.
 * @param members IDs of two members
 */
export async function* everyOperation(home: Household, count: number, members: readonly string[]): Requests {
  const world = await aWorld(home, count);
  yield* readings(world);
  yield* ofAccountsAndCategories(world);
  yield* ofTransactions(world);
  yield* ofTags(world);
  yield* ofContactsAndRates(world);
  yield* ofBudgetsAndRules(world);
  yield* ofImports(world);
  yield* ofSchedules(world);
  yield* ofCards(world);
  yield* ofGoals(world);
  yield* ofHousehold(world, members);
  yield* ofBooks(world);
  yield* ofFiles(world);
  yield* ofInvoices(world);
  yield* ofWebhooks();
  yield* ofMembers(world, count);
  yield patch('/v1/workspace', {}, { name: 'Otra casa' });
  yield patch('/v1/workspace', {}, { baseCurrency: 'USD' });
}

const AT_ONCE = 4;
const MAX_INVITATIONS = 20;

const REVIEW = [
  { kind: 'append_notes', value: 'Revisar' },
  { kind: 'add_tag', value: 'revisar' },
];

type World = Awaited<ReturnType<typeof aWorld>>;

async function aWorld({ api }: Household, count: number) {
  const all = async <T>(make: (i: number) => Promise<T>): Promise<T[]> => {
    const results: T[] = [];
    for (let i = 0; i < count; i += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, count - i) }, (_, n) => make(i + n));
      results.push(...(await Promise.all(some)));
    }
    return results;
  };
  const post = async <Path extends string>(path: Path, body: unknown) => ok(await api.post(path, body));
  const accounts = await all((i) => anAccount(api, { currency: i % 2 ? 'USD' : 'MXN' }));
  const cash = await anAccount(api, { openingBalance: '90000.00' });
  const other = await anAccount(api);
  const categories = await all((i) => post('/v1/categories', { name: `Categoría ${i}`, kind: 'expense' }));
  const contacts = await all((i) => post('/v1/contacts', { name: `Contacto ${i}` }));
  const budgets = await all((i) =>
    post('/v1/budgets', { categoryId: categories[i]!.id, amount: '9', repeat: 'month' }),
  );
  const conditions = [{ field: 'description', op: 'contains', value: 'café' }];
  const rule = { conditions, actions: [{ kind: 'set_category', value: categories[0]!.id }] };
  const rules = await all((i) => post('/v1/rules', { name: `Regla ${i}`, ...rule, enabled: i > 0 }));
  await all((i) => api.put(`/v1/exchange-rates/USD/MXN/${dayOf(i)}`, { rate: '17.5' }));
  await all(() => aTransaction(api, { accountId: cash.id, type: 'lent', contactId: contacts[0]!.id }));
  const filed = { accountId: cash.id, categoryId: categories[0]!.id };
  await all((i) => aTransaction(api, { ...filed, date: dayOf(i), tags: ['todas', `etiqueta ${i}`] }));
  const trash = await all(() => aTransaction(api, { accountId: cash.id, categoryId: categories[0]!.id }));
  for (const { id } of trash) ok(await api.delete(`/v1/transactions/${id}`));
  const file = statement(
    Array.from({ length: count }, (_, i): Movement => [dayOf(i), `café ${i}`, '-2.00', `Nueva ${i}`]),
    'Categoría',
  );
  const form = multipart({ name: 'accountId', content: cash.id }, { name: 'file', filename: 'a.csv', content: file });
  const parts = Array.from({ length: Math.max(2, count) }, () => ({ amount: '1.00', categoryId: categories[0]!.id }));
  return { api, count, accounts, cash, other, categories, contacts, budgets, rules, rule, trash, form, parts };
}

async function* readings({ cash, contacts, categories, budgets }: World): Requests {
  for (const list of [
    'audit-log',
    'events',
    'events?types=account.*,transaction.created&limit=2',
    'workspace',
    'exchange-rates',
    'exchange-rates/latest?quote=USD',
    'account-types',
    'accounts?status=all',
    'categories',
    'transactions?limit=200',
    `transactions?accountId=${cash.id}`,
    `transactions?categoryId=${categories[0]!.id}&q=tacos&type=expense&from=2026-01-01&minAmount=1.00`,
    `transactions?contactId=${contacts[0]!.id}`,
    'transactions?uncategorized=true',
    'transactions?tag=todas&untagged=false',
    'tags',
    `transactions?countsAs=expense&merchant=cafe&categoryId=${categories[0]!.id}`,
    'transactions?updatedSince=2026-01-01T00:00:00.000Z',
    'transactions/trash',
    'net-worth',
    'net-worth/history?from=2026-01-01&to=2026-03-31&interval=day',
    'net-worth/history?from=2026-01-01&to=2026-03-31&interval=month',
    'reports/spending?from=2025-01-01&to=2026-12-31&compare=previous',
    'reports/spending?from=2025-01-01&to=2026-12-31&groupBy=month',
    'reports/spending?from=2025-01-01&to=2026-12-31&groupBy=merchant&compare=year',
    `reports/spending?from=2025-01-01&to=2026-12-31&accountId=${cash.id}&categoryId=${categories[0]!.id}`,
    'reports/cash-flow?from=2025-01-01&to=2026-12-31',
    'contacts?archived=all',
    'budgets',
    'forecast',
    'rules',
    'imports',
    'export',
    'export?format=csv',
    'export?format=hledger',
    'export?format=zip',
  ]) {
    yield get(`/v1/${list.split('?')[0]}`, {}, list.split('?')[1]);
  }
  for (const part of ['', '/iou-history', '/statement']) yield get(`/v1/contacts/{id}${part}`, contacts[0]!);
  for (const part of ['', '/history', '/explain']) yield get(`/v1/budgets/{id}${part}`, budgets[0]!);
}

async function* ofAccountsAndCategories({ cash, accounts, categories }: World): Requests {
  const account = (yield sent('POST', '/v1/accounts', {}, { name: 'Otra', typeId: 'credit_card', currency: 'USD' }))
    .body;
  yield get('/v1/accounts/{id}', cash);
  yield patch('/v1/accounts/{id}', cash, { openingBalance: '80000.00' });
  yield patch('/v1/accounts/{id}', account, { fxMode: 'fixed', fixedRate: '17.9' });
  for (const action of ['archive', 'restore', 'close', 'reopen']) yield act(`/v1/accounts/{id}/${action}`, account);
  yield remove('/v1/accounts/{id}', accounts[0]!);
  const category = (yield sent('POST', '/v1/categories', {}, { name: 'Nueva', parentId: categories[0]!.id })).body;
  yield get('/v1/categories/{id}', category);
  yield patch('/v1/categories/{id}', category, { parentId: null, name: 'Suelta', archived: true });
  yield remove('/v1/categories/{id}', category);
}

async function* ofTransactions({ cash, parts, trash, categories, other }: World): Requests {
  const fields = { accountId: cash.id, type: 'expense', date: '2026-02-01', description: 'café' };
  const amount = `${parts.length}.00`;
  const whole = (yield sent('POST', '/v1/transactions', {}, { ...fields, amount })).body;
  const split = (yield sent('POST', '/v1/transactions', {}, { ...fields, amount, splits: parts })).body;
  const transfer = { ...fields, type: 'transfer', amount, toAccountId: other.id };
  const moved = (yield sent('POST', '/v1/transactions', {}, transfer)).body;
  yield sent('POST', '/v1/transactions', {}, { ...fields, amount, tags: ['todas', 'otra', 'nueva'] });
  yield get('/v1/transactions/{id}', split);
  yield get('/v1/transactions/{id}/explain', whole);
  yield patch('/v1/transactions/{id}', whole, { amount: '7.00', date: '2025-02-01', categoryId: categories[0]!.id });
  yield patch('/v1/transactions/{id}', moved, { amount: '8.00', tags: ['todas', 'más'] });
  yield patch('/v1/transactions/{id}', split, { splits: parts.map((part) => ({ ...part, notes: 'x' })) });
  yield remove('/v1/transactions/{id}', split);
  yield act('/v1/transactions/{id}/restore', split);
  const batch = [
    ...parts.map(() => ({ op: 'create', ...fields, amount })),
    { op: 'create', ...fields, amount, splits: parts, tags: ['todas'] },
    { op: 'update', id: whole.id, amount: '9.00' },
    { op: 'trash', id: moved.id },
    { op: 'restore', id: moved.id },
  ];
  yield sent('POST', '/v1/transactions/batch', {}, { operations: batch });
  yield remove('/v1/transactions/{id}/permanently', trash[0]!);
  yield remove('/v1/transactions/{id}', split);
  yield remove('/v1/transactions/trash', {});
}

async function* ofTags({ api, cash, count }: World): Requests {
  for (let i = 0; i < count; i += 1) await aTransaction(api, { accountId: cash.id, tags: ['viaje', 'casa', `t${i}`] });
  yield get('/v1/tags', {});
  const pattern = '/v1/tags/{name}';
  yield { method: 'GET', pattern, path: '/v1/tags/viaje' };
  yield { method: 'PATCH', pattern, path: '/v1/tags/viaje', body: { name: 'vacaciones' } };
  yield { method: 'PATCH', pattern, path: '/v1/tags/vacaciones', body: { name: 'casa' } };
  yield { method: 'DELETE', pattern, path: '/v1/tags/casa' };
}

async function* ofContactsAndRates({ contacts, count }: World): Requests {
  const contact = (yield sent('POST', '/v1/contacts', {}, { name: 'Otra' })).body;
  yield get('/v1/contacts/{id}', contacts[0]!);
  yield patch('/v1/contacts/{id}', contacts[0]!, { archived: true });
  yield remove('/v1/contacts/{id}', contact);
  const pattern = '/v1/exchange-rates/{quote}/{base}/{date}';
  const path = `/v1/exchange-rates/USD/MXN/${dayOf(count)}` as const;
  yield { method: 'PUT', pattern, path, body: { rate: '18.5' } };
  yield { method: 'DELETE', pattern, path };
}

async function* ofBudgetsAndRules({ api, categories, budgets, rules, rule, cash }: World): Requests {
  const amounts = { categoryId: categories[0]!.id, amount: '100', repeat: 'month', startDate: '2024-01-31' };
  const budget = (yield sent('POST', '/v1/budgets', {}, { ...amounts, rolloverEnabled: true })).body;
  yield patch('/v1/budgets/{id}', budgets[0]!, { amount: '12.00', rolloverEnabled: true, accountId: cash.id });
  yield remove('/v1/budgets/{id}', budget);
  const newRule = (yield sent('POST', '/v1/rules', {}, { name: 'Nueva', ...rule })).body;
  yield sent('POST', '/v1/rules/preview', {}, { name: 'Nueva', ...rule });
  yield get('/v1/rules/{id}', rules[0]!);
  yield get('/v1/rules/{id}/matches', rules[0]!);
  yield patch('/v1/rules/{id}', newRule, { priority: 5, actions: REVIEW });
  yield sent('POST', '/v1/rules/{id}/apply', newRule, { force: true });
  yield get('/v1/rules/{id}/runs', newRule);
  const [run] = ok(await api.get(`/v1/rules/${newRule.id}/runs`)).items;
  const pattern = '/v1/rules/{id}/runs/{runId}/undo';
  yield { method: 'POST', pattern, path: `/v1/rules/${newRule.id}/runs/${run!.id}/undo` };
  yield remove('/v1/rules/{id}', newRule);
  const { id: moveTo } = ok(await api.post('/v1/categories', { name: 'Destino', kind: 'expense' }));
  yield remove('/v1/categories/{id}', categories[0]!, `moveTo=${moveTo}`);
}

async function* ofImports({ form }: World): Requests {
  const draft = (yield sent('POST', '/v1/imports', {}, undefined, form)).body;
  yield get('/v1/imports/{id}', draft);
  yield get('/v1/imports/{id}/rows', draft);
  yield patch('/v1/imports/{id}', draft, { mapping: { notes: 1 } });
  const pattern = '/v1/imports/{id}/rows/{index}';
  yield { method: 'PATCH', pattern, path: `/v1/imports/${draft.id}/rows/0`, body: { amount: '3.00' } };
  yield act('/v1/imports/{id}/commit', draft);
  yield act('/v1/imports/{id}/undo', draft);
  const otherDraft = (yield sent('POST', '/v1/imports', {}, undefined, form)).body;
  yield remove('/v1/imports/{id}', otherDraft);
}

async function* ofSchedules({ api, cash, other, count }: World): Requests {
  const { id: categoryId } = ok(await api.post('/v1/categories', { name: 'Vivienda propia', kind: 'expense' }));
  const { id: contactId } = ok(await api.post('/v1/contacts', { name: 'Casera' }));
  const rent = { accountId: cash.id, type: 'expense', amount: '9.50', description: 'renta', startDate: '2026-01-31' };
  const fields = { ...rent, recurrence: { every: 'month', businessDay: 'after' }, tags: ['todas'] };
  for (let i = 0; i < count; i += 1) ok(await api.post('/v1/schedules', fields));
  for (let i = 0; i < count; i += 1) {
    for (const month of ['09', '10', '11']) {
      const paid = {
        date: `2025-${month}-05`,
        amount: `${i + 1}.00`,
        description: `Cuota ${'abcdefghijklmnopqrstuvwxyz'[i % 26]}`,
      };
      await aTransaction(api, { accountId: other.id, ...paid });
    }
  }
  yield get('/v1/schedules/suggestions', {});
  const { items } = ok(await api.get('/v1/schedules/suggestions'));
  yield remove('/v1/schedules/suggestions/{id}', items[0]!);
  const schedule = (yield sent('POST', '/v1/schedules', {}, { ...fields, categoryId, contactId })).body;
  yield get('/v1/schedules', {});
  yield get('/v1/schedules/{id}', schedule);
  const transfer = { type: 'transfer', toAccountId: other.id, categoryId: null, match: { text: 'ahorro' } };
  yield patch('/v1/schedules/{id}', schedule, transfer);
  yield patch('/v1/schedules/{id}', schedule, { type: 'expense', match: { days: 5 }, recurrence: { every: 'week' } });
  const occurrences = '/v1/schedules/{id}/occurrences';
  yield get(occurrences, schedule, 'from=2026-01-31&to=2026-12-31');
  const occurrenceRequest = (action: string, date: string, body?: unknown): Sent => ({
    method: 'POST',
    pattern: `${occurrences}/{nominalDate}/${action}`,
    path: `/v1/schedules/${schedule.id}/occurrences/${date}/${action}`,
    body,
  });
  yield occurrenceRequest('post', '2026-01-31', { amount: '9.75' });
  yield occurrenceRequest('skip', '2026-02-07');
  yield occurrenceRequest('unskip', '2026-02-07');
  const { id: transactionId } = await aTransaction(api, { accountId: cash.id, date: '2026-02-20' });
  yield occurrenceRequest('link', '2026-02-07', { transactionId });
  yield sent('POST', '/v1/transactions', {}, { ...rentOf(cash.id), date: '2026-03-01' });
  yield patch('/v1/transactions/{id}', { id: transactionId }, { accountId: other.id });
  yield remove('/v1/schedules/{id}', schedule);
}

async function* ofCards({ api, cash, count }: World): Requests {
  const terms = { creditLimit: '50000.00', cutOffDay: 7, payFromAccountId: cash.id };
  const fields = { name: 'Tarjeta', typeId: 'credit_card', openingDate: '2025-01-01', openingBalance: '900.00' };
  for (let i = 0; i < Math.min(count, 20); i += 1) ok(await api.post('/v1/accounts', { ...fields, card: terms }));
  const card = (yield sent('POST', '/v1/accounts', {}, { ...fields, card: terms })).body;
  yield patch('/v1/accounts/{id}', card, { card: { cutOffDay: 31, payFromAccountId: null } });
  yield patch('/v1/accounts/{id}', card, { card: { cutOffDay: 7, payFromAccountId: cash.id } });
  for (let i = 0; i < count; i += 1) {
    const bought = await aTransaction(api, { accountId: card.id, date: '2025-10-20', amount: '600.00' });
    ok(await api.post('/v1/installments', { transactionId: bought.id, months: 6 }));
  }
  const purchase = await aTransaction(api, { accountId: card.id, date: '2025-10-20', amount: '600.00' });
  const plan = (yield sent('POST', '/v1/installments', {}, { transactionId: purchase.id, months: 12 })).body;
  yield get('/v1/installments', {});
  yield get('/v1/installments', {}, `accountId=${card.id}&status=running`);
  yield get('/v1/installments/{id}', plan);
  yield get('/v1/accounts/{id}/card-statements', card);
  yield get('/v1/forecast', {});
  const statement = (action: string) => ({
    pattern: `/v1/accounts/{id}/card-statements/{cutOff}${action}`,
    path: `/v1/accounts/${card.id}/card-statements/2025-11-07${action}`,
  });
  yield { method: 'PUT', ...statement(''), body: { paymentToAvoidInterest: '1000.00', dueDate: '2025-11-28' } };
  yield { method: 'POST', ...statement('/pay'), body: { amount: 'total' } };
  yield remove('/v1/installments/{id}', plan);
}

async function* ofFiles({ api, count, cash }: World): Requests {
  const bought = { accountId: cash.id, type: 'expense', date: '2026-02-01', amount: '5.00', description: 'cena' };
  const transaction = ok(await api.post('/v1/transactions', bought));
  for (let i = 0; i < Math.min(count, 8); i += 1) await aFile(api, aJpeg(), { transactionId: transaction.id });
  const form = multipart({ name: 'file', filename: 'a.jpg', content: aJpeg(400_000) });
  const file = (yield sent('POST', '/v1/files', {}, undefined, form)).body;
  yield get('/v1/files', {});
  yield get('/v1/files/{id}', file);
  yield get('/v1/files/{id}/content', file);
  yield patch('/v1/files/{id}', file, { name: 'otro.jpg' });
  yield sent('POST', '/v1/transactions/{id}/files', transaction, { fileId: file.id });
  const link = '/v1/transactions/{id}/files/{fileId}';
  yield { method: 'DELETE', pattern: link, path: `/v1/transactions/${transaction.id}/files/${file.id}` };
  yield remove('/v1/files/{id}', file);
  yield act('/v1/files/{id}/restore', file);
  ok(await api.delete(`/v1/files/${file.id}`));
  yield { method: 'DELETE', pattern: '/v1/files/{id}/permanently', path: `/v1/files/${file.id}/permanently` };
}

async function* ofInvoices({ api, count, cash }: World): Requests {
  const taxpayer = `/v1/taxpayers/${OWN_RFC}`;
  yield { method: 'PUT', pattern: '/v1/taxpayers/{rfc}', path: taxpayer, body: { name: 'Ana' } };
  yield get('/v1/taxpayers', {});
  const total = '77.00';
  const bought = { accountId: cash.id, type: 'expense', date: '2026-11-16', amount: total, description: 'kemper' };
  for (let i = 0; i < count; i += 1) ok(await api.post('/v1/transactions', bought));
  for (let i = 0; i < count; i += 1) await anInvoice(api, { use: 'D01', total });
  const form = multipart({ name: 'file', filename: 'a.xml', content: anXml({ total }) });
  const { items } = (yield sent('POST', '/v1/invoices', {}, undefined, form)).body as unknown as {
    items: { invoice: Identified }[];
  };
  const { invoice } = items[0]!;
  yield get('/v1/invoices', {});
  yield get('/v1/invoices/{id}', invoice);
  yield get('/v1/invoices/{id}/candidates', invoice);
  const deductions = `/v1/reports/deductions?year=2026&rfc=${OWN_RFC}`;
  yield { method: 'GET', pattern: '/v1/reports/deductions', path: deductions };
  // Another description, so that the service does not link it by itself.
  const { id } = ok(await api.post('/v1/transactions', { ...bought, description: 'otra' }));
  yield sent('POST', '/v1/invoices/{id}/link', invoice, { transactionIds: [id] });
  yield act('/v1/invoices/{id}/unlink', invoice);
  yield sent('POST', '/v1/invoices/{id}/record', invoice, { accountId: cash.id });
  yield remove('/v1/invoices/{id}', invoice);
  yield act('/v1/invoices/{id}/restore', invoice);
  yield { method: 'DELETE', pattern: '/v1/taxpayers/{rfc}', path: taxpayer };
}

async function* ofGoals({ api, count, cash }: World): Requests {
  const fields = { accountId: cash.id, target: '900.00', targetDate: '2027-12-31' };
  const funding = { every: 'quincena', amount: '10.00' };
  for (let i = 0; i < count; i += 1) ok(await api.post('/v1/goals', { ...fields, funding, name: `Meta ${i}` }));
  const goal = (yield sent('POST', '/v1/goals', {}, { ...fields, name: 'Meta' })).body;
  const moves = '/v1/goals/{id}/moves';
  const move = (yield sent('POST', moves, goal, { amount: '100.00' })).body;
  for (let i = 0; i < count; i += 1) ok(await api.post(`/v1/goals/${goal.id}/moves`, { amount: '10.00' }));
  yield get('/v1/goals', {});
  yield get('/v1/goals/{id}', goal);
  yield get(moves, goal);
  yield patch('/v1/goals/{id}', goal, { target: '950.00', funding });
  const spent = { accountId: cash.id, type: 'expense', date: '2026-02-01', description: 'hotel', goalId: goal.id };
  const paid = (yield sent('POST', '/v1/transactions', {}, { ...spent, amount: '5.00' })).body;
  yield patch('/v1/transactions/{id}', paid, { amount: '6.00' });
  yield remove('/v1/transactions/{id}', paid);
  yield { method: 'DELETE', pattern: `${moves}/{moveId}`, path: `/v1/goals/${goal.id}/moves/${move.id}` };
  yield patch('/v1/goals/{id}', goal, { archived: true });
  yield remove('/v1/goals/{id}', goal);
  const tanda = {
    amount: '9.00',
    turns: 12,
    myTurns: [2],
    startDate: '2026-01-31',
    every: 'month',
    accountId: cash.id,
  };
  for (let i = 0; i < Math.min(count, 50); i += 1) ok(await api.post('/v1/tandas', { ...tanda, name: `Tanda ${i}` }));
  const joined = (yield sent('POST', '/v1/tandas', {}, { ...tanda, name: 'Tanda' })).body;
  yield get('/v1/tandas', {});
  yield get('/v1/tandas/{id}', joined);
  yield patch('/v1/tandas/{id}', joined, { name: 'Otra tanda' });
  const pattern = '/v1/tandas/{id}/rounds/{number}/record';
  const round = (number: number) =>
    ({ method: 'POST', pattern, path: `/v1/tandas/${joined.id}/rounds/${number}/record` }) as const;
  yield { ...round(1), body: { kind: 'pay' } };
  yield { ...round(2), body: { kind: 'receive' } };
  const { id: transactionId } = await aTransaction(api, { accountId: cash.id, amount: '9.00' });
  yield { ...round(3), body: { kind: 'pay', transactionId } };
  const unused = ok(await api.post('/v1/tandas', { ...tanda, name: 'Sin pagos' }));
  yield remove('/v1/tandas/{id}', unused);
}

async function* ofHousehold({ api, count, cash }: World, [ana, luis]: readonly string[]): Requests {
  const shares = [ana, luis].map((memberId) => ({ memberId, weight: 1 }));
  const bought = { accountId: cash.id, type: 'expense', date: '2026-02-01', description: 'súper', amount: '90.00' };
  const shared = { ...bought, paidBy: ana, shares };
  for (let i = 0; i < count; i += 1) ok(await api.post('/v1/transactions', shared));
  const expense = (yield sent('POST', '/v1/transactions', {}, shared)).body;
  yield patch('/v1/transactions/{id}', expense, { amount: '91.00', paidBy: luis });
  ok(await api.post('/v1/transactions', { ...shared, amount: '9000.00' }));
  const payment = { from: luis, to: ana, currency: 'MXN', amount: '1.00' };
  for (let i = 0; i < count; i += 1) ok(await api.post('/v1/household/settlements', { ...payment, amount: '0.01' }));
  const settlement = (yield sent('POST', '/v1/household/settlements', {}, payment)).body;
  yield get('/v1/household/settlement', {});
  yield get('/v1/household/settlements', {});
  yield get('/v1/household/settlements/{id}', settlement);
  yield remove('/v1/household/settlements/{id}', settlement);
}

async function* ofBooks({ api, count, cash }: World): Requests {
  const list = '/v1/accounts/{id}/assertions';
  const asserted = { balance: '1.00', note: 'x' };
  for (let i = 0; i < count; i += 1)
    ok(await api.post(`/v1/accounts/${cash.id}/assertions`, { ...asserted, date: dayOf(i) }));
  const assertion = (yield sent('POST', list, cash, { ...asserted, date: '2026-10-31' })).body;
  const spent = { accountId: cash.id, type: 'expense', date: '2025-12-31', description: 'tacos', amount: '5.00' };
  const { id } = await aTransaction(api, spent);
  yield patch('/v1/transactions/{id}', { id }, { amount: '6.00' });
  yield get(list, cash);
  yield get('/v1/assertions', {}, 'status=broken');
  yield get('/v1/assertions/{id}', assertion);
  yield get('/v1/assertions/{id}/explain', assertion);
  yield patch('/v1/assertions/{id}', assertion, { date: '2026-10-30', balance: '2.00' });
  yield remove('/v1/assertions/{id}', assertion);
  yield get('/v1/accounts', {}, 'date=2026-01-31');
  yield get('/v1/net-worth', {}, 'date=2026-01-31');
  yield sent('PUT', '/v1/books', {}, { closedThrough: '1999-12-31' });
  yield get('/v1/books', {});
  yield get('/v1/books/exceptions', {});
  ok(await api.put('/v1/books', { closedThrough: null }));
}

function rentOf(accountId: string) {
  return { accountId, type: 'expense', amount: '9.50', description: 'Renta de marzo' };
}

async function* ofWebhooks(): Requests {
  const url = 'http://127.0.0.1:9/hook';
  const webhook = (yield sent('POST', '/v1/webhooks', {}, { url, types: ['*'] })).body;
  yield get('/v1/webhooks', {});
  yield get('/v1/webhooks/{id}', webhook);
  yield patch('/v1/webhooks/{id}', webhook, { types: ['account.*'], status: 'paused' });
  yield sent('POST', '/v1/webhooks/{id}/rotate-secret', webhook, { overlapHours: 1 });
  const delivery = (yield act('/v1/webhooks/{id}/test', webhook)).body;
  yield get('/v1/webhooks/{id}/deliveries', webhook, 'status=failed');
  const pattern = '/v1/webhooks/{id}/deliveries/{deliveryId}/retry';
  yield { method: 'POST', pattern, path: `/v1/webhooks/${webhook.id}/deliveries/${delivery.id}/retry` };
  yield sent('POST', '/v1/webhooks/{id}/replay', webhook, { since: new Date().toISOString() });
  yield remove('/v1/webhooks/{id}', webhook);
}

async function* ofMembers({ api }: World, count: number): Requests {
  const member = { id: await aNewMember(api) };
  yield get('/v1/members', {});
  yield get('/v1/members/{id}', member);
  yield patch('/v1/members/{id}', member, { name: 'Sofía', role: 'viewer' });
  yield remove('/v1/members/{id}', member);
  for (let i = 0; i < Math.min(count, MAX_INVITATIONS - 1); i += 1)
    ok(await api.post('/v1/invitations', { email: `${i}@example.mx`, role: 'editor' }));
  const invited = { email: 'sofia@example.mx', role: 'editor' };
  const invitation = (yield sent('POST', '/v1/invitations', {}, invited)).body;
  yield get('/v1/invitations', {});
  yield get('/v1/invitations/{id}', invitation);
  yield remove('/v1/invitations/{id}', invitation);
}

function dayOf(i: number): string {
  return new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10);
}

function sent(
  method: Sent['method'],
  pattern: string,
  { id }: Partial<Identified>,
  body?: unknown,
  options?: SendOptions,
): Sent {
  return { method, pattern, path: pattern.replace('{id}', id!), body, options };
}

function get(pattern: string, identified: Partial<Identified>, query?: string): Sent {
  const plain = sent('GET', pattern, identified);
  return query === undefined ? plain : { ...plain, path: `${plain.path}?${query}` };
}

function patch(pattern: string, identified: Partial<Identified>, body: unknown): Sent {
  return sent('PATCH', pattern, identified, body);
}

function act(pattern: string, identified: Partial<Identified>): Sent {
  return sent('POST', pattern, identified);
}

function remove(pattern: string, identified: Partial<Identified>, query?: string): Sent {
  const plain = sent('DELETE', pattern, identified);
  return query === undefined ? plain : { ...plain, path: `${plain.path}?${query}` };
}

/** Maximum number of SQL queries per request of an operation that `MORE_STATEMENTS` does not list. */
export const MAX_STATEMENTS = 6;

/**
 * Maximum for operations that need more queries. It does not depend on the size of the workspace. A change also
 * authenticates the caller, binds the workspace and writes the audit log. Each context that is involved and the
 * response add one query. A bulk change adds two counts, of transactions and of rows in drafts.
 */
export const MORE_STATEMENTS: Readonly<Record<string, number>> = {
  // Operations that read several contexts in one snapshot.
  'GET /v1/forecast': 15,
  'GET /v1/export': 143,
  // Small changes through the entity manager, which loads, checks and writes rows and reads the response.
  'POST /v1/accounts': 7,
  'PATCH /v1/accounts/{id}': 12,
  'DELETE /v1/contacts/{id}': 9,
  'POST /v1/budgets': 9,
  'PATCH /v1/budgets/{id}': 10,
  // Locks the owners and the member, and ends the keys and grants of the member.
  'PATCH /v1/members/{id}': 8,
  'DELETE /v1/members/{id}': 10,
  'POST /v1/invitations': 9,
  'DELETE /v1/budgets/{id}': 7,
  // Reads recurring transactions, dismissed suggestions and their descriptions.
  'DELETE /v1/schedules/suggestions/{id}': 7,
  'POST /v1/schedules': 12,
  'PATCH /v1/schedules/{id}': 11,
  'DELETE /v1/schedules/{id}': 10,
  // Locks the schedule, reads the occurrence before and after the change, and does everything that a new transaction
  // requires.
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/post': 16,
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/skip': 9,
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/unskip': 9,
  'POST /v1/schedules/{id}/occurrences/{nominalDate}/link': 9,
  // Reads the card, its installment plans and its transactions. Recording or paying a statement locks it and computes
  // it before and after the change.
  'PUT /v1/accounts/{id}/card-statements/{cutOff}': 10,
  'POST /v1/accounts/{id}/card-statements/{cutOff}/pay': 15,
  'POST /v1/installments': 9,
  'DELETE /v1/installments/{id}': 9,
  // Locks the account and the goal, and updates the amount set aside in the account.
  'POST /v1/goals': 8,
  'PATCH /v1/goals/{id}': 11,
  'DELETE /v1/goals/{id}': 11,
  'POST /v1/goals/{id}/moves': 9,
  'DELETE /v1/goals/{id}/moves/{moveId}': 10,
  // Also creates or updates a contact or a debt.
  'POST /v1/tandas': 9,
  'PATCH /v1/tandas/{id}': 8,
  'DELETE /v1/tandas/{id}': 9,
  'POST /v1/tandas/{id}/rounds/{number}/record': 22,
  // Locks the settlements, and reads the members and the balances.
  'POST /v1/household/settlements': 8,
  'DELETE /v1/household/settlements/{id}': 7,
  // Locks the account, and reads its balance and the assertion.
  'POST /v1/accounts/{id}/assertions': 8,
  'PATCH /v1/assertions/{id}': 11,
  'DELETE /v1/assertions/{id}': 8,
  // Each 32 KiB of content needs one query.
  'GET /v1/files/{id}/content': 15,
  // Each 256 KiB of the file needs one query.
  'POST /v1/files': 10,
  'DELETE /v1/files/{id}': 7,
  'POST /v1/files/{id}/restore': 7,
  'POST /v1/transactions/{id}/files': 10,
  'DELETE /v1/transactions/{id}/files/{fileId}': 10,
  'PUT /v1/taxpayers/{rfc}': 8,
  // Stores the file, and compares the invoice with transactions.
  'POST /v1/invoices': 18,
  'DELETE /v1/invoices/{id}': 9,
  'POST /v1/invoices/{id}/restore': 9,
  'POST /v1/invoices/{id}/link': 11,
  'POST /v1/invoices/{id}/unlink': 8,
  'POST /v1/invoices/{id}/record': 17,
  'POST /v1/imports': 36,
  'POST /v1/rules': 10,
  'PATCH /v1/rules/{id}': 8,
  'DELETE /v1/rules/{id}': 9,
  'POST /v1/webhooks': 10,
  'PATCH /v1/webhooks/{id}': 8,
  'POST /v1/webhooks/{id}/test': 10,
  // Each context checks whether it uses the account or the category.
  'DELETE /v1/accounts/{id}': 14,
  'DELETE /v1/categories/{id}': 26,
  // A simple transaction needs six queries. Splits, other currencies, new tags and rules need the others.
  'POST /v1/transactions': 24,
  // Consecutive operations of one kind need as many queries as a single operation.
  'POST /v1/transactions/batch': 34,
  'PATCH /v1/transactions/{id}': 19,
  'DELETE /v1/transactions/{id}': 8,
  'POST /v1/transactions/{id}/restore': 8,
  'DELETE /v1/transactions/{id}/permanently': 12,
  'DELETE /v1/transactions/trash': 12,
  'PATCH /v1/tags/{name}': 18,
  'DELETE /v1/tags/{name}': 13,
  'PUT /v1/exchange-rates/{quote}/{base}/{date}': 12,
  'DELETE /v1/exchange-rates/{quote}/{base}/{date}': 12,
  'PATCH /v1/workspace': 16,
  // The queries process sets of rows, so their number does not depend on the number of rows.
  'POST /v1/rules/{id}/apply': 17,
  'POST /v1/rules/{id}/runs/{runId}/undo': 14,
  'GET /v1/imports/{id}': 9,
  'GET /v1/imports/{id}/rows': 7,
  // Each megabyte of the file needs one query.
  'PATCH /v1/imports/{id}': 33,
  'PATCH /v1/imports/{id}/rows/{index}': 24,
  'POST /v1/imports/{id}/commit': 47,
  'POST /v1/imports/{id}/undo': 29,
  'DELETE /v1/imports/{id}': 9,
};
