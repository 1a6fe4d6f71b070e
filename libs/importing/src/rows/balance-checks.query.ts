import type { Day, Statement } from '@app/kernel';
import type { ImportKey } from './import-key.js';
import { NOT_BOOKED } from './import-rows.query.js';

/** True for a pending row, which the bank's balance does not include, unless the user includes it. */
export const IS_PENDING = `(r.excluded is distinct from false and r.warnings @> ${NOT_BOOKED})`;

const BALANCE = `case when not ${IS_PENDING} then r.balance end`;

/** Change in the owner's position: 0 for a pending row; null for a row with errors or without an amount. */
const CHANGE = `case
  when ${IS_PENDING} then 0
  when r.errors <> '[]' or r.amount is null then null when r.type = 'expense' then -r.amount else r.amount end`;

/**
 * Checks the balances of all rows. Skips each row with errors, and the first row with a balance after it. Excluded rows
 * count, because the bank booked them.
 * @param sign 1 if balances are positive for money that the owner has, -1 if they are positive for debts
 * @param chronologicalIndex position of an edited row; limits the check to rows that the edit can affect
 */
export function checkBalances(
  { workspaceId, importId }: ImportKey,
  sign: number,
  chronologicalIndex: number | null = null,
): Statement {
  const isEvent = `((${BALANCE}) is not null or (${CHANGE}) is null)`;
  const nearest = (side: '<' | '>') => `(
    select r.chronological_index from importing_rows r
    where r.workspace_id = $1 and r.import_id = $2 and r.chronological_index ${side} $4::integer and ${isEvent}
    order by r.chronological_index ${side === '<' ? 'desc' : ''} limit 1)`;
  // Fetches the rows by index, because the planner has no statistics for a new draft.
  const stretch = `
    (select generate_series(coalesce(${nearest('<')}, 0), coalesce(${nearest('>')}, $4)) as chronological_index) s
    cross join lateral (
      select r.*, r.ctid as at from importing_rows r
      where r.workspace_id = $1 and r.import_id = $2 and r.chronological_index = s.chronological_index limit 1) r`;
  const whole = `(select *, ctid as at from importing_rows) r`;
  return {
    text: `
      with chain as (
        select r.at, r.index, r.chronological_index, ${BALANCE} as balance, ${CHANGE} as change
        from ${chronologicalIndex === null ? whole : stretch}
        where r.workspace_id = $1 and r.import_id = $2 and r.chronological_index is not null
      ), running as (
        select index, chronological_index, balance, change, sum($3 * coalesce(change, 0)) over (order by chronological_index) as moved from chain
      ), judged as (
        select index, chronological_index, change is not null and balance is not null as shown,
          lag(case when change is not null then balance - moved end) over (order by chronological_index) + moved as expected
        from running where change is null or balance is not null
      ), derived as (
        select r.at, case when j.shown and abs(j.expected) < 1e17 then j.expected::bigint end as expected
        from chain r left join judged j using (index)
        -- The first row of a limited range only supplies the previous balance.
        where $4::integer is null or r.chronological_index >= $4
      )
      update importing_rows r set expected_balance = derived.expected from derived
      where r.workspace_id = $1 and r.import_id = $2 and r.ctid = derived.at
        and r.ctid = any(array(select at from derived)) and r.expected_balance is distinct from derived.expected`,
    values: [workspaceId, importId, sign, chronologicalIndex],
  };
}

/**
 * Selects the opening balance, the closing balance and the first break. Balances that depend on rows with errors are
 * null.
 */
export function statementBalances({ workspaceId, importId }: ImportKey, sign: number): Statement {
  const anchor = (order: 'asc' | 'desc') => `(
    select r.chronological_index, r.balance from importing_rows r
    where r.workspace_id = $1 and r.import_id = $2 and r.chronological_index is not null and (${BALANCE}) is not null
      and r.errors = '[]' and r.amount is not null
    order by r.chronological_index ${order} limit 1)`;
  const moved = (side: string) => `(
    select case when count(*) = count(${CHANGE}) then coalesce(sum(${CHANGE}), 0) end from importing_rows r
    where r.workspace_id = $1 and r.import_id = $2 and r.chronological_index ${side})`;
  return {
    text: `
      select (select first.balance - $3 * ${moved('<= first.chronological_index')} from ${anchor('asc')} first)::text as opening,
        (select last.balance + $3 * ${moved('> last.chronological_index')} from ${anchor('desc')} last)::text as closing,
        broken.index, broken.line, broken.expected_balance as expected, broken.balance as found
      from (select) one left join lateral (
        select r.index, r.line, r.expected_balance, r.balance from importing_rows r
        where r.workspace_id = $1 and r.import_id = $2 and r.chronological_index is not null and r.expected_balance <> r.balance
        order by r.chronological_index limit 1) broken on true`,
    values: [workspaceId, importId, sign],
  };
}

/** SQL for the latest day of the booked rows without errors of an import `i`; null for an import without such rows. */
const LAST_DAY = `(select max(r.date) from importing_rows r
  where r.workspace_id = i.workspace_id and r.import_id = i.id and r.errors = '[]' and not ${IS_PENDING})`;

/** Selects the latest day of the booked rows without errors. */
export function lastDay({ workspaceId, importId }: ImportKey): Statement {
  const text = `select ${LAST_DAY}::text as day from importing_imports i where i.workspace_id = $1 and i.id = $2`;
  return { text, values: [workspaceId, importId] };
}

/** Selects the latest other committed import of the account that ends on this day and whose closing balance agreed. */
export function reconciledOn(workspaceId: string, accountId: string, day: Day, butNot: string): Statement {
  return {
    text: `
      select i.id, i.reconciliation ->> 'closingBalance' as balance from importing_imports i
      where i.workspace_id = $1 and i.account_id = $2 and i.status = 'committed' and i.id <> $4
        and i.reconciliation ->> 'difference' = '0.00' and ${LAST_DAY} = $3
      order by i.committed_at desc limit 1`,
    values: [workspaceId, accountId, day, butNot],
  };
}
