import type { Statement, Values } from '@app/kernel';
import type { FigureCheck } from '@app/ledger';
import type { ImportKey } from './import-key.js';
import { isExcluded } from './import-rows.query.js';
import { LOOSE } from './loose-duplicates.query.js';
import { POSSIBLE } from './possible-duplicates.query.js';

export interface Alike {
  readonly index: number;
  readonly dates: readonly (string | null)[];
  readonly amounts: readonly (string | null)[];
  readonly types: readonly (string | null)[];
  readonly texts: readonly (string | null)[];
  readonly externalId: string | null;
}

const IS_PART = `r.index = any($4::integer[])`;

function statusOf(isKnown: string, isPart?: string): string {
  return `case
    when ${isExcluded('r', isPart)} then 'excluded'
    when r.errors <> '[]' then 'error'
    when (${isKnown}) and not r.include_duplicate then 'duplicate'
    else 'ready' end`;
}

/**
 * Matches rows with transactions by date, signed amount and description in the file. Each transaction matches one row:
 * if three rows equal one transaction, only the first row is a duplicate. Excluded and included rows count, so that a
 * decision about one row does not change others.
 * @param alike limits the update to rows that an edit can affect
 */
export function evaluateRows(
  { workspaceId, importId }: ImportKey,
  accountId: string,
  parts: readonly number[],
  alike?: Alike,
): Statement {
  return {
    text: `
      with ${evaluated(alike)}, updated as (
        update importing_rows r set duplicate_of = judged.duplicate_of,
          possible_duplicate_of = judged.possible_duplicate_of, repeats_external_id = judged.repeats_external_id,
          shares_external_id = judged.shares_external_id,
          matches_trashed = judged.matches_trashed, matches_plan = judged.matches_plan, status = judged.status
        from judged
        where r.workspace_id = $1 and r.import_id = $2 and r.ctid = judged.at and judged.is_changed
      )
      select was, status, count(*)::int as count, coalesce(sum(signed), 0)::text as signed
      from judged group by was, status`,
    values: alike
      ? [
          workspaceId,
          importId,
          accountId,
          parts,
          alike.dates,
          alike.amounts,
          alike.types,
          alike.texts,
          alike.externalId,
          alike.index,
        ]
      : [workspaceId, importId, accountId, parts],
  };
}

/**
 * Returns SQL for the matches of rows. $1 is the workspace, $2 the import, $3 its account, and $4 the indexes of rows
 * that are installments in card plans.
 */
export function evaluated(alike?: Alike): string {
  const rowsOf = (some: string) => (alike ? fetchedRows(some) : `(select *, ctid as at from importing_rows) r`);
  return `
      ${alike ? NEIGHBOURHOOD : ''} entered as materialized (
        select r.index, r.date, case r.type when 'expense' then -r.amount else r.amount end as signed, r.folded as text,
          r.external_id, ${isExcluded('r', IS_PART)} as excluded
        from ${rowsOf('candidate_rows')}
        where r.workspace_id = $1 and r.import_id = $2 and r.errors = '[]' and r.amount <> 0
      ), known as materialized (
        select e.id, e.date, e.signed_amount as signed, fold_text(e.description) as text, e.trashed, e.imported
        from ${alike ? DAYS_ALIKE : ALL_DAYS} span
        cross join lateral ledger_account_entries($1, $3, span.first_day, span.last_day) e
      ), ${BY_EXTERNAL_ID}, row_occurrence as (
        select index, date, signed, text, row_number() over (partition by date, signed, text order by index) as n
        from entered
        where index not in (select index from same_external_id)
          and index not in (select index from repeated where not is_shared)
          -- Most rows do not equal any transaction and need no number.
          and (date, signed, text) in (select date, signed, text from known)
      ), known_occurrence as (
        select id, date, signed, text, row_number() over (partition by date, signed, text order by id) as n
        from known where not trashed and id not in (select id from same_external_id)
      ), same as (
        select index, id from same_external_id
        union all
        select row_occurrence.index, known_occurrence.id
        from row_occurrence join known_occurrence using (date, signed, text, n)
      ), ${alike ? '' : LOOSE}found as (
        select index, id from same${alike ? '' : ' union all select index, id from loose'}
      ), ${alike ? '' : POSSIBLE}in_trash as (
        select distinct row_occurrence.index from row_occurrence join known using (date, signed, text) where known.trashed
      ), judged as (
        select r.at, r.index, r.status as was, case r.type when 'expense' then -r.amount else r.amount end as signed, now.*,
          (r.duplicate_of, r.possible_duplicate_of, r.repeats_external_id, r.shares_external_id, r.matches_trashed,
            r.matches_plan, r.status) is distinct from
            (now.duplicate_of, now.possible_duplicate_of, now.repeats_external_id, now.shares_external_id,
            now.matches_trashed, now.matches_plan, now.status) as is_changed
        from ${rowsOf('affected')}
        left join found on found.index = r.index left join repeated on repeated.index = r.index
        ${alike ? '' : 'left join possible on possible.index = r.index'}
        left join shared on shared.external_id = r.external_id and r.errors = '[]' and r.amount <> 0
        left join in_trash on in_trash.index = r.index
        cross join lateral (select ${IS_PART} as matches_plan) part
        cross join lateral (
          select found.id as duplicate_of, ${alike ? 'r.possible_duplicate_of' : 'possible.id'} as possible_duplicate_of,
            repeated.index is not null as repeats_external_id, shared.external_id is not null as shares_external_id,
            in_trash.index is not null and found.id is null as matches_trashed, part.matches_plan,
            ${statusOf('found.id is not null or not repeated.is_shared', 'part.matches_plan')} as status) now
        where r.workspace_id = $1 and r.import_id = $2
      )`;
}

/** Fetches rows by key and updates them by ctid, because the planner has no statistics for a new draft. */
function fetchedRows(some: string): string {
  return `${some} cross join lateral (
    select r.*, r.ctid as at from importing_rows r
    where r.workspace_id = $1 and r.import_id = $2 and r.index = ${some}.index limit 1) r`;
}

/** Matches rows by external ID. Ignores IDs that several different rows share. */
const BY_EXTERNAL_ID = `
  shared as materialized (
    select external_id from entered where external_id is not null group by external_id
    having count(*) > 1 and (min(date) <> max(date) or min(signed) <> max(signed) or min(text) <> max(text))
  ), taken as materialized (
    select taken.id, taken.external_id from ledger_external_ids($1, $3,
      (select coalesce(array_agg(external_id), '{}') from entered where external_id is not null)) taken
  ), repeated as materialized (
    select index, is_shared from (
      select index, external_id in (select external_id from shared) as is_shared,
        external_id in (select external_id from taken) as is_taken,
        row_number() over (partition by external_id order by excluded, index) as n
      from entered where external_id is not null) numbered
    where n > 1 or is_shared and is_taken
  ), same_external_id as (
    select entered.index, taken.id from entered join taken on taken.external_id = entered.external_id
    where entered.external_id not in (select external_id from shared)
      and entered.index not in (select index from repeated)
  )`;

/** Days of the transactions to compare: from 3 days before the earliest row to 3 days after the latest one. */
const ALL_DAYS = `(select min(date) - 3 as first_day, max(date) + 3 as last_day from entered)`;
const DAYS_ALIKE = `(select distinct date as first_day, date as last_day from alike)`;

/**
 * `affected` contains the rows that match the edited row before or after the edit, the rows with the same external ID,
 * and all rows that match any of these. `candidate_rows` adds the rows that compete for the same transactions.
 */
const NEIGHBOURHOOD = `
  like_keys as materialized (
    select date, signed, text from unnest($5::date[], $6::bigint[], $7::text[], $8::text[]) as edited (date, amount, type, text)
      cross join lateral (select case type when 'expense' then -amount else amount end as signed) s
    union
    select r.date, case r.type when 'expense' then -r.amount else r.amount end, r.folded from importing_rows r
    where r.workspace_id = $1 and r.import_id = $2 and r.external_id = $9
    union
    select e.date, e.signed_amount, fold_text(e.description)
    from ledger_external_ids($1, $3, array[$9::text]) taken
      cross join lateral ledger_account_entries($1, $3, '-infinity', 'infinity') e
    where e.id = taken.id
  ), alike as materialized (
    -- Materialized first, because an index scan needs plain values.
    select date, signed, text, abs(signed) as amount from like_keys
  ), affected as materialized (
    select r.index, r.external_id from alike a cross join lateral (
      select r.index, r.external_id from importing_rows r
      where r.workspace_id = $1 and r.import_id = $2 and r.date = a.date and r.amount = a.amount and r.folded = a.text
      offset 0) r
    union
    select r.index, r.external_id from importing_rows r
    where r.workspace_id = $1 and r.import_id = $2 and r.external_id = $9
    union
    select r.index, r.external_id from importing_rows r where r.workspace_id = $1 and r.import_id = $2 and r.index = $10
  ), competed_for as (
    select external_id from affected where external_id is not null
    union
    select e.external_id from (select distinct date from alike) day
      cross join lateral ledger_account_entries($1, $3, day.date, day.date) e
    where e.external_id is not null
      and (e.date, e.signed_amount, fold_text(e.description)) in (select date, signed, text from alike)
  ), candidate_rows as materialized (
    select index from affected
    union
    select r.index from competed_for c cross join lateral (
      select r.index from importing_rows r
      where r.workspace_id = $1 and r.import_id = $2 and r.external_id = c.external_id offset 0) r
  ),`;

export function selectCounts(values: Values, { workspaceId, importId }: ImportKey): string {
  return `
    select c.total, c.ready, c.errors, c.duplicates, c.excluded, c.change::text as "readyChange" from (
      select ${COUNTS} from importing_rows
      where workspace_id = ${values.bind(workspaceId)} and import_id = ${values.bind(importId)}) c`;
}

const COUNTS = `
  count(*)::int as total, count(*) filter (where status = 'ready')::int as ready,
  count(*) filter (where status = 'error')::int as errors,
  count(*) filter (where status = 'duplicate')::int as duplicates,
  count(*) filter (where status = 'excluded')::int as excluded,
  coalesce(sum(case type when 'expense' then -amount else amount end) filter (where status = 'ready'), 0) as change`;

const COUNTED = `
  select i.workspace_id, i.id, concat_ws('/', i.total, i.ready, i.errors, i.duplicates, i.excluded, i.ready_change) as stored,
    concat_ws('/', c.total, c.ready, c.errors, c.duplicates, c.excluded, c.change) as expected, c.*
  from importing_imports i cross join lateral (
    select ${COUNTS} from importing_rows r where r.workspace_id = i.workspace_id and r.import_id = i.id) c
  where $1::uuid is null or i.workspace_id = $1`;

const STATUSES = `
  select r.workspace_id, r.import_id, r.index, r.import_id || '/' || r.index as id, r.status as stored,
    ${statusOf('r.duplicate_of is not null or r.repeats_external_id and not r.shares_external_id')} as expected
  from importing_rows r where $1::uuid is null or r.workspace_id = $1`;

export const ROW_STATUSES: FigureCheck = {
  figure: 'import.rowStatus',
  figures: STATUSES,
  repair: `
    update importing_rows r set status = s.expected from (${STATUSES}) s
    where r.workspace_id = s.workspace_id and r.import_id = s.import_id and r.index = s.index and s.stored <> s.expected`,
  lockedTables: ['importing_rows'],
};

export const IMPORT_COUNTS: FigureCheck = {
  figure: 'import.counts',
  figures: COUNTED,
  repair: `
    update importing_imports i set total = c.total, ready = c.ready, errors = c.errors, duplicates = c.duplicates,
      excluded = c.excluded, ready_change = c.change from (${COUNTED}) c
    where i.workspace_id = c.workspace_id and i.id = c.id and c.stored <> c.expected`,
  lockedTables: ['importing_imports', 'importing_rows'],
};
