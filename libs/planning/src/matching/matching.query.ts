import type { BusinessDay, Day, Frequency, Statement } from '@app/kernel';
import { Values } from '@app/kernel';
import type { EnteredRows } from '@app/ledger';
import type { OccurrenceMatch } from './nearest-occurrence.js';

export interface CandidateRow extends Record<string, unknown> {
  readonly scheduleId: string;
  readonly every: Frequency;
  readonly interval: number;
  readonly businessDay: BusinessDay;
  readonly startDate: Day;
  readonly endDate: Day | null;
  readonly days: number;
}

export interface FitRow extends CandidateRow {
  readonly transactionId: string;
  readonly date: Day;
}

export interface ImportCandidateRow extends CandidateRow {
  readonly type: string;
  readonly amount: string;
  readonly tolerance: string;
  readonly text: string | null;
}

const CANDIDATE = `
  s.id as "scheduleId", s.every, s.every_count as interval, s.business_day as "businessDay",
  s.start_date::text as "startDate", s.end_date::text as "endDate", s.match_days as days`;

const FITS = `
  t.account_id = s.account_id and t.type = s.type and t.to_account_id is not distinct from s.to_account_id
  and abs(t.amount - s.amount) <= s.match_tolerance
  and (s.match_text is null or position(fold_text(s.match_text) in t.folded_description) > 0)`;

/** Selects, for each unmatched transaction, the schedules that match it except for the date, oldest first. */
export function fitsOf(workspaceId: string, transactionIds: readonly string[]): Statement {
  return {
    name: 'planning.fits',
    text: `
      select t.id as "transactionId", t.date::text as date, ${CANDIDATE}
      from ledger_schedulable_transactions($1) t
      join planning_schedules s on s.workspace_id = $1 and not s.paused and ${FITS}
      where t.id = any($2::uuid[]) and t.schedule_id is null
      order by t.id, s.id`,
    values: [workspaceId, transactionIds],
  };
}

/** Selects the schedules that can match imported transactions of an account, oldest first. */
export function importCandidates(workspaceId: string, accountId: string): Statement {
  return {
    text: `
      select ${CANDIDATE}, s.type, s.amount, s.match_tolerance as tolerance, fold_text(s.match_text) as text
      from planning_schedules s
      where s.workspace_id = $1 and not s.paused and s.type in ('expense', 'income') and s.account_id = $2
      order by s.id`,
    values: [workspaceId, accountId],
  };
}

export interface ImportFilter {
  readonly types: readonly string[];
  readonly amountBounds: readonly bigint[];
}

function filtered(values: Values, rows: EnteredRows, { types, amountBounds }: ImportFilter): string {
  return `
    from (${rows(values)}) r where r.type = any(${values.bind(types)}::text[])
      and width_bucket(r.amount, ${values.bind(amountBounds)}::bigint[]) % 2 = 1`;
}

export function importDays(rows: EnteredRows, filter: ImportFilter): Statement {
  const values = new Values();
  return {
    text: `select distinct r.date::text as date ${filtered(values, rows, filter)} order by 1`,
    values: values.list,
  };
}

export interface ImportedRow extends Record<string, unknown> {
  readonly row: number;
  readonly ordinal: number;
  readonly date: Day;
  readonly type: string | null;
  readonly amount: string;
  readonly folded: string;
}

export function importedOn(rows: EnteredRows, filter: ImportFilter, days: readonly Day[]): Statement {
  const values = new Values();
  return {
    text: `
      select r.row, r.ordinal::integer, r.date::text as date, r.type, r.amount::text, r.folded_description as folded
      ${filtered(values, rows, filter)} and r.date = any(${values.bind(days)}::date[])
      order by r.ordinal`,
    values: values.list,
  };
}

export interface RowMatch {
  readonly row: number;
  readonly ordinal: number;
  readonly scheduleId: string;
  readonly nominalDate: Day;
}

/**
 * Records the matches of rows before their insertion. Omits a row if a concurrent transaction has taken its occurrence.
 */
export function recordRowMatches(workspaceId: string, at: Date, matches: readonly RowMatch[]): Statement {
  return {
    text: `
      with given as materialized (
        select g.*, ordered_id((extract(epoch from $2::timestamptz) * 1000)::bigint, g.ordinal) as id
        from unnest($3::integer[], $4::bigint[], $5::uuid[], $6::date[]) as g (row, ordinal, schedule_id, nominal_date)
      ), inserted as (
        insert into planning_occurrences (workspace_id, schedule_id, nominal_date, status, transaction_id)
        select $1, given.schedule_id, given.nominal_date, 'matched', given.id from given
        order by given.schedule_id, given.nominal_date
        on conflict do nothing returning transaction_id
      )
      select coalesce(array_agg(given.row), '{}')::text as rows, coalesce(array_agg(given.id), '{}')::text as "transactionIds",
        coalesce(array_agg(given.schedule_id), '{}')::text as "scheduleIds"
      from given join inserted on inserted.transaction_id = given.id`,
    values: [
      ...[workspaceId, at],
      matches.map(({ row }) => row),
      matches.map(({ ordinal }) => ordinal),
      matches.map(({ scheduleId }) => scheduleId),
      matches.map(({ nominalDate }) => nominalDate),
    ],
  };
}

export function takenDates(workspaceId: string, scheduleIds: readonly string[], from: Day, to: Day): Statement {
  return {
    name: 'planning.taken-dates',
    text: `
      select schedule_id as "scheduleId", nominal_date::text as "nominalDate" from planning_occurrences
      where workspace_id = $1 and schedule_id = any($2::uuid[]) and nominal_date between $3 and $4`,
    values: [workspaceId, scheduleIds, from, to],
  };
}

/** Records matches. If two concurrent transactions match the same occurrence, the second one stays unmatched. */
export function recordMatches(workspaceId: string, matches: readonly OccurrenceMatch[]): Statement {
  return {
    name: 'planning.match',
    text: `
      with inserted as (
        insert into planning_occurrences (workspace_id, schedule_id, nominal_date, status, transaction_id)
        select $1, m.schedule_id, m.nominal_date, 'matched', m.transaction_id
        from unnest($2::uuid[], $3::date[], $4::uuid[]) as m (schedule_id, nominal_date, transaction_id)
        order by m.schedule_id, m.nominal_date
        on conflict do nothing returning schedule_id, transaction_id
      )
      select ledger_set_schedules($1, array_agg(transaction_id), array_agg(schedule_id)) from inserted`,
    values: [
      workspaceId,
      matches.map(({ scheduleId }) => scheduleId),
      matches.map(({ nominalDate }) => nominalDate),
      matches.map(({ transactionId }) => transactionId),
    ],
  };
}

/** Transaction with its matched occurrence. `fits` does not consider the date. */
export interface MatchedRow extends CandidateRow {
  readonly transactionId: string;
  readonly nominalDate: Day;
  readonly date: Day;
  /**
   * True if the user linked the transaction or the schedule posted it. Then only a change of its account or type
   * unlinks it.
   */
  readonly isChosen: boolean;
  readonly canBe: boolean;
  readonly fits: boolean;
}

export function matchedBy(workspaceId: string, transactionIds: readonly string[]): Statement {
  return {
    name: 'planning.matched-by',
    text: `
      select t.id as "transactionId", ${CANDIDATE}, o.nominal_date::text as "nominalDate", t.date::text as date,
        o.status <> 'matched' as "isChosen",
        t.account_id = s.account_id and t.type = s.type as "canBe", ${FITS} as fits
      from planning_occurrences o
      join planning_schedules s on s.workspace_id = $1 and s.id = o.schedule_id
      join ledger_schedulable_transactions($1) t on t.id = o.transaction_id
      where o.workspace_id = $1 and o.transaction_id = any($2::uuid[])`,
    values: [workspaceId, transactionIds],
  };
}

export function unlink(workspaceId: string, transactionIds: readonly string[]): Statement {
  return {
    text: `
      with deleted as (
        delete from planning_occurrences where workspace_id = $1 and transaction_id = any($2::uuid[])
        returning transaction_id
      )
      select ledger_set_schedules($1, array_agg(transaction_id), array_agg(null::uuid)) from deleted`,
    values: [workspaceId, transactionIds],
  };
}

export function unlinkTrashed(workspaceId: string, transactionIds: readonly string[]): Statement {
  return {
    name: 'planning.unlink-trashed',
    text: `
      with deleted as (
        delete from planning_occurrences where workspace_id = $1 and transaction_id = any($2::uuid[])
        returning transaction_id, schedule_id, nominal_date, status
      )
      insert into planning_trashed_occurrences (workspace_id, transaction_id, schedule_id, nominal_date, status)
      select $1, transaction_id, schedule_id, nominal_date, status from deleted`,
    values: [workspaceId, transactionIds],
  };
}

/**
 * Links restored transactions to their occurrences again, if these are still free. If several of them had the same
 * occurrence, links only the first one.
 */
export function relinkRestored(workspaceId: string, transactionIds: readonly string[]): Statement {
  return {
    name: 'planning.relink-restored',
    text: `
      with deleted as (
        delete from planning_trashed_occurrences where workspace_id = $1 and transaction_id = any($2::uuid[])
        returning transaction_id, schedule_id, nominal_date, status
      ), inserted as (
        insert into planning_occurrences (workspace_id, schedule_id, nominal_date, status, transaction_id)
        select $1, schedule_id, nominal_date, status, transaction_id from deleted
        order by schedule_id, nominal_date, array_position($2::uuid[], transaction_id)
        on conflict do nothing returning transaction_id, schedule_id
      )
      select ledger_set_schedules($1, array_agg(deleted.transaction_id), array_agg(inserted.schedule_id))
      from deleted left join inserted on inserted.transaction_id = deleted.transaction_id`,
    values: [workspaceId, transactionIds],
  };
}

export function forgetTrashed(transactions: readonly { workspaceId: string; id: string }[]): Statement {
  return {
    text: `
      delete from planning_trashed_occurrences o using unnest($1::uuid[], $2::uuid[]) as purged (workspace_id, id)
      where o.workspace_id = purged.workspace_id and o.transaction_id = purged.id`,
    values: [transactions.map(({ workspaceId }) => workspaceId), transactions.map(({ id }) => id)],
  };
}
