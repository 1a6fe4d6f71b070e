import type { PageRequest, Position, Statement } from '@app/kernel';
import { isDay, isId, JsonText, pageOf, pageStart, pageText, parseAmount, Values } from '@app/kernel';
import type { ListTransactionsRequest } from './transaction.request.js';
import type { TransactionRow } from './transaction-text.js';
import { fieldOf, transactionText } from './transaction-text.js';
import { notExpired } from '../trash-retention.query.js';
import { joinCategory, packedRow } from './transaction.query.js';

/**
 * The page that rows make: one row more than asked for says that another page follows.
 * @param sortedBy what the rows are sorted by before their ids
 */
export function transactionPage(
  list: string,
  request: PageRequest,
  sortedBy: 'day' | 'updatedAt' | 'deletedAt',
  rows: readonly TransactionRow[],
): JsonText {
  const { items, nextCursor } = pageOf(list, request, rows, (last) => [fieldOf(last, sortedBy), fieldOf(last, 'id')]);
  return new JsonText(pageText(items.map(transactionText), nextCursor));
}

/** A day, or an instant in the form in which PostgreSQL writes it. */
const SORT_VALUE = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d(\.\d{1,6})?\+00)?$/;

/**
 * Where the page before ended: the sort value of its last row, and its id.
 * @throws CursorInvalid
 */
export function readPosition(list: string, request: PageRequest): Position | undefined {
  return pageStart(list, request, isSortValue, isId);
}

function isSortValue(text: string): boolean {
  return SORT_VALUE.test(text) && isDay(text.slice(0, 10));
}

export const TRANSACTION_LIST = 'transactions';

const EVERYDAY_LIMITS = [10, 20, 25, 50, 100, 200];

/**
 * A page of transactions: newest first, or with `updatedSince` by their last change, oldest first and with trashed ones.
 *
 * Both sides of an account are read as two ranges of their own index and merged, so that a page costs the same however
 * long the account's history is. Changes are listed up to the instant since which nothing earlier can still appear.
 */
export function listTransactions(
  workspaceId: string,
  request: ListTransactionsRequest,
  now: Date,
  safeReadHorizon: string | null,
): Statement {
  const values = new Values();
  const workspace = values.bind(workspaceId);
  const changes = request.updatedSince !== undefined;
  const [key, type, direction] = changes ? ['t.updated_at', 'timestamptz', ''] : ['t.date', 'date', 'desc'];
  const conditions = [
    `t.workspace_id = ${workspace}`,
    changes ? notExpired('t', values.bind(now)) : 't.deleted_at is null',
    ...(safeReadHorizon === null ? [] : [`t.updated_at < ${values.bind(safeReadHorizon)}::timestamptz`]),
    ...filterConditions(request, values, workspace),
  ];
  const position = readPosition(TRANSACTION_LIST, request);
  if (position) {
    const [at, id] = position;
    const after = changes ? '>' : '<';
    conditions.push(`(${key}, t.id) ${after} (${values.bind(at)}::${type}, ${values.bind(id)}::uuid)`);
  }
  // A literal: not knowing how few rows are wanted, PostgreSQL would plan a prepared statement on every execution.
  const order = `order by ${key} ${direction}, t.id ${direction} limit ${request.limit + 1}`;
  const range = (side: string) =>
    `(select t.* from ledger_transactions t where ${[...conditions, side].filter(Boolean).join(' and ')} ${order})`;
  const account = request.accountId === undefined ? null : values.bind(request.accountId);
  const source =
    account === null
      ? range('')
      : `(${range(`t.account_id = ${account}`)} union all ${range(`t.to_account_id = ${account}`)})`;
  const shape = Object.entries(request)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  return {
    // Only the everyday shapes stay prepared; there are thousands of others.
    ...(shape.every((name) => ['limit', 'cursor', 'accountId'].includes(name)) &&
      EVERYDAY_LIMITS.includes(request.limit) && { name: `ledger.list.${shape.sort().join('.')}.${request.limit}` }),
    text: `select ${packedRow('t')} from ${source} t ${joinCategory('t')} ${order}`,
    values: values.list,
  };
}

function filterConditions(request: ListTransactionsRequest, values: Values, workspace: string): string[] {
  const conditions: string[] = [];
  const where = <T>(value: T | undefined, condition: (placeholder: string) => string, bound: unknown = value) => {
    if (value !== undefined) conditions.push(condition(values.bind(bound)));
  };
  where(request.categoryId, (id) => inSubtree(workspace, id));
  where(request.contactId, (id) => `(t.contact_id = ${id} or ${someSplit(`s.contact_id = ${id}`)})`);
  where(request.importId, (id) => `t.import_id = ${id}`);
  where(request.type, (type) => `t.type = ${type}`);
  where(request.from, (day) => `t.date >= ${day}::date`);
  where(request.to, (day) => `t.date <= ${day}::date`);
  where(
    request.minAmount,
    (least) => `abs(t.amount) >= ${least}::bigint`,
    request.minAmount && parseAmount(request.minAmount),
  );
  where(
    request.maxAmount,
    (most) => `abs(t.amount) <= ${most}::bigint`,
    request.maxAmount && parseAmount(request.maxAmount),
  );
  where(request.currency, (code) => `t.currency = ${code}`);
  where(request.q, (words) => `position(fold_text(${words}) in t.search_text) > 0`);
  where(request.updatedSince, (instant) => `t.updated_at >= ${instant}::timestamptz`);
  if (request.uncategorized !== undefined) {
    conditions.push(`${request.uncategorized ? '' : 'not '}${UNCATEGORIZED}`);
  }
  return conditions;
}

/** Whether a transaction, or a part of it, is spending or earning without a category. */
const UNCATEGORIZED = `(
  t.type in ('expense', 'income') and t.category_id is null
  and (t.split_count = 0 or ${someSplit(`s.type = t.type and s.category_id is null`)}))`;

function inSubtree(workspace: string, id: string): string {
  const subtree = `array(
    with recursive subtree as (
      select c.id from ledger_categories c where c.workspace_id = ${workspace} and c.id = ${id}
      union all
      select c.id from ledger_categories c join subtree on c.parent_id = subtree.id where c.workspace_id = ${workspace})
    select id from subtree)`;
  return `(t.category_id = any(${subtree}) or ${someSplit(`s.category_id = any(${subtree})`)})`;
}

function someSplit(condition: string): string {
  return `(t.split_count > 0 and exists (
    select from ledger_splits s where s.workspace_id = t.workspace_id and s.transaction_id = t.id and ${condition}))`;
}
