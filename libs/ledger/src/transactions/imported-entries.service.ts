import { Injectable } from '@nestjs/common';
import type { Day, UnitOfWork } from '@app/kernel';
import { BULK_PLANNER_SETTINGS, Clock, DEFAULT_PLANNER_SETTINGS, Values } from '@app/kernel';
import type { Asserted } from '../assertions/assertions.service.js';
import { Assertions } from '../assertions/assertions.service.js';
import { AccountNotActive } from '../ledger.problems.js';
import type { EnteredRows } from '../ledger.events.js';
import { TransactionsImported, TransactionsImporting } from '../ledger.events.js';
import { splitBaseAmount } from './transaction-write.query.js';

export interface EnteredStatement {
  readonly count: number;
  /**
   * Transaction IDs in the order of the rows. A PostgreSQL array literal, so that a hundred thousand IDs are a single
   * string.
   */
  readonly transactionIds: string;
}

@Injectable()
export class ImportedEntries {
  constructor(
    private readonly clock: Clock,
    private readonly assertions: Assertions,
  ) {}

  /**
   * Creates the transactions of an import in one account and keeps the account locked until the commit.
   * @throws AccountNotActive
   */
  async enter(work: UnitOfWork, accountId: string, importId: string, rows: EnteredRows): Promise<EnteredStatement> {
    await work.query(BULK_PLANNER_SETTINGS);
    const importing = new TransactionsImporting(accountId, rows, this.clock.now());
    await work.publish(importing);
    const { scheduled } = importing;
    const values = new Values();
    const [workspace, account, madeBy] = [work.workspaceId, accountId, importId].map(
      (id) => `${values.bind(id)}::uuid`,
    );
    const now = values.bind(importing.at);
    const [scheduledRows, ids, schedules] = [scheduled.rows, scheduled.transactionIds, scheduled.scheduleIds].map(
      (list) => values.bind(list),
    );
    const [entered] = await work.query<{ count: number; ids: string }>({
      text: `
        with account as (
          select a.id, a.currency, a.fx_mode, workspace_base_currency(a.workspace_id) as base
          from ledger_accounts a where a.workspace_id = ${workspace} and a.id = ${account} and a.status = 'active'
          for no key update
        ), entry as materialized (${rows(values)}
        ), rate as materialized (
          select day.date, case when account.fx_mode = 'auto' and account.currency = account.base then 100000000
            else ledger_base_rate(${workspace}, account.id, account.currency, account.base, day.date) end as rate
          from (select distinct date from entry) day cross join account
        ), entered as (
          insert into ledger_transactions (workspace_id, id, account_id, type, date, description, imported_description,
            notes, amount, currency, signed_amount, category_id, category_source, external_id, import_id, import_row,
            base_rate, base_amount, schedule_id, split_count, created_at, updated_at)
          select ${workspace},
            coalesce(met.id, ordered_id((extract(epoch from ${now}::timestamptz) * 1000)::bigint, entry.ordinal)),
            account.id, entry.type, entry.date, entry.description, entry.imported_description,
            entry.notes, entry.amount, account.currency,
            case entry.type when 'expense' then -entry.amount else entry.amount end,
            entry.category_id,
            case when entry.category_id is not null then nullif(entry.category_source, 'person') end,
            entry.external_id, ${madeBy}, entry.row, usable.rate, convert_money(entry.amount, usable.rate),
            met.schedule_id, coalesce(jsonb_array_length(entry.parts), 0), ${now}::timestamptz, ${now}::timestamptz
          from entry cross join account join rate on rate.date = entry.date
          left join unnest(${scheduledRows}::integer[], ${ids}::uuid[], ${schedules}::uuid[]) as met (row, id, schedule_id)
            on met.row = entry.row
          cross join lateral (select usable_rate(entry.amount, rate.rate) as rate) usable
          order by entry.ordinal
          returning id, import_row, base_rate, base_amount
        ), part as (
          select entered.id, entered.base_rate, entered.base_amount, entry.type, one.*
          from entry join entered on entered.import_row = entry.row
          cross join lateral rows from (jsonb_to_recordset(entry.parts) as (amount bigint, category_id uuid, notes text))
            with ordinality as one (amount, category_id, notes, n)
          where entry.parts is not null
        ), split as (
          insert into ledger_splits (workspace_id, transaction_id, ordinal, type, amount, category_id, notes, base_amount)
          select ${workspace}, part.id, part.n - 1, part.type, part.amount, part.category_id, part.notes,
            ${splitBaseAmount('part', 'part', 'part.n = count(*) over whole', 'whole')}
          from part window whole as (partition by part.id)
        ), total as (
          select count(*)::int as count, coalesce(array_agg(id order by import_row), '{}')::text as ids from entered
        )
        select total.count, total.ids from total, account`,
      values: values.list,
    });
    if (!entered) throw AccountNotActive();
    await work.publish(new TransactionsImported(importId));
    await work.query(DEFAULT_PLANNER_SETTINGS);
    return { count: entered.count, transactionIds: entered.ids };
  }

  /**
   * Asserts the closing balance of an import, unless its last day is in the future or a caller has asserted the balance
   * of that day.
   */
  async assertBalance(work: UnitOfWork, accountId: string, asserted: Asserted, importId: string): Promise<void> {
    if (asserted.date > this.clock.today()) return;
    await this.assertions.put(work, accountId, asserted, importId);
  }

  /** Deletes the assertion of an import and returns its day; null if the import has none. */
  async forgetAssertion(work: UnitOfWork, importId: string): Promise<Day | null> {
    const [forgotten] = await work.query<{ day: Day }>({
      text: `delete from ledger_assertions where workspace_id = $1 and import_id = $2 returning date::text as day`,
      values: [work.workspaceId, importId],
    });
    return forgotten?.day ?? null;
  }
}
