/** The tags of the document. The first segment of a path says which one an operation has. */
interface Tag {
  readonly name: string;
  readonly description: string;
  readonly paths: readonly string[];
}

const TAGS: readonly Tag[] = [
  {
    name: 'Workspace',
    description:
      'The one workspace that a token opens, with the currency that its totals are in, and who changed what in it.',
    paths: ['workspace', 'audit-log'],
  },
  {
    name: 'Accounts',
    description: 'What money is held in or owed on, each in one currency: cash, bank accounts, cards, loans, property.',
    paths: ['accounts', 'account-types'],
  },
  {
    name: 'Categories',
    description: 'The trees of expenses and incomes that transactions are filed under.',
    paths: ['categories'],
  },
  {
    name: 'Transactions',
    description:
      'What moves the accounts: expenses, incomes, transfers, adjustments and debts, with a trash of 30 days.',
    paths: ['transactions'],
  },
  {
    name: 'Tags',
    description: "The owner's own words on transactions, across their categories.",
    paths: ['tags'],
  },
  {
    name: 'Contacts',
    description: 'People to whom the owner lends and from whom the owner borrows, with the balances.',
    paths: ['contacts'],
  },
  {
    name: 'Budgets',
    description: 'Amounts planned per category and cycle, what was spent of them, and the forecast.',
    paths: ['budgets', 'forecast'],
  },
  {
    name: 'Schedules',
    description:
      'Recurring transactions that are expected, such as pay, rent and subscriptions, with the state of each occurrence.',
    paths: ['schedules'],
  },
  {
    name: 'Cards',
    description:
      'Statements of credit cards, worked out from the transactions, and purchases in months without interest.',
    paths: ['installments'],
  },
  {
    name: 'Rules',
    description: 'What files and rewrites new transactions by itself.',
    paths: ['rules'],
  },
  {
    name: 'Imports',
    description: 'Bank statements, read into a draft that is checked, corrected, committed and undone.',
    paths: ['imports'],
  },
  {
    name: 'Exchange rates',
    description: 'What one currency is worth in another on a day.',
    paths: ['exchange-rates'],
  },
  {
    name: 'Net worth',
    description: 'Everything that is owned less everything that is owed, in the base currency.',
    paths: ['net-worth'],
  },
  {
    name: 'Events',
    description: 'What happens in the workspace, for programs to follow.',
    paths: ['events'],
  },
  {
    name: 'Reports',
    description: 'Where the money went and what came in, each figure with the path to the transactions behind it.',
    paths: ['reports'],
  },
  {
    name: 'Webhooks',
    description: 'Events sent to a URL, signed as Standard Webhooks 1.0 describes it.',
    paths: ['webhooks'],
  },
  {
    name: 'Export',
    description: 'Everything that the workspace holds, as a file to keep or to take elsewhere.',
    paths: ['export'],
  },
];

/**
 * The tag of an operation.
 * @throws Error for a path that has no tag yet.
 */
export function tagOf(path: string): string {
  const step = path.split('/')[2] ?? '';
  const tag = TAGS.find(({ paths }) => paths.includes(step));
  if (tag === undefined) throw new Error(`${path} has no tag; add its first segment to one in tags.ts`);
  return tag.name;
}

/** The tags that have operations, in their order. */
export function tagsInUse(paths: readonly string[]): { name: string; description: string }[] {
  const used = new Set(paths.map(tagOf));
  return TAGS.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description }));
}
