import type { FigureCheck } from '../figure-check.query.js';
import { columnCheck, ofWorkspace } from '../figure-check.query.js';

const POSITIONS = `
  select a.workspace_id, a.id, a.position as stored, (a.opening_position + coalesce(sum(side.amount), 0))::bigint as expected
  from ledger_accounts a left join (
    select workspace_id, account_id, signed_amount as amount from ledger_transactions
    where deleted_at is null and account_id is not null
    union all
    select workspace_id, to_account_id, to_amount from ledger_transactions
    where deleted_at is null and to_account_id is not null
  ) side on side.workspace_id = a.workspace_id and side.account_id = a.id
  where ${ofWorkspace('a')}
  group by a.workspace_id, a.id`;

const ACCOUNT_DAYS = `
  select workspace_id, account_id || '/' || day as id, account_id, day,
    coalesce(existing.moved, 0) || ', ' || coalesce(existing.lowered, 0) || ' down, in ' || coalesce(existing.entries, 0) as stored,
    coalesce(side.moved, 0) || ', ' || coalesce(side.lowered, 0) || ' down, in ' || coalesce(side.entries, 0) as expected,
    coalesce(side.moved, 0) as moved, coalesce(side.lowered, 0) as lowered, coalesce(side.entries, 0) as entries
  from (select * from ledger_account_days k where ${ofWorkspace('k')}) existing full join (
    select workspace_id, account_id, day, sum(moved)::bigint as moved, sum(greatest(-moved, 0))::bigint as lowered,
      count(*)::int as entries from (
      select t.workspace_id, t.account_id, t.date as day, t.signed_amount as moved from ledger_transactions t
      where ${ofWorkspace('t')} and t.deleted_at is null and t.account_id is not null
      union all
      select t.workspace_id, t.to_account_id, t.date, t.to_amount from ledger_transactions t
      where ${ofWorkspace('t')} and t.deleted_at is null and t.to_account_id is not null) movement
    group by workspace_id, account_id, day
  ) side using (workspace_id, account_id, day)`;

export const BALANCE_FIGURES: readonly FigureCheck[] = [
  columnCheck('account.balance', POSITIONS, 'ledger_accounts', 'position'),
  {
    figure: 'account.dayTotal',
    figures: ACCOUNT_DAYS,
    repair: `
      insert into ledger_account_days (workspace_id, account_id, day, moved, lowered, entries)
      select workspace_id, account_id, day, moved, lowered, entries from (${ACCOUNT_DAYS}) f where stored <> expected
      on conflict (workspace_id, account_id, day)
        do update set moved = excluded.moved, lowered = excluded.lowered, entries = excluded.entries`,
  },
];
