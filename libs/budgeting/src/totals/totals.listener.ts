import { Injectable } from '@nestjs/common';
import type { Statement } from '@app/kernel';
import { DomainEvents } from '@app/kernel';
import type { ActivityJson, FiguresJson } from '@app/ledger';
import {
  AccountDeleted,
  CategoryReplaced,
  LedgerVerification,
  TransactionsEdited,
  TransactionsRestored,
  TransactionsBulkEdited,
  TransactionsCreated,
  TransactionsImported,
  TransactionsRevalued,
  TransactionsTrashed,
} from '@app/ledger';
import { FIRST_DAY, MAX_PARTS, packedTotals, PLACE, SPANS } from './packed-totals.query.js';
import { TOTAL_FIGURES } from './total-figures.query.js';

const FIGURES = 'amount, count, part_amounts, part_counts';

/** Updates totals of categories and accounts when transactions change (decision 0017). */
@Injectable()
export class Totals {
  constructor(events: DomainEvents, verification: LedgerVerification) {
    for (const event of [TransactionsCreated, TransactionsRestored]) {
      events.onStatement(event, ({ countedIds }, workspace) => addTransactions(workspace, countedIds, 1));
    }
    events.onStatement(TransactionsTrashed, ({ countedIds }, workspace) => addTransactions(workspace, countedIds, -1));
    events.onStatement(TransactionsEdited, ({ transactionIds, before }, workspace) =>
      addEdited(workspace, transactionIds, before),
    );
    events.onStatement(TransactionsImported, ({ importId }, workspace) => addImported(workspace, importId));
    for (const event of [TransactionsRevalued, TransactionsBulkEdited]) {
      events.onStatement(event, ({ changes }) => addChanges(changes));
    }
    events.on(CategoryReplaced, async ({ fromId, toId }, work) => {
      work.enqueue(holdTotals(work.workspaceId, [fromId, toId]));
      work.enqueue(moveTotals(work.workspaceId, fromId, toId));
    });
    events.onStatement(AccountDeleted, ({ accountId }, workspace) => deleteAccountTotals(workspace, accountId));
    TOTAL_FIGURES.forEach((check) => verification.include(check));
  }
}

// Returns the statement that adds changes (workspace_id, account_id, category_id, type, day, amount and count) to the
// monthly and yearly totals of their account and of their category, if they have one. Writes rows in key order, so that
// writers cannot deadlock. If all changes are on one day, only one part of each total changes.
function add(name: string, changes: string, values: readonly unknown[], isOneDay = false): Statement {
  const insert = isOneDay ? insertPart : insertParts;
  return {
    name,
    text: `
      with daily as materialized (
        select workspace_id, account_id, category_id, type, day, sum(amount) as amount, sum(count) as count
        from (${changes}) change
        group by workspace_id, account_id, category_id, type, day having sum(amount) <> 0 or sum(count) <> 0
      ), categories as (${insert('budgeting_totals', ['category_id'], 'where category_id is not null')})
      ${insert('budgeting_account_totals', ['account_id', 'type'])}`,
    values,
  };
}

function insertPart(table: string, key: readonly string[], where = ''): string {
  const columns = `workspace_id, ${key.join()}, span, first_day`;
  return `
        insert into ${table} as existing (${columns}, ${FIGURES})
        select workspace_id, ${key.join()}, span, ${FIRST_DAY} as first_day, sum(amount), sum(count), ${ONE_PART}
        from daily cross join ${SPANS} as span ${where}
        group by ${columns}, day order by ${columns}
        on conflict (${columns}) do update set ${ADDED_TO_ONE_PART}`;
}

function insertParts(table: string, key: readonly string[], where = ''): string {
  const columns = `workspace_id, ${key.join()}, span, first_day`;
  return `
        insert into ${table} as existing (${columns}, ${FIGURES})
        select ${columns}, ${FIGURES} from (${packedTotals(key, `select * from daily ${where}`)}) change order by ${columns}
        on conflict (${columns}) do update set ${ADDED}`;
}

const PART = 'select $1::uuid as workspace_id, account_id, category_id, type, day';

/**
 * Returns the statement that adds transactions to the totals, or subtracts them if the sign is -1. Null if there are no
 * transactions.
 */
export function addTransactions(workspaceId: string, ids: readonly string[], sign: 1 | -1): Statement | null {
  if (ids.length === 0) return null;
  const part = `${PART}, $3::int * amount as amount, $3::int as count`;
  if (ids.length === 1) {
    // With a single ID, the planner can reuse a generic plan and does not have to plan every insert.
    const changes = `${part} from ledger_activity($1, array[$2::uuid])`;
    return add('budgeting.add-transaction', changes, [workspaceId, ids[0], sign], true);
  }
  return add('budgeting.add-transactions', `${part} from ledger_activity($1, $2::uuid[])`, [workspaceId, ids, sign]);
}

function addImported(workspaceId: string, importId: string): Statement {
  return add('budgeting.add-imported', `${PART}, amount, 1 as count from ledger_imported_activity($1, $2::uuid)`, [
    workspaceId,
    importId,
  ]);
}

const UNTIL_NOW = `
     union all
     ${PART}, -amount, -1
     from json_to_recordset($3::json -> 'activity')
       as before (account_id uuid, category_id uuid, type text, day date, amount numeric)`;

/** Returns the statement that subtracts the figures before an edit and adds the current ones. */
function addEdited(workspaceId: string, ids: readonly string[], before: FiguresJson): Statement {
  const part = `${PART}, amount, 1 as count`;
  if (ids.length === 1) {
    const changes = `${part} from ledger_activity($1, array[$2::uuid]) ${UNTIL_NOW}`;
    return add('budgeting.add-edited', changes, [workspaceId, ids[0], before]);
  }
  const changes = `${part} from ledger_activity($1, $2::uuid[]) ${UNTIL_NOW}`;
  return add('budgeting.add-all-edited', changes, [workspaceId, ids, before]);
}

function addChanges(changes: ActivityJson): Statement {
  return add(
    'budgeting.add-changes',
    `select workspace_id, account_id, category_id, type, day, amount, count
     from json_to_recordset($1::json) as counted (workspace_id uuid, account_id uuid, category_id uuid, type text, day date,
       amount numeric, count bigint)`,
    [changes],
  );
}

/** Returns the statement that locks totals in the same order as all writers. */
function holdTotals(workspaceId: string, categoryIds: readonly string[]): Statement {
  return {
    text: `
      select from budgeting_totals where workspace_id = $1 and category_id = any($2::uuid[])
      order by category_id, span, first_day for update`,
    values: [workspaceId, categoryIds],
  };
}

function moveTotals(workspaceId: string, fromId: string, toId: string): Statement {
  return {
    text: `
      with deleted as (
        delete from budgeting_totals where workspace_id = $1 and category_id = $2 returning span, first_day, ${FIGURES}
      )
      insert into budgeting_totals as existing (workspace_id, category_id, span, first_day, ${FIGURES})
      select $1, $3, span, first_day, ${FIGURES} from deleted order by span, first_day
      on conflict (workspace_id, category_id, span, first_day) do update set ${ADDED}`,
    values: [workspaceId, fromId, toId],
  };
}

function deleteAccountTotals(workspaceId: string, accountId: string): Statement {
  return {
    text: `delete from budgeting_account_totals where workspace_id = $1 and account_id = $2`,
    values: [workspaceId, accountId],
  };
}

/** Assignments that add the new row to an existing total. The new row may change all parts. */
const ADDED = `
        amount = existing.amount + excluded.amount, count = existing.count + excluded.count,
        part_amounts = ${eachPart('amounts')}, part_counts = ${eachPart('counts')}`;

function eachPart(figures: string): string {
  return `array(
          select coalesce(existing.part_${figures}[place], 0) + coalesce(excluded.part_${figures}[place], 0)
          from generate_series(1, ${MAX_PARTS}) as place)`;
}

/** Part arrays for a change on a single day, and below them the assignments that add it to an existing total. */
const ONE_PART = `array_fill(sum(amount), array[1], array[${PLACE}]), array_fill(sum(count)::int, array[1], array[${PLACE}])`;
const ADDED_TO_ONE_PART = `
        amount = existing.amount + excluded.amount, count = existing.count + excluded.count,
        ${onePart('amounts', 'amount')}, ${onePart('counts', 'count')}`;

function onePart(figures: string, figure: string): string {
  const part = `part_${figures}[array_lower(excluded.part_${figures}, 1)]`;
  return `${part} = coalesce(existing.${part}, 0) + excluded.${figure}`;
}
