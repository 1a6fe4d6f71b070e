/** Tag in the OpenAPI document. The first path segment after /v1 determines an operation's tag. */
interface Tag {
  readonly name: string;
  readonly description: string;
  readonly paths: readonly string[];
}

const TAGS: readonly Tag[] = [
  {
    name: 'Workspace',
    description: 'The workspace of the token, its base currency and its audit log.',
    paths: ['workspace', 'audit-log'],
  },
  {
    name: 'Accounts',
    description: 'Cash, bank accounts, cards, loans and property, each in a single currency.',
    paths: ['accounts', 'account-types'],
  },
  {
    name: 'Categories',
    description: 'Trees of expense and income categories.',
    paths: ['categories'],
  },
  {
    name: 'Transactions',
    description:
      'Expenses, income, transfers, adjustments and debts. Trashed transactions can be restored for 30 days.',
    paths: ['transactions'],
  },
  {
    name: 'Tags',
    description: 'Labels for transactions, independent of categories.',
    paths: ['tags'],
  },
  {
    name: 'Contacts',
    description: 'People to whom you lend or from whom you borrow money, with their balances.',
    paths: ['contacts'],
  },
  {
    name: 'Household',
    description: 'Balances of the members from shared expenses, and payments between the members.',
    paths: ['household'],
  },
  {
    name: 'Budgets',
    description: 'Planned and spent amounts per category and cycle, and the forecast of account balances.',
    paths: ['budgets', 'forecast'],
  },
  {
    name: 'Schedules',
    description:
      'Expected recurring transactions, such as pay, rent and subscriptions, with the status of each occurrence.',
    paths: ['schedules'],
  },
  {
    name: 'Goals',
    description: 'Money set aside in accounts (apartados), and rotating savings clubs (tandas).',
    paths: ['goals', 'tandas'],
  },
  {
    name: 'Members',
    description: 'People who share the workspace, their roles, and invitations.',
    paths: ['members', 'invitations'],
  },
  {
    name: 'Books',
    description: 'Asserted balances of accounts (conciliación) and closed months.',
    paths: ['books', 'assertions'],
  },
  {
    name: 'Files',
    description: 'Receipts, statements and other files, linked to transactions.',
    paths: ['files'],
  },
  {
    name: 'Invoices',
    description:
      'Electronic invoices (CFDI 4.0) and payroll receipts, linked to transactions, and their personal deductions.',
    paths: ['invoices', 'taxpayers'],
  },
  {
    name: 'Cards',
    description:
      'Credit card statements, computed from the transactions, and interest-free installment purchases (meses sin intereses).',
    paths: ['installments'],
  },
  {
    name: 'Rules',
    description: 'Rules that categorize and edit new transactions automatically.',
    paths: ['rules'],
  },
  {
    name: 'Imports',
    description: 'Imports of bank statements: read a file into a draft, correct it, commit it, undo it.',
    paths: ['imports'],
  },
  {
    name: 'Exchange rates',
    description: 'Daily exchange rates from feeds, and custom rates.',
    paths: ['exchange-rates'],
  },
  {
    name: 'Net worth',
    description: 'Assets minus liabilities, in the base currency.',
    paths: ['net-worth'],
  },
  {
    name: 'Events',
    description: 'Feed of changes in the workspace.',
    paths: ['events'],
  },
  {
    name: 'Reports',
    description: 'Spending and cash flow. Each figure links to its transactions.',
    paths: ['reports'],
  },
  {
    name: 'Webhooks',
    description: 'Events sent to a URL, signed as in Standard Webhooks 1.0.',
    paths: ['webhooks'],
  },
  {
    name: 'Export',
    description: 'All data of the workspace as a file, for backups and moves.',
    paths: ['export'],
  },
];

/** @throws Error if the path has no tag */
export function tagOf(path: string): string {
  const step = path.split('/')[2] ?? '';
  const tag = TAGS.find(({ paths }) => paths.includes(step));
  if (tag === undefined) throw new Error(`${path} has no tag; add its first segment to one in tags.ts`);
  return tag.name;
}

export function tagsInUse(paths: readonly string[]): { name: string; description: string }[] {
  const used = new Set(paths.map(tagOf));
  return TAGS.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description }));
}
