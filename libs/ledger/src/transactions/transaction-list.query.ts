import type { PageRequest, Position, Statement } from '@app/kernel';
import {
  foldText,
  isDay,
  isId,
  JsonText,
  notExpired,
  pageOf,
  pageStart,
  pageText,
  parseAmount,
  Values,
} from '@app/kernel';
import type { ListTransactionsRequest } from './transaction.request.js';
import type { TransactionRow } from './transaction-text.js';
import { fieldOf, transactionText } from './transaction-text.js';
import { countsAs, joinCategory, packedRow } from './transaction.query.js';

/**
 * Creates a page from rows. A row beyond the limit shows that another page follows.
 * @param sortedBy field by which the rows are sorted, before the ID
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

/** A day, or a timestamp as PostgreSQL formats it. */
const SORT_VALUE = /^\d{4}-\d\d-\d\d( \d\d:\d\d:\d\d(\.\d{1,6})?\+00)?$/;

/**
 * Returns the sort value and ID of the last row on the previous page.
 * @throws CursorInvalid
 */
export function readPosition(list: string, request: PageRequest): Position | undefined {
  return pageStart(list, request, isSortValue, isId);
}

function isSortValue(text: string): boolean {
  return SORT_VALUE.test(text) && isDay(text.slice(0, 10));
}

export function liveList(workspaceId: string): string {
  return `${workspaceId}/transactions`;
}

const EVERYDAY_LIMITS = [10, 20, 25, 50, 100, 200];

/**
 * Returns the statement that lists transactions, newest first. With `updatedSince`, it lists them by their last change,
 * oldest change first, and includes trashed ones.
 *
 * Sent and received transactions of an account are two index ranges that the query merges, so the cost of a page does
 * not grow with the history of the account. Transactions with a tag are read in the order of the tag's entries. Lists
 * of changes end at the safe read horizon.
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
  const isTagged = request.tag !== undefined;
  const [sort, type, direction] = changes
    ? ['t.updated_at, t.id', 'timestamptz', '']
    : ['t.date, t.id', 'date', 'desc'];
  const first = isTagged && !changes ? 'e.date, e.transaction_id' : sort;
  const conditions = [
    `t.workspace_id = ${workspace}`,
    changes ? notExpired('t', values.bind(now)) : 't.deleted_at is null',
    ...(safeReadHorizon === null ? [] : [`t.updated_at < ${values.bind(safeReadHorizon)}::timestamptz`]),
    ...filterConditions(request, values, workspace),
  ];
  const position = readPosition(liveList(workspaceId), request);
  if (position) {
    const [at, id] = position;
    const after = changes ? '>' : '<';
    conditions.push(`(${first}) ${after} (${values.bind(at)}::${type}, ${values.bind(id)}::uuid)`);
  }
  // The limit is a literal, because PostgreSQL would not know that a parameter is small, and would plan the prepared
  // statement again on every execution.
  const ordered = (by: string) =>
    `order by ${by.replace(',', ` ${direction},`)} ${direction} limit ${request.limit + 1}`;
  const from = isTagged ? withTag(values.bind(request.tag), workspace, changes) : 'ledger_transactions t';
  const range = (side: string) =>
    `(select t.* from ${from} where ${[...conditions, side].filter(Boolean).join(' and ')} ${ordered(first)})`;
  const account = request.accountId === undefined ? null : values.bind(request.accountId);
  const source =
    account === null
      ? range('')
      : `(${range(`t.account_id = ${account}`)} union all ${range(`t.to_account_id = ${account}`)})`;
  const shape = Object.entries(request)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name);
  return {
    // Prepares a statement only for common combinations of filters, because there are thousands of combinations.
    ...(shape.every((name) => ['limit', 'cursor', 'accountId'].includes(name)) &&
      EVERYDAY_LIMITS.includes(request.limit) && { name: `ledger.list.${shape.sort().join('.')}.${request.limit}` }),
    text: `select ${packedRow('t')} from ${source} t ${joinCategory('t')} ${ordered(sort)}`,
    values: values.list,
  };
}

function filterConditions(request: ListTransactionsRequest, values: Values, workspace: string): string[] {
  const conditions: string[] = [];
  const where = (value: unknown, condition: (placeholder: string) => string) => {
    if (value !== undefined) conditions.push(condition(values.bind(value)));
  };
  if (request.countsAs !== undefined) {
    conditions.push(hasCountedPart(request, values, workspace));
  } else {
    where(
      request.categoryId,
      (id) => `(${inSubtree('t', workspace, id)} or ${someSplit(inSubtree('s', workspace, id))})`,
    );
    where(request.contactId, (id) => `(t.contact_id = ${id} or ${someSplit(`s.contact_id = ${id}`)})`);
    conditions.push(...amountConditions(request, values, 't'));
    if (request.uncategorized !== undefined) {
      conditions.push(`${request.uncategorized ? '' : 'not '}${UNCATEGORIZED}`);
    }
  }
  where(request.importId, (id) => `t.import_id = ${id}`);
  where(request.type, (type) => `t.type = ${type}`);
  where(request.from, (day) => `t.date >= ${day}::date`);
  where(request.to, (day) => `t.date <= ${day}::date`);
  where(request.currency, (code) => `t.currency = ${code}`);
  where(request.q, (words) => `position(fold_text(${words}) in t.search_text) > 0`);
  where(
    request.merchant === undefined ? undefined : foldText(request.merchant),
    (merchant) => `ledger_merchant(split_part(t.search_text, E'\\n', 1)) = ${merchant}`,
  );
  where(request.updatedSince, (instant) => `t.updated_at >= ${instant}::timestamptz`);
  if (request.hasFile !== undefined) conditions.push(`t.file_count ${request.hasFile ? '>' : '='} 0`);
  where(request.untagged, (untagged) => `(t.tag_ids is null) = ${untagged}::boolean`);
  return conditions;
}

function amountConditions({ minAmount, maxAmount }: ListTransactionsRequest, values: Values, row: string): string[] {
  return [
    ...(minAmount === undefined ? [] : [`abs(${row}.amount) >= ${values.bind(parseAmount(minAmount))}::bigint`]),
    ...(maxAmount === undefined ? [] : [`abs(${row}.amount) <= ${values.bind(parseAmount(maxAmount))}::bigint`]),
  ];
}

/**
 * SQL condition: the transaction or one of its splits counts as requested and matches all filters that apply to splits.
 * Follows the same rule as `ledger_counted_parts`.
 */
function hasCountedPart(request: ListTransactionsRequest, values: Values, workspace: string): string {
  const type = values.bind(request.countsAs);
  const category = request.categoryId === undefined ? null : values.bind(request.categoryId);
  const contact = request.contactId === undefined ? null : values.bind(request.contactId);
  const isCounted = (row: string) =>
    [
      `${row}.type in ('expense', 'income')`,
      `${countsAs(`${row}.type`, workspace, `${row}.category_id`)} = ${type}`,
      ...(category === null ? [] : [inSubtree(row, workspace, category)]),
      ...(contact === null ? [] : [`${row}.contact_id = ${contact}`]),
      ...amountConditions(request, values, row),
      ...(request.uncategorized === undefined
        ? []
        : [`${row}.category_id is ${request.uncategorized ? '' : 'not '}null`]),
    ].join(' and ');
  return `(t.base_amount is not null and (t.split_count = 0 and ${isCounted('t')} or ${someSplit(isCounted('s'))}))`;
}

/** SQL condition: the transaction or one of its splits is an expense or income without a category. */
const UNCATEGORIZED = `(
  t.type in ('expense', 'income') and t.category_id is null
  and (t.split_count = 0 or ${someSplit(`s.type = t.type and s.category_id is null`)}))`;

/**
 * Returns SQL that selects transactions with a tag, including trashed ones in lists of changes. The join does not
 * compare the dates although they are equal: PostgreSQL would underestimate the number of rows and sort all of them.
 */
function withTag(name: string, workspace: string, changes: boolean): string {
  const tagId = `(select g.id from ledger_tags g where g.workspace_id = ${workspace} and g.folded_name = fold_text(${name}))`;
  return `ledger_tag_entries e join ledger_transactions t
    on t.workspace_id = ${workspace} and t.id = e.transaction_id
    and e.workspace_id = ${workspace} and e.tag_id = ${tagId} ${changes ? '' : 'and e.live'}`;
}

function inSubtree(row: string, workspace: string, id: string): string {
  return `${row}.category_id = any(array(
    with recursive subtree as (
      select c.id from ledger_categories c where c.workspace_id = ${workspace} and c.id = ${id}
      union all
      select c.id from ledger_categories c join subtree on c.parent_id = subtree.id where c.workspace_id = ${workspace})
    select id from subtree))`;
}

function someSplit(condition: string): string {
  return `(t.split_count > 0 and exists (
    select from ledger_splits s where s.workspace_id = t.workspace_id and s.transaction_id = t.id and ${condition}))`;
}
