import {
  AmountOutOfRange,
  EXAMPLE_ID,
  notFound,
  problem,
  ReferenceNotFound,
  whenConstraintFails,
} from '@app/kernel/pure';

export const AccountNotFound = notFound('ACCOUNT_NOT_FOUND', 'account');

export const TransactionNotFound = problem(
  'TRANSACTION_NOT_FOUND',
  404,
  'The workspace has no transaction with this ID, live or in the trash.',
  (id: string) => `There is no transaction ${id}.`,
);

export const CategoryNotFound = notFound('CATEGORY_NOT_FOUND', 'category');

export const AccountNotArchived = problem(
  'ACCOUNT_NOT_ARCHIVED',
  409,
  'Only an archived account can be restored.',
  () => 'The account is not archived.',
);

export const AccountNotActive = problem(
  'ACCOUNT_NOT_ACTIVE',
  409,
  'The account is archived or closed, so its balance cannot change. Restore or reopen it first.',
  (name?: string) =>
    name === undefined
      ? 'The account is not active.'
      : {
          detail: `The account ${name} is not active.`,
          withoutScope: { scope: 'accounts:read', detail: 'An account of the transactions is not active.' },
        },
  ['Ahorro'],
);

export const AccountNotClosed = problem(
  'ACCOUNT_NOT_CLOSED',
  409,
  'Only a closed account can be reopened.',
  () => 'The account is not closed.',
);

export const AccountBalanceNotZero = problem(
  'ACCOUNT_BALANCE_NOT_ZERO',
  409,
  'Only an account with a balance of zero can be closed.',
  (balance: string) => `The account still has a balance of ${balance}.`,
  ['150.00'],
);

export const AccountInUse = problem(
  'ACCOUNT_IN_USE',
  409,
  'An account with transactions, including trashed ones, or with goals cannot be deleted, and its currency and kind cannot change. The currency of an account with a tanda cannot change either. An account that a tanda or schedule uses, or that a card is paid from, cannot be deleted. Archive the account instead.',
  () => 'The account has transactions, or a goal, tanda, schedule or card uses it.',
);

export const CategoryInUse = problem(
  'CATEGORY_IN_USE',
  409,
  'The category has subcategories, or transactions, budgets, rules or schedules use it. Pass `moveTo` to move them to another category.',
  () => 'The category is in use.',
);

export const CategoryCycle = problem(
  'CATEGORY_CYCLE',
  409,
  'A category cannot be moved under itself or one of its subcategories.',
  () => 'The category would be its own ancestor.',
);

export const NameTaken = problem(
  'NAME_TAKEN',
  409,
  'A category with the same parent already has this name. Names ignore case and accents. Choose another name.',
  () => 'A category with the same parent already has this name.',
);

export const TagNotFound = problem(
  'TAG_NOT_FOUND',
  404,
  'No transaction of the workspace, live or in the trash, has the tag.',
  (name: string) => `There is no tag ${name}.`,
  ['vacaciones'],
);

export const AccountLimitReached = problem(
  'ACCOUNT_LIMIT_REACHED',
  409,
  'A workspace can have at most 1,000 accounts, because net worth and forecasts compute every account day by day. Delete an unused account first.',
  (most: number) => `The workspace already has ${most} accounts. Delete an unused account first.`,
  [1_000],
);

export const CategoryLimitReached = problem(
  'CATEGORY_LIMIT_REACHED',
  409,
  'A workspace can have at most 5,000 categories. Delete unused categories, or remove the categories from the statement file.',
  (most: number) => `The workspace can have at most ${most} categories.`,
  [5_000],
);

export const TagLimitReached = problem(
  'TAG_LIMIT_REACHED',
  409,
  'A workspace can have at most 5,000 tags. Delete or merge a tag first.',
  (most: number) => `The workspace already has ${most} tags.`,
  [5_000],
);

export const TransactionInTrash = problem(
  'TRANSACTION_IN_TRASH',
  409,
  'A transaction in the trash cannot be edited. Restore it first.',
  () => 'The transaction is in the trash.',
);

export const TransactionNotInTrash = problem(
  'TRANSACTION_NOT_IN_TRASH',
  409,
  'Only a transaction in the trash can be restored or permanently deleted.',
  () => 'The transaction is not in the trash.',
);

export const ExternalIdTaken = problem(
  'EXTERNAL_ID_TAKEN',
  409,
  'Another live transaction of the account already has this `externalId`.',
  () => 'A live transaction of the account already has this `externalId`.',
);

export const SplitNotBalanced = problem(
  'SPLIT_NOT_BALANCED',
  422,
  'The split amounts must add up to the amount of the transaction.',
  (sum: string, amount: string) => `The splits add up to ${sum}, not to ${amount}.`,
  ['850.00', '900.00'],
);

export const SharesNotBalanced = problem(
  'SHARES_NOT_BALANCED',
  422,
  'The share amounts must add up to the amount of the transaction. If the amount changes, send new shares, or use weights.',
  (sum: string, amount: string) => `The shares add up to ${sum}, not to ${amount}.`,
  ['850.00', '900.00'],
);

export const TransferRateRequired = problem(
  'TRANSFER_RATE_REQUIRED',
  422,
  'The accounts have different currencies and there is no exchange rate for the date. Set a rate, or create the transfer with `toAmount`.',
  (from: string, to: string) =>
    `No rate converts ${from} into ${to} on the date. Set a rate for ${from}/${to}, or create the transfer with \`toAmount\`.`,
  ['USD', 'MXN'],
);

export const AssertionNotFound = notFound('ASSERTION_NOT_FOUND', 'assertion');

export const AssertionExists = problem(
  'ASSERTION_EXISTS',
  409,
  'The account already has an assertion for this day. Edit that one instead.',
  () => 'The account already has an assertion for this day.',
  [],
);

export const BooksClosed = problem(
  'BOOKS_CLOSED',
  409,
  'The change would affect figures of closed days. `closedThrough` is the last closed day. `transactionIds` lists up to 20 of the affected transactions. Reopen the books, or repeat the call of the REST API with `intoClosed=true` and the scope `books:write`.',
  ({ closedThrough, transactionIds }: { closedThrough: string; transactionIds: readonly string[] }) => ({
    detail: `The books are closed through ${closedThrough}.`,
    members: { closedThrough, transactionIds },
  }),
  [{ closedThrough: '2026-10-31', transactionIds: [EXAMPLE_ID] }],
);

// The goals context throws the next three problems within writes of the ledger.
export const GoalArchived = problem(
  'GOAL_ARCHIVED',
  409,
  'An archived goal accepts no moves or expenses. Restore it with `archived: false` first.',
  () => 'The goal is archived. Restore it first.',
  [],
);

export const GoalEmpty = problem(
  'GOAL_EMPTY',
  409,
  'The saved amount of the goal does not cover the negative move, the expense or the undoing of the move.',
  () => 'The goal has too little saved.',
  [],
);

export const RoundRecorded = problem(
  'ROUND_RECORDED',
  409,
  'The round is already recorded, or the transaction belongs to a recorded round. The amount, type and account of such a transaction cannot change. To undo the round, move the transaction to the trash.',
  () => 'The round is already recorded, or the transaction belongs to a recorded round.',
  [],
);

whenConstraintFails('ledger_books_closed', (detail) =>
  BooksClosed(JSON.parse(detail) as Parameters<typeof BooksClosed>[0]),
);
whenConstraintFails('ledger_assertions_day', AssertionExists);
whenConstraintFails('ledger_accounts_position_range', AmountOutOfRange);
whenConstraintFails('ledger_categories_name', NameTaken);
whenConstraintFails('ledger_transactions_external_id', ExternalIdTaken);
whenConstraintFails('ledger_transactions_category', () => ReferenceNotFound(['#/categoryId']));
whenConstraintFails('ledger_splits_category', () => ReferenceNotFound(['#/splits']));
whenConstraintFails('ledger_transactions_account', () => ReferenceNotFound(['#/accountId']));
whenConstraintFails('ledger_transactions_receiver', () => ReferenceNotFound(['#/toAccountId']));
