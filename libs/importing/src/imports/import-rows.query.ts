import type { Statement, Values } from '@app/kernel';

/** Where a row belongs: the first two columns of every key in this context. */
export interface ImportKey {
  readonly workspaceId: string;
  readonly importId: string;
}

/** Enters rows that were read, given as a JSON array in the form of `readRows`. */
export function insertRows({ workspaceId, importId }: ImportKey, chunk: string): Statement {
  return {
    name: 'importing.insert-rows',
    text: `
      insert into importing_rows (workspace_id, import_id, index, line, raw, date, description, read_description, amount,
        type, category, notes, external_id, errors, warnings)
      select $1, $2, r.index, r.line, r.raw, r.date, r.description, r.description, r.amount,
        r.type, r.category, r.notes, r.external_id, r.errors, r.warnings
      from json_to_recordset($3::json) as r (index integer, line integer, raw jsonb, date date, description text,
        amount bigint, type text, category text, notes text, external_id text, errors jsonb, warnings jsonb)`,
    values: [workspaceId, importId, chunk],
  };
}

/**
 * Files rows under the categories that the file names, where nobody chose another. A row that is filed stays so, also when
 * its category gets another name.
 */
export function resolveCategories({ workspaceId, importId }: ImportKey): Statement {
  return {
    text: `
      with named as (
        select distinct category, type from importing_rows
        where workspace_id = $1 and import_id = $2 and category is not null and type is not null and category_id is null
      ), found as (select category, type, ledger_category_named($1, type, category) as id from named)
      update importing_rows r set category_id = found.id from found
      where r.workspace_id = $1 and r.import_id = $2 and r.category = found.category and r.type = found.type
        and not r.edits ? 'categoryId' and r.category_id is null and found.id is not null`,
    values: [workspaceId, importId],
  };
}

/**
 * Finds the rows that the account has already and gives every row its status.
 *
 * A row is compared by date, signed amount and the description as it was read, counted by occurrence: of three equal rows
 * against one live transaction the first is the duplicate. Rows that a person excluded or included keep their place in the
 * count, so that a decision about one row changes no other. Source: contract section 12, "Duplicates".
 */
export function evaluateRows({ workspaceId, importId }: ImportKey, accountId: string): Statement {
  return {
    text: `
      with entered as materialized (
        select r.index, r.date, case r.type when 'expense' then -r.amount else r.amount end as signed,
          fold_text(coalesce(r.read_description, r.description)) as text, r.external_id
        from importing_rows r
        where r.workspace_id = $1 and r.import_id = $2 and r.errors = '[]' and r.amount <> 0
      ), known as materialized (
        select e.id, e.date, e.signed_amount as signed, fold_text(e.description) as text, e.trashed
        from (select min(date) as first_day, max(date) as last_day from entered) span
        cross join lateral ledger_account_entries($1, $3, span.first_day, span.last_day) e
      ), repeated as (
        select index from (
          select index, row_number() over (partition by external_id order by index) as n
          from entered where external_id is not null) numbered
        where n > 1
      ), same_external_id as (
        select entered.index, taken.id from entered join ledger_external_ids($1, $3,
          (select coalesce(array_agg(external_id), '{}') from entered where external_id is not null)) taken
          on taken.external_id = entered.external_id
        where entered.index not in (select index from repeated)
      ), row_occurrence as (
        select index, date, signed, text, row_number() over (partition by date, signed, text order by index) as n
        from entered
        where index not in (select index from same_external_id) and index not in (select index from repeated)
      ), known_occurrence as (
        select id, date, signed, text, row_number() over (partition by date, signed, text order by id) as n
        from known where not trashed and id not in (select id from same_external_id)
      ), found as (
        select index, id from same_external_id
        union all
        select row_occurrence.index, known_occurrence.id
        from row_occurrence join known_occurrence using (date, signed, text, n)
      ), in_trash as (
        select distinct row_occurrence.index from row_occurrence join known using (date, signed, text) where known.trashed
      ), judged as (
        select r.index, found.id as duplicate_of,
          repeated.index is not null as repeats_external_id,
          in_trash.index is not null and found.id is null as matches_trashed,
          case
            when r.excluded or r.amount is not distinct from 0 then 'excluded'
            when r.errors <> '[]' then 'error'
            when (found.id is not null or repeated.index is not null) and not r.include_duplicate then 'duplicate'
            else 'ready' end as status
        from importing_rows r left join found using (index) left join repeated using (index) left join in_trash using (index)
        where r.workspace_id = $1 and r.import_id = $2
      )
      update importing_rows r set duplicate_of = judged.duplicate_of, repeats_external_id = judged.repeats_external_id,
        matches_trashed = judged.matches_trashed, status = judged.status
      from judged
      where r.workspace_id = $1 and r.import_id = $2 and r.index = judged.index
        and (r.duplicate_of, r.repeats_external_id, r.matches_trashed, r.status) is distinct from
          (judged.duplicate_of, judged.repeats_external_id, judged.matches_trashed, judged.status)`,
    values: [workspaceId, importId, accountId],
  };
}

/**
 * Lays a person's edits over what was read, and takes away the errors and warnings that they settle. An amount given by
 * hand is in the account's currency; it fits as long as the file or the person says which way it went.
 */
export function applyEdits({ workspaceId, importId }: ImportKey): Statement {
  const amountFits = `r.edits ? 'amount' and coalesce(r.edits->>'type', r.type) is not null`;
  const unsettled = (list: string) => `(
    select coalesce(jsonb_agg(one), '[]') from jsonb_array_elements(r.${list}) one
    where not case
      when one->>'code' like 'DATE%' then r.edits ? 'date'
      when one->>'code' like 'AMOUNT%' or one->>'code' = 'CURRENCY_MISMATCH' then ${amountFits}
      when one->>'code' like 'DESCRIPTION%' then r.edits ? 'description'
      else false end)`;
  return {
    text: `
      update importing_rows r set
        date = coalesce((r.edits->>'date')::date, r.date),
        description = coalesce(r.edits->>'description', r.description),
        amount = case when ${amountFits} then (r.edits->>'amount')::bigint else r.amount end,
        type = coalesce(r.edits->>'type', r.type),
        category_id = case when r.edits ? 'categoryId' then (r.edits->>'categoryId')::uuid else r.category_id end,
        errors = ${unsettled('errors')}, warnings = ${unsettled('warnings')}
      where r.workspace_id = $1 and r.import_id = $2 and r.edits <> '{}'`,
    values: [workspaceId, importId],
  };
}

/** Takes all rows away and gives what a person decided about each of them. */
export function takeRows({ workspaceId, importId }: ImportKey): Statement {
  return {
    text: `
      with gone as (
        delete from importing_rows where workspace_id = $1 and import_id = $2
        returning line, edits, excluded, include_duplicate)
      select coalesce(json_agg(gone), '[]')::text as decisions from gone
      where edits <> '{}' or excluded or include_duplicate`,
    values: [workspaceId, importId],
  };
}

/** Gives rows the decisions that were made about the same lines before. */
export function giveDecisions({ workspaceId, importId }: ImportKey, decisions: string): Statement {
  return {
    text: `
      update importing_rows r set edits = d.edits, excluded = d.excluded, include_duplicate = d.include_duplicate
      from json_to_recordset($3::json) as d (line integer, edits jsonb, excluded boolean, include_duplicate boolean)
      where r.workspace_id = $1 and r.import_id = $2 and r.line = d.line`,
    values: [workspaceId, importId, decisions],
  };
}

/** Counts the rows by status into the import. */
export function countRows({ workspaceId, importId }: ImportKey): Statement {
  return {
    text: `
      update importing_imports i set total = c.total, ready = c.ready, errors = c.errors, duplicates = c.duplicates,
        excluded = c.excluded
      from (
        select count(*)::int as total, count(*) filter (where status = 'ready')::int as ready,
          count(*) filter (where status = 'error')::int as errors,
          count(*) filter (where status = 'duplicate')::int as duplicates,
          count(*) filter (where status = 'excluded')::int as excluded
        from importing_rows where workspace_id = $1 and import_id = $2) c
      where i.workspace_id = $1 and i.id = $2
      returning i.total, i.ready, i.errors, i.duplicates, i.excluded`,
    values: [workspaceId, importId],
  };
}

/**
 * The categories that a commit would make, with how many of its rows need each. Where an expense needs one, an income
 * beside it is a refund.
 */
export function neededCategories({ workspaceId, importId }: ImportKey): Statement {
  return {
    text: `
      select min(category) as name, count(*)::int as count,
        case when bool_or(type = 'expense') then 'expense' else 'income' end as kind
      from importing_rows
      where workspace_id = $1 and import_id = $2 and status = 'ready' and category is not null and category_id is null
        and not edits ? 'categoryId'
      group by fold_text(category) order by 1`,
    values: [workspaceId, importId],
  };
}

/** Files the rows that need a category under the one that was made for them. */
export function fileUnder({ workspaceId, importId }: ImportKey, name: string, id: string): Statement {
  return {
    text: `
      update importing_rows set category_id = $4
      where workspace_id = $1 and import_id = $2 and status = 'ready' and category_id is null
        and category is not null and fold_text(category) = fold_text($3) and not edits ? 'categoryId'`,
    values: [workspaceId, importId, name, id],
  };
}

/** The categories under which rows that are ready stand. */
export function usedCategories({ workspaceId, importId }: ImportKey): Statement {
  return {
    text: `
      select distinct category_id as id from importing_rows
      where workspace_id = $1 and import_id = $2 and status = 'ready' and category_id is not null`,
    values: [workspaceId, importId],
  };
}

/**
 * The rows that are ready, for the ledger to enter, in the order of time: a statement that lists its newest row first is
 * turned round. A duplicate that is included all the same loses its external id.
 */
export function readyRows({ workspaceId, importId }: ImportKey): (values: Values) => string {
  return (values) => {
    const [workspace, made] = [values.bind(workspaceId), values.bind(importId)];
    // A scalar subquery is computed once; as a join PostgreSQL might compute it for every row.
    const newestFirst = `(
      select (array_agg(date order by index))[1] > (array_agg(date order by index desc))[1] from importing_rows
      where workspace_id = ${workspace} and import_id = ${made} and date is not null)`;
    return `
      select row_number() over (order by r.date, case when ${newestFirst} then -r.index else r.index end) as ordinal,
        r.date, r.type, r.amount, r.description, coalesce(r.read_description, r.description) as imported_description,
        r.notes, r.category_id, case when r.edits ? 'categoryId' then 'person' else 'import' end as category_source,
        case when r.duplicate_of is null and not r.repeats_external_id then r.external_id end as external_id
      from importing_rows r
      where r.workspace_id = ${workspace} and r.import_id = ${made} and r.status = 'ready'`;
  };
}

/** What some of an account's transactions come to together, from the account's side. */
export function sumOfEntries(workspaceId: string, accountId: string, transactionIds: readonly string[]): Statement {
  return {
    text: `
      select coalesce(sum(e.signed_amount), 0)::bigint as amount
      from ledger_account_entries($1, $2, '-infinity', 'infinity') e where e.id = any($3::uuid[])`,
    values: [workspaceId, accountId, transactionIds],
  };
}

/** A page of rows as JSON, by index, from an index on. */
export function selectRows(
  { workspaceId, importId }: ImportKey,
  limit: number,
  after: string | null = null,
  status: string | null = null,
): Statement {
  return {
    name: 'importing.rows',
    text: `
      select ${ROW_JSON} as body, r.index::text as index from importing_rows r
      where r.workspace_id = $1 and r.import_id = $2 and ($4::int is null or r.index > $4)
        and ($5::text is null or r.status = $5)
      order by r.index limit $3`,
    values: [workspaceId, importId, limit, after, status],
  };
}

const MATCHES_TRASHED = JSON.stringify([
  { code: 'MATCHES_TRASHED', detail: 'A transaction in the trash is equal to this row.' },
]);

const ROW_JSON = `(select row_to_json(answer)::text from (select
  r.index, r.line, r.raw, r.date, r.description, money_text(r.amount) as amount, r.type, r.category,
  r.category_id as "categoryId", r.external_id as "externalId", r.status, r.errors,
  case when r.matches_trashed then r.warnings || '${MATCHES_TRASHED}'::jsonb else r.warnings end as warnings,
  r.duplicate_of as "duplicateOf", r.excluded or r.amount is not distinct from 0 as excluded, r.edits <> '{}' as edited
) answer)`;
