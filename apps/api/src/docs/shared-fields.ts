import { EXAMPLE_ID, EXAMPLE_IDS } from '@app/kernel/pure';
import type { Schema } from './openapi-types.js';

/**
 * Descriptions and examples of fields that several classes share. A field's own docstring and `@example` take
 * precedence.
 */
const FIELDS: Readonly<Record<string, readonly [description: string, example?: string | number]>> = {
  id: ['Unique ID.'],
  name: ['Name of the resource.', 'BBVA Nómina'],
  type: ['Type of transaction.'],
  status: ['Current status.'],
  amount: ['Amount of the transaction.'],
  currency: ['Currency of the amount.'],
  date: ['Date of the transaction.'],
  description: ['Description, in one line.', 'Cena en Contramar'],
  notes: ['Notes, in one or more lines; null for no notes.', 'Con la oficina'],
  tags: ['Tags of the transaction.', 'oficina'],
  externalId: [
    'ID in another system, unique among the live transactions of the account; null if not set.',
    '20261120-0001',
  ],
  accountId: ['ID of the account.', EXAMPLE_IDS.account],
  toAccountId: ['ID of the account that receives a transfer; null for other types.', EXAMPLE_IDS.toAccount],
  category: ['Category of the transaction or split; null if it has none.'],
  categoryId: ['ID of the category; null for no category.', EXAMPLE_IDS.category],
  parentId: ['ID of the parent category; null at the top level.', EXAMPLE_IDS.category],
  contactId: ['ID of the contact; null for no contact.', EXAMPLE_IDS.contact],
  importId: ['ID of the import that created the transaction; null if it was not imported.', EXAMPLE_IDS.import],
  transactionId: ['ID of the transaction.'],
  fileId: ['ID of the file.', EXAMPLE_IDS.file],
  memberId: ['ID of the member.'],
  invoiceId: ['ID of the invoice.', EXAMPLE_IDS.invoice],
  goalId: ['ID of the goal that pays for the expense; null for no goal.'],
  from: ['First day to include.'],
  to: ['Last day to include.'],
  start: ['First day of the period.'],
  end: ['Last day of the period.'],
  cutOff: ['Last day of the period. The next period starts on the following day.', '2026-11-07'],
  period: ['First and last day of the cycle.'],
  index: ['Index of the row, counted from 0.', 0],
  code: ['Machine-readable code.', 'AMOUNT_MISSING'],
  detail: ['Human-readable explanation.', 'the amount is empty'],
  rfc: ['Mexican tax ID (RFC).', 'XIQB891116QE4'],
  items: ['Items on this page.'],
  nextCursor: ['Cursor of the next page; null on the last page.', 'qb2yV9n0Jk8tW3fUWyIyMDI2LTExLTIwIl0'],
  createdAt: ['Time of creation.'],
  updatedAt: ['Time of the last change.'],
  archivedAt: ['Time of archiving; null if not archived.'],
  deletedAt: ['Time at which the transaction was moved to the trash; null if it is not in the trash.'],
};

/** Formats and examples of response values. The patterns match whole field names or their ends. */
const VALUES: readonly { readonly names: RegExp; readonly form: Schema; readonly example?: unknown }[] = [
  {
    names: named('id duplicateOf unconverted unplaced paidBy', '(?<!external)Ids?'),
    form: { format: 'uuid' },
    example: EXAMPLE_ID,
  },
  { names: named('at since', 'At|Since'), form: { format: 'date-time' }, example: '2026-11-20T10:32:27.123Z' },
  {
    names: named('date from to start end until cutOff', 'Date|On|Until|[aA]sOf'),
    form: { format: 'date' },
    example: '2026-11-20',
  },
  { names: named('currency base quote', 'Currency'), form: { pattern: '^[A-Z]{3}$' }, example: 'MXN' },
  { names: named('rate', 'Rate'), form: { pattern: decimalPattern(8) }, example: '18.41230000' },
  {
    names: named(
      'amount balance netWorth assets liabilities spent rollover available delta share counted own income expense net ' +
        'expected found difference charges payments paid remaining before after converted previousTotal ' +
        'saved target shortfall perPeriod received position settled setAside free actual rest',
      'Amount|Balance|Payment|Credit|Limit|Threshold|Tolerance|Min|Max|Deferred|Interest|Before|After',
    ),
    form: { pattern: decimalPattern(2) },
    example: '1250.00',
  },
  {
    names: named(
      'undoneTotal count index created updated trashed restored deleted purged matched changed skipped queued ready ' +
        'errors duplicates excluded preambleRows transactionsCreated transactionsRemoved durationMs',
    ),
    form: { minimum: 0 },
    example: 3,
  },
  { names: named('total'), form: { minimum: 0, pattern: decimalPattern(2) }, example: 3 },
  { names: named('splitIndex'), form: { minimum: 0 } },
  { names: named('line headerRow cutOffDay paymentDays number'), form: { minimum: 1 } },
  { names: named('months'), form: { minimum: 2 } },
  { names: named('status'), form: { minimum: 100 } },
  { names: named('email'), form: { format: 'email' } },
  { names: named('cardLastFour'), form: { pattern: '^\\d{4}$' } },
  { names: named('clabe'), form: { pattern: '^\\d{18}$' } },
  { names: named('trackingKey'), form: { pattern: '^[A-Z0-9-]{6,30}$' } },
  { names: named('secret'), form: { pattern: '^whsec_[A-Za-z0-9+/]{43}=$' } },
  { names: named('secretHint'), form: { pattern: '^[A-Za-z0-9+/]{3}=$' } },
];

/** Fields that are null, or empty lists, in examples. */
const EMPTY = named(
  'duplicateOf splitIndex apy externalId balanceBefore balanceAfter rfc foreignAmount foreignCurrency foreignRate ' +
    'cardLastFour firstBreak transferCandidate disabledReason error previousTotal nextCursor deletedAt nextAttemptAt ' +
    'purgeAt archivedAt committedAt undoneAt lastMatchedAt parentId contactId importId repeatUntil endDate scheduleId goalId paidBy shares ' +
    'lowestBeforeNextIncome fixedRate alertThreshold errors undone unconverted unplaced splits warnings skippedLines',
);

export function decimalPattern(decimals: number): string {
  return `^-?\\d+\\.\\d{${decimals}}$`;
}

export function sharedField(field: string): { description?: string; example?: unknown; form?: Schema } {
  const { form, example: usual } = VALUES.find(({ names }) => names.test(field)) ?? {};
  const [description, example = usual] = Object.hasOwn(FIELDS, field) ? FIELDS[field]! : [];
  return { ...(description !== undefined && { description }), example, ...(form && { form }) };
}

export function isEmptyInExamples(field: string): boolean {
  return EMPTY.test(field);
}

function named(names: string, endings = '(?!)'): RegExp {
  // eslint-disable-next-line no-restricted-syntax -- built from constants only
  return new RegExp(`^(${names.replaceAll(' ', '|')})$|(${endings})$`);
}
