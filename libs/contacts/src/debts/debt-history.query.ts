import type { Day, Statement } from '@app/kernel';
import { NOTHING_ID } from '@app/kernel';
import { SUMS } from './debt-figures.query.js';
import type { DebtType } from './settlement.js';

/** Sort key of an entry. The ordinal is the split's index, or -1 for a whole transaction. */
export type DebtPosition = readonly [date: Day, transactionId: string, ordinal: number];

/** Filters and page of a debt history. A null filter does not apply. */
export interface DebtHistoryRange {
  readonly contactId: string;
  readonly currency: string | null;
  readonly from: Day | null;
  readonly to: Day | null;
  readonly order: 'asc' | 'desc';
  /** Position of the last entry on the previous page; null for the first page. */
  readonly after: DebtPosition | null;
  readonly limit: number;
}

/** A row of a debt history. Amounts and sums are strings in minor units. */
export interface DebtRow extends Record<string, unknown> {
  readonly date: Day;
  readonly transaction_id: string;
  readonly ordinal: number;
  readonly description: string;
  readonly type: DebtType;
  readonly currency: string;
  readonly amount: string;
  readonly running: string;
  readonly cumulated: string;
  readonly repaid: string;
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const BEHIND_ALL_PARTS = 32_767;
const BEFORE_ALL_PARTS = -2;

/** Default page size plus one. Only pages of this size use a prepared statement. */
const EVERYDAY_LIMIT = 51;

/**
 * Returns the statement that selects a page of debts, with balances and settlements that depend on the whole history
 * (decision 0006). It reads at most one page per currency in key order, and sums the earlier entries from the same
 * covering index.
 */
export function debtHistory(workspaceId: string, range: DebtHistoryRange): Statement {
  const { order, limit, after } = range;
  const first: DebtPosition = [range.from ?? '-infinity', NOTHING_ID, BEFORE_ALL_PARTS];
  const last: DebtPosition = [range.to ?? 'infinity', LAST_ID, BEHIND_ALL_PARTS];
  const [low, high] =
    after === null ? [first, last] : order === 'asc' ? [later(first, after), last] : [first, earlier(last, after)];
  return {
    ...(limit === EVERYDAY_LIMIT && { name: `contacts.debt-history.${order}` }),
    text: historyText(order, limit),
    values: [workspaceId, range.contactId, range.currency, ...low, ...high],
  };
}

// ISO dates, '-infinity' and 'infinity' sort correctly as text.
function later(a: DebtPosition, b: DebtPosition): DebtPosition {
  return b[0] >= a[0] ? b : a;
}

function earlier(a: DebtPosition, b: DebtPosition): DebtPosition {
  return b[0] <= a[0] ? b : a;
}

const key = (row: string) => `(${row}.date, ${row}.transaction_id, ${row}.ordinal)`;
const ordered = (row: string, order: string) =>
  `order by ${row}.date ${order}, ${row}.transaction_id ${order}, ${row}.ordinal ${order}`;

function historyText(order: 'asc' | 'desc', limit: number): string {
  return `
    with total as materialized (
      select t.currency, t.repayment_received, t.repayment_made from contacts_debt_totals t
      where t.workspace_id = $1 and t.contact_id = $2 and ($3::text is null or t.currency = $3)
    ), page as materialized (
      select entry.* from total cross join lateral (
        select d.currency, d.date, d.transaction_id, d.ordinal, d.type, d.amount,
          case when d.type in ('lent', 'repayment_made') then d.amount else -d.amount end as delta
        from contacts_debts d
        where d.workspace_id = $1 and d.contact_id = $2 and d.currency = total.currency
          and ${key('d')} > ($4::date, $5::uuid, $6::smallint) and ${key('d')} < ($7::date, $8::uuid, $9::smallint)
        ${ordered('d', order)} limit ${limit}) entry
      ${ordered('entry', order)} limit ${limit}
    ), opening as materialized (
      select first.currency, before.lent, before.borrowed,
        before.lent - before.repayment_received - before.borrowed + before.repayment_made as balance
      from (
        select distinct on (currency) currency, date, transaction_id, ordinal from page
        order by currency, date, transaction_id, ordinal
      ) first
      cross join lateral (
        select ${SUMS} from contacts_debts d
        where d.workspace_id = $1 and d.contact_id = $2 and d.currency = first.currency
          and ${key('d')} < ${key('first')}) before
    )
    select page.date::text, page.transaction_id, page.ordinal,
      (select t.description from ledger_live_transactions($1) t where t.id = page.transaction_id) as description,
      page.type, page.currency,
      page.amount::text,
      (opening.balance + sum(page.delta) over history)::text as running,
      (case page.type when 'lent' then opening.lent when 'borrowed' then opening.borrowed else 0 end
        + sum(page.amount) over kind)::text as cumulated,
      (case page.type when 'lent' then total.repayment_received else total.repayment_made end)::text as repaid
    from page
    join opening on opening.currency = page.currency
    join total on total.currency = page.currency
    window history as (partition by page.currency order by page.date, page.transaction_id, page.ordinal rows unbounded preceding),
      kind as (partition by page.currency, page.type
        order by page.date, page.transaction_id, page.ordinal rows unbounded preceding)
    ${ordered('page', order)}`;
}
