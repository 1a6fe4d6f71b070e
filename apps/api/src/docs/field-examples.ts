import { EXAMPLE_ID, EXAMPLE_IDS } from '@app/kernel/pure';
import type { Schema } from './openapi-types.js';

/**
 * What a field's name means, wherever the field stands. It gives the fields of answers their exact form and every field an
 * example, so that views stay plain classes. What a class says of its own field comes first, an
 * `@example` in its comment among it.
 */
interface Word {
  readonly form?: Schema;
  readonly example?: unknown;
  /** What the field mostly holds where that is nothing: null where it may be, or an empty list. */
  readonly mostly?: null | readonly [];
  /** The description of a parameter that has none of its own. */
  readonly description?: string;
}

const ID: Word = withId(EXAMPLE_ID);
// What refers to a thing in an example and the thing itself have the same id.
const ACCOUNT_ID = withId(EXAMPLE_IDS.account);
const TYPE_ID = withId(EXAMPLE_IDS.accountType);
const CATEGORY_ID = withId(EXAMPLE_IDS.category);
const CONTACT_ID = withId(EXAMPLE_IDS.contact);
const IMPORT_ID = withId(EXAMPLE_IDS.import);
const TIMESTAMP: Word = { form: { format: 'date-time' }, example: '2026-11-20T10:32:27.123Z' };
const DATE: Word = { form: { format: 'date' }, example: '2026-11-20' };
const AMOUNT: Word = { form: { pattern: '^-?\\d+\\.\\d{2}$' }, example: '1250.00' };
const RATE: Word = { form: { pattern: '^-?\\d+\\.\\d{8}$' }, example: '18.41230000' };
const CURRENCY: Word = { form: { pattern: '^[A-Z]{3}$' }, example: 'MXN' };
const COUNT: Word = { form: { minimum: 0 }, example: 3 };

const SPENDING = ['categorySpending', 'accountSpending', 'merchantSpending', 'tagSpending', 'intervalSpending'];

const WORDS: Readonly<Record<string, Word>> = {
  id: ID,
  duplicateOf: { ...ID, mostly: null },
  ...all(ACCOUNT_ID, 'account.id', 'accountId'),
  toAccountId: withId(EXAMPLE_IDS.toAccount),
  'accountType.id': TYPE_ID,
  ...all(CATEGORY_ID, 'category.id', 'categoryId'),
  ...all(CONTACT_ID, 'contact.id'),
  ...all(IMPORT_ID, 'import.id'),
  ...all(DATE, 'date', 'start', 'end', 'until', 'asOf', 'ratesAsOf'),
  from: { ...DATE, description: 'The first day.' },
  to: { ...DATE, description: 'The last day.' },
  format: {
    description:
      'JSON, a table for spreadsheets or a chart; without it `Accept` decides, and JSON is usual. Where a table has a next page, the header `Link` names it.',
  },
  ...all(AMOUNT, 'amount', 'balance', 'netWorth', 'assets', 'liabilities'),
  ...all(AMOUNT, 'spent', 'rollover', 'available', 'delta', 'share', 'counted'),
  ...all(AMOUNT, 'own', 'income', 'expense', 'net', 'spendingReport.total'),
  'spendingReport.previousTotal': { ...AMOUNT, mostly: null },
  ...all(
    { form: { pattern: '^-?\\d+\\.\\d{4}$' }, example: '0.2500' },
    'savingsRate',
    ...SPENDING.map((item) => `${item}.share`),
  ),
  merchant: { example: 'oxxo' },
  'tagSpending.tag': { example: 'casa' },
  ...all(
    { example: '/v1/transactions?countsAs=expense&from=2026-11-01&to=2026-11-20&merchant=oxxo' },
    ...SPENDING.map((item) => `${item}.transactions`),
  ),
  interval: { example: 'month' },
  groupBy: { example: 'category' },
  rate: RATE,
  'currencyShare.currency': { ...CURRENCY, example: 'USD' },
  'currencyShare.balance': { ...AMOUNT, example: '100.00' },
  ...all({ ...AMOUNT, example: '1841.23' }, 'currencyShare.converted', 'netWorth.netWorth'),
  base: { ...CURRENCY, description: 'The currency that the rate is in.' },
  quote: { ...CURRENCY, example: 'USD', description: 'The currency that one unit of is priced.' },
  currency: CURRENCY,
  ...all(COUNT, 'purged', 'total', 'ready', 'matched', 'changed', 'skipped', 'count'),
  errors: { ...COUNT, mostly: [] },
  priority: { example: 100 },
  index: { form: { type: 'integer', minimum: 0 }, example: 0, description: 'The index of the row, counted from 0.' },
  splitIndex: { form: { minimum: 0 }, mostly: null },
  line: { form: { minimum: 1 }, example: 7 },
  limit: { example: 50 },
  status: { description: 'Only those with this status are listed.' },
  archived: { example: true },
  systemKey: { example: 'checking' },
  typeId: { example: 'checking' },
  bank: { example: 'BBVA' },
  apy: { example: '10.50', mostly: null },
  name: { example: 'BBVA Nómina' },
  'accountType.name': { example: 'Cuenta de cheques' },
  'category.name': { example: 'Restaurantes' },
  'budgetCategoryRef.id': CATEGORY_ID,
  'budgetCategoryRef.name': { example: 'Restaurantes' },
  'contact.name': { example: 'Vecino del 302' },
  ...all({ example: 'vacaciones' }, 'tag.name', 'tags'),
  'rule.name': { example: 'Café de la mañana' },
  'explainedRule.name': { example: 'Café de la mañana' },
  value: { example: 'Antojo' },
  'workspace.name': { example: 'Casa Ramírez' },
  email: { form: { format: 'email' }, example: 'sofia@example.mx' },
  description: { example: 'Cena en Contramar' },
  notes: { example: 'Con la oficina' },
  externalId: { example: '20261120-0001', mostly: null },
  q: { example: 'contramar' },
  tags: { example: 'oficina' },
  filename: { example: 'movimientos-noviembre.csv' },
  file: { example: 'the bytes of movimientos-noviembre.csv' },
  header: { example: 'Fecha' },
  encoding: { example: 'utf-8' },
  delimiter: { example: ',' },
  dateFormat: { example: 'dd/MM/yyyy' },
  'importMapping.date': { example: 0 },
  'importMapping.description': { example: 1 },
  'importMapping.amount': { example: 2 },
  ...all({ ...COUNT, example: 0 }, 'importStats.errors', 'importStats.duplicates', 'importStats.excluded'),
  'newCategory.name': { example: 'Restaurantes' },
  preambleRows: { ...COUNT, example: 0 },
  headerRow: { form: { minimum: 1 }, example: 1 },
  'importRow.category': { example: 'Restaurantes' },
  ...all({ ...AMOUNT, mostly: null }, 'balanceBefore', 'balanceAfter'),
  ...all(AMOUNT, 'expected', 'found', 'accountBalanceAfter'),
  difference: { ...AMOUNT, example: '0.00' },
  counterparty: { example: 'Inmobiliaria del Centro' },
  trackingKey: { form: { pattern: '^[A-Z0-9-]{6,30}$' }, example: 'MBAN01002611200012345678' },
  reference: { example: '0054907843' },
  clabe: { form: { pattern: '^\\d{18}$' }, example: '032180000118359719' },
  'importRowDetails.bank': { example: 'INBURSA' },
  rfc: { example: 'ICE010203AB1', mostly: null },
  ...all({ ...AMOUNT, mostly: null }, 'foreignAmount'),
  ...all({ ...CURRENCY, mostly: null }, 'foreignCurrency'),
  ...all({ ...RATE, mostly: null }, 'foreignRate'),
  cardLastFour: { form: { pattern: '^\\d{4}$' }, example: '6043', mostly: null },
  ...all({ mostly: null }, 'firstBreak', 'transferCandidate'),
  ...all(COUNT, 'transactionsCreated', 'transactionsRemoved'),
  undoneTotal: { ...COUNT, example: 0 },
  undone: { mostly: [] },
  reason: { example: 'a line of totals' },
  at: TIMESTAMP,
  action: { example: 'PATCH /v1/transactions/{id}' },
  fields: { example: 'amount' },
  'auditActor.name': { example: 'Presupuesto en mi hoja' },
  ...all(
    { form: { pattern: '^[A-Za-z0-9._-]{1,128}$' }, example: '01a2008a-e66f-73c8-99ed-99b37115a9b8' },
    'auditEntry.requestId',
    'event.requestId',
  ),
  ...all({ form: { pattern: '^\\S+$' }, example: EXAMPLE_ID }, 'auditEntry.resourceId', 'eventSubject.id'),
  'event.type': { example: 'transaction.updated' },
  'event.changed': { example: 'amount' },
  'event.data': { example: { accountIds: [ACCOUNT_ID.example] } },
  'eventActor.name': { example: 'Presupuesto en mi hoja' },
  'eventSubject.kind': { example: 'transaction' },
  url: { example: 'https://hooks.example.com/centavo' },
  ...all({ example: 'Avisos a la hoja de gastos' }, 'webhook.description', 'webhookWithSecret.description'),
  disabledReason: { mostly: null, example: 'The receiver answered 410 Gone.' },
  secretHint: { form: { pattern: '^[A-Za-z0-9+/]{3}=$' }, example: 'Kx4=' },
  secret: { form: { pattern: '^whsec_[A-Za-z0-9+/]{43}=$' }, example: `whsec_${'q7Jm'.repeat(10)}Kx4=` },
  queued: COUNT,
  eventType: { example: 'transaction.created' },
  'deliveryAttempt.status': { form: { type: 'integer', minimum: 100 }, example: 204 },
  'deliveryAttempt.error': { mostly: null, example: 'no answer within 15 s' },
  durationMs: { form: { type: 'integer', minimum: 0 }, example: 84 },
  types: { example: 'transaction.*' },
  'importColumn.field': { example: 'date' },
  field: { example: 'amount' },
  code: { example: 'AMOUNT_MISSING' },
  detail: { example: 'the amount is empty' },
  ...all({ example: '20/11/2026' }, 'samples', 'raw'),
  nextCursor: { example: 'qb2yV9n0Jk8tW3fUWyIyMDI2LTExLTIwIl0', mostly: null },
  ...all(AMOUNT, 'netWorthEffect.before', 'netWorthEffect.after', 'availableBefore', 'availableAfter'),
  ...all(COUNT, 'created', 'updated', 'trashed', 'restored', 'deleted'),
  // What a live, untouched thing in the base currency does not have.
  ...all(
    { ...TIMESTAMP, mostly: null },
    'deletedAt',
    'nextAttemptAt',
    'purgeAt',
    'archivedAt',
    'committedAt',
    'undoneAt',
    'lastMatchedAt',
  ),
  parentId: { ...CATEGORY_ID, mostly: null },
  contactId: { ...CONTACT_ID, mostly: null },
  importId: { ...IMPORT_ID, mostly: null },
  ...all({ ...DATE, mostly: null }, 'repeatUntil', 'endDate'),
  lowestBeforeNextIncome: { mostly: null },
  ...all({ ...AMOUNT, example: '249.00' }, 'amountMin', 'amountMax'),
  scheduleId: { ...ID, mostly: null },
  ...all({ ...AMOUNT, example: '50000.00' }, 'creditLimit', 'availableCredit'),
  ...all(AMOUNT, 'charges', 'payments', 'installmentsDeferred', 'paymentToAvoidInterest', 'minimumPayment'),
  ...all(AMOUNT, 'cardStatement.paid', 'cardStatement.remaining', 'installments.remaining'),
  cutOff: { ...DATE, example: '2026-11-07' },
  cutOffDay: { form: { type: 'integer', minimum: 1 }, example: 7 },
  paymentDays: { form: { type: 'integer', minimum: 1 }, example: 20 },
  months: { form: { type: 'integer', minimum: 2 }, example: 6 },
  'installmentPart.number': { form: { type: 'integer', minimum: 1 }, example: 1 },
  amountTolerance: { ...AMOUNT, example: '50.00' },
  days: { example: 3 },
  'schedule.name': { example: 'Renta' },
  'scheduleMatch.text': { example: 'renta' },
  'recurrence.interval': { example: 1 },
  fixedRate: { ...RATE, mostly: null },
  baseRate: { ...RATE, example: '1.00000000' },
  alertThreshold: { ...AMOUNT, mostly: null },
  signedAmount: { ...AMOUNT, example: '-1250.00' },
  ...all({ ...ID, mostly: [] as [] }, 'unconverted', 'unplaced'),
  ...all({ mostly: [] as [] }, 'splits', 'warnings', 'skippedLines'),
};

/** Names that are read by their ending where they stand in no list: `toAccountId` is an id, `baseAmount` an amount. */
const ENDINGS: readonly (readonly [RegExp, Word])[] = [
  [/Ids?$/, ID],
  [/(At|Since)$/, TIMESTAMP],
  [/(Date|On)$/, DATE],
  [/(Amount|Balance)$/, AMOUNT],
  [/Rate$/, RATE],
  [/Currency$/, CURRENCY],
];

/**
 * What a field's name means; undefined for a name that the service does not use yet. The class that it stands in tells
 * apart what has one name and looks different: the name of an account and that of a contact.
 */
export function meaningOf(field: string, inClass = ''): Word | undefined {
  const noun = inClass.replace(/^(Create|Edit)/, '').replace(/(Reference)?(Request|View)?$/, '');
  const own = `${noun.charAt(0).toLowerCase()}${noun.slice(1)}.${field}`;
  if (Object.hasOwn(WORDS, own)) return WORDS[own];
  return Object.hasOwn(WORDS, field) ? WORDS[field] : ENDINGS.find(([ending]) => ending.test(field))?.[1];
}

function withId(example: string): Word {
  return { form: { format: 'uuid' }, example };
}

function all(word: Word, ...fields: string[]): Record<string, Word> {
  return Object.fromEntries(fields.map((field) => [field, word]));
}
