import { EXAMPLE_ID } from '@app/kernel';
import type { Schema } from './openapi-types.js';

/**
 * What a field's name means, wherever the field stands. It gives the fields of answers their exact form and every field an
 * example, so that views stay plain classes. What a view says of its own field comes first.
 */
interface Word {
  readonly form?: Schema;
  readonly example?: unknown;
  /** What the field mostly holds where that is nothing: null where it may be, or an empty list. */
  readonly mostly?: null | readonly [];
  /** The description of a parameter that has none of its own. */
  readonly description?: string;
}

const ID: Word = idEnding('6d04');
// What refers to a thing in an example and the thing itself have the same id.
const ACCOUNT_ID = idEnding('0a01');
const TYPE_ID = idEnding('0b02');
const CATEGORY_ID = idEnding('0c03');
const CONTACT_ID = idEnding('0d04');
const IMPORT_ID = idEnding('0e05');
const TIMESTAMP: Word = { form: { format: 'date-time' }, example: '2026-11-20T10:32:27.123Z' };
const DATE: Word = { form: { format: 'date' }, example: '2026-11-20' };
const AMOUNT: Word = { form: { pattern: '^-?\\d+\\.\\d{2}$' }, example: '1250.00' };
const RATE: Word = { form: { pattern: '^-?\\d+\\.\\d{8}$' }, example: '18.41230000' };
const CURRENCY: Word = { form: { pattern: '^[A-Z]{3}$' }, example: 'MXN' };
const COUNT: Word = { form: { minimum: 0 }, example: 3 };

const WORDS: Readonly<Record<string, Word>> = {
  id: ID,
  duplicateOf: { ...ID, mostly: null },
  ...all(ACCOUNT_ID, 'account.id', 'accountId'),
  'accountType.id': TYPE_ID,
  ...all(CATEGORY_ID, 'category.id', 'categoryId'),
  ...all(CONTACT_ID, 'contact.id'),
  ...all(IMPORT_ID, 'import.id'),
  ...all(DATE, 'date', 'start', 'end', 'until', 'asOf', 'ratesAsOf'),
  from: { ...DATE, description: 'The first day.' },
  to: { ...DATE, description: 'The last day.' },
  ...all(AMOUNT, 'amount', 'balance', 'netWorth', 'converted', 'assets', 'liabilities'),
  ...all(AMOUNT, 'spent', 'rollover', 'available', 'delta', 'share', 'counted'),
  rate: RATE,
  'currencyShare.currency': { ...CURRENCY, example: 'USD' },
  'currencyShare.balance': { ...AMOUNT, example: '100.00' },
  ...all({ ...AMOUNT, example: '1841.23' }, 'currencyShare.converted', 'netWorth.netWorth'),
  base: { ...CURRENCY, description: 'The currency that the rate is in.' },
  quote: { ...CURRENCY, example: 'USD', description: 'The currency that one unit of is priced.' },
  currency: CURRENCY,
  ...all(COUNT, 'purged', 'total', 'ready', 'duplicates', 'excluded', 'matched', 'changed', 'skipped', 'count'),
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
  'rule.name': { example: 'Café de la mañana' },
  'explainedRule.name': { example: 'Café de la mañana' },
  value: { example: 'Antojo' },
  'workspace.name': { example: 'Casa Ramírez' },
  email: { form: { format: 'email' }, example: 'sofia@example.mx' },
  description: { example: 'Cena en Contramar' },
  notes: { example: 'Con la oficina' },
  externalId: { example: '20261120-0001', mostly: null },
  q: { example: 'contramar' },
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
  'auditEntry.requestId': {
    form: { pattern: '^[A-Za-z0-9._-]{1,128}$' },
    example: '01a2008a-e66f-73c8-99ed-99b37115a9b8',
  },
  ...all({ form: { pattern: '^\\S+$' }, example: EXAMPLE_ID }, 'auditEntry.resourceId', 'auditLog.resourceId'),
  'importColumn.field': { example: 'date' },
  field: { example: 'amount' },
  code: { example: 'AMOUNT_MISSING' },
  detail: { example: 'the amount is empty' },
  ...all({ example: '20/11/2026' }, 'samples', 'raw'),
  ...all({ example: 'qb2yV9n0Jk8tW3fUWyIyMDI2LTExLTIwIl0', mostly: null }, 'cursor', 'nextCursor'),
  // What a live, untouched thing in the base currency does not have.
  ...all(
    { ...TIMESTAMP, mostly: null },
    'deletedAt',
    'purgeAt',
    'archivedAt',
    'committedAt',
    'undoneAt',
    'lastMatchedAt',
  ),
  parentId: { ...CATEGORY_ID, mostly: null },
  contactId: { ...CONTACT_ID, mostly: null },
  importId: { ...IMPORT_ID, mostly: null },
  ...all({ ...DATE, mostly: null }, 'repeatUntil', 'crossesThresholdOn'),
  fixedRate: { ...RATE, mostly: null },
  baseRate: { ...RATE, example: '1.00000000' },
  alertThreshold: { ...AMOUNT, mostly: null },
  signedAmount: { ...AMOUNT, example: '-1250.00' },
  transfer: { mostly: null },
  ...all({ ...ID, mostly: [] as [] }, 'unconverted', 'unplaced'),
  ...all({ mostly: [] as [] }, 'splits', 'warnings', 'skippedLines'),
};

/** Names that are read by their ending where they stand in no list: `toAccountId` is an id, `baseAmount` an amount. */
const ENDINGS: readonly (readonly [RegExp, Word])[] = [
  [/Ids?$/, ID],
  [/(At|Since)$/, TIMESTAMP],
  [/Date$/, DATE],
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

function idEnding(digits: string): Word {
  return { form: { format: 'uuid' }, example: EXAMPLE_ID.slice(0, -digits.length) + digits };
}

function all(word: Word, ...fields: string[]): Record<string, Word> {
  return Object.fromEntries(fields.map((field) => [field, word]));
}
