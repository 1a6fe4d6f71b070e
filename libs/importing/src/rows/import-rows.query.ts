import type { Statement } from '@app/kernel';
import type { Values } from '@app/kernel';
import type { ImportKey } from './import-key.js';
import type { RowStatus } from './import-row.entity.js';
import { readyParts } from './row-parts.query.js';
import { transferCandidate } from './transfer-candidates.query.js';

export function insertRows({ workspaceId, importId }: ImportKey, chunk: string): Statement {
  return {
    name: 'importing.insert-rows',
    text: `
      insert into importing_rows (workspace_id, import_id, index, line, raw, date, description, read_description, amount,
        type, category, category_source, notes, external_id, errors, warnings, chronological_index, balance, expected_balance, details,
        installment_months, parts, page)
      select $1, $2, r.index, r.line, r.raw, r.date, r.description, r.description, r.amount,
        r.type, r.category, case when r.category is not null then 'file' end, r.notes, r.external_id, coalesce(r.errors, '[]'),
        coalesce(r.warnings, '[]'), r.chronological_index, r.balance, r.expected_balance, r.details, r.installment_months, r.parts, r.page
      from json_to_recordset($3::json) as r (index integer, line integer, raw jsonb, date date, description text,
        amount bigint, type text, category text, notes text, external_id text, errors jsonb, warnings jsonb,
        chronological_index integer, balance bigint, expected_balance bigint, details json, installment_months smallint, parts jsonb, page integer)`,
    values: [workspaceId, importId, chunk],
  };
}

/**
 * Applies edits to rows, and removes the errors and warnings that they resolve. An edited amount is in the account's
 * currency.
 * @param index index of the edited row, or null for all rows
 */
export function applyEdits({ workspaceId, importId }: ImportKey, index: number | null = null): Statement {
  const amountFits = `r.edits ? 'amount' and coalesce(r.edits->>'type', r.type) is not null`;
  const unresolved = (list: string) => `(
    select coalesce(jsonb_agg(issue), '[]') from jsonb_array_elements(r.${list}) issue
    where not case
      when issue->>'code' like 'DATE%' then r.edits ? 'date'
      when issue->>'code' like 'AMOUNT%' or issue->>'code' = 'CURRENCY_MISMATCH' then ${amountFits}
      when issue->>'code' like 'DESCRIPTION%' then r.edits ? 'description'
      else false end)`;
  return {
    text: `
      update importing_rows r set
        date = coalesce((r.edits->>'date')::date, r.date),
        description = coalesce(r.edits->>'description', r.description),
        amount = case when ${amountFits} then (r.edits->>'amount')::bigint else r.amount end,
        type = coalesce(r.edits->>'type', r.type),
        category_id = case when r.edits ? 'categoryId' then (r.edits->>'categoryId')::uuid else r.category_id end,
        category_source = case when r.edits ? 'categoryId' then 'person' else r.category_source end,
        errors = ${unresolved('errors')}, warnings = ${unresolved('warnings')}
      where r.workspace_id = $1 and r.import_id = $2 and r.edits <> '{}' and ($3::integer is null or r.index = $3)`,
    values: [workspaceId, importId, index],
  };
}

export const NOT_BOOKED = `'[{"code": "NOT_BOOKED"}]'::jsonb`;

/**
 * Returns SQL that is true for an excluded row. Unless the user decided otherwise, unbooked rows and installments of
 * known purchases are excluded. Rows with a zero amount are always excluded.
 */
export function isExcluded(r: string, matchesPlan = `${r}.matches_plan`): string {
  return `(coalesce(${r}.excluded, ${r}.warnings @> ${NOT_BOOKED} or ${matchesPlan}) or ${r}.amount is not distinct from 0)`;
}

export interface EditedRow {
  readonly index: number;
  readonly date: string | null;
  readonly amount: string | null;
  readonly type: string | null;
  readonly description: string | null;
  /** ID of the category, or name of a category that the commit would create; null without a category. */
  readonly categoryId: string | null;
  readonly folded: string | null;
  readonly externalId: string | null;
  readonly status: string;
  readonly chronologicalIndex: number | null;
  /** Decision of the user about excluding the row; null if there is none. */
  readonly isExcluded: boolean | null;
  readonly includesDuplicate: boolean;
  readonly isPart: boolean;
}

export function selectRow({ workspaceId, importId }: ImportKey, index: number): Statement {
  return {
    text: `
      select index, date::text, amount, type, description, folded, external_id as "externalId", status,
        case when category_source = 'person' then category_id::text else coalesce(category_id::text, category) end as "categoryId",
        chronological_index as "chronologicalIndex", excluded as "isExcluded", include_duplicate as "includesDuplicate",
        installment_months is not null as "isPart"
      from importing_rows
      where workspace_id = $1 and import_id = $2 and index = $3`,
    values: [workspaceId, importId, index],
  };
}

/**
 * Returns the statement that stores the edits of a row and the user's decisions. A null decision leaves the earlier
 * decision unchanged.
 */
export function saveEdits(
  { workspaceId, importId }: ImportKey,
  index: number,
  edits: object,
  excluded: boolean | null,
  includeDuplicate: boolean | null,
): Statement {
  return {
    text: `
      update importing_rows set edits = edits || $4::jsonb, excluded = coalesce($5, excluded),
        include_duplicate = coalesce($6, include_duplicate)
      where workspace_id = $1 and import_id = $2 and index = $3`,
    values: [workspaceId, importId, index, JSON.stringify(edits), excluded, includeDuplicate],
  };
}

export function deleteRows({ workspaceId, importId }: ImportKey): Statement {
  return {
    text: `
      with deleted as (
        delete from importing_rows where workspace_id = $1 and import_id = $2
        returning index, page, line, edits, excluded, include_duplicate
      ), numbered as (select *, row_number() over (partition by page, line order by index) as position from deleted)
      select coalesce(json_agg(numbered), '[]')::text as decisions from numbered
      where edits <> '{}' or excluded is not null or include_duplicate`,
    values: [workspaceId, importId],
  };
}

/**
 * Applies earlier decisions to rows with the same line. Several rows on a line, as in single-line OFX files, match by
 * position.
 */
export function restoreDecisions({ workspaceId, importId }: ImportKey, decisions: string): Statement {
  return {
    text: `
      update importing_rows r set edits = d.edits, excluded = d.excluded, include_duplicate = d.include_duplicate
      from json_to_recordset($3::json)
        as d (page integer, line integer, position integer, edits jsonb, excluded boolean, include_duplicate boolean),
        (select index, page, line, row_number() over (partition by page, line order by index) as position
        from importing_rows where workspace_id = $1 and import_id = $2) same
      where r.workspace_id = $1 and r.import_id = $2 and same.line = d.line and same.page is not distinct from d.page and same.position = d.position
        and r.index = same.index`,
    values: [workspaceId, importId, decisions],
  };
}

/** Selects the rows to import in chronological order. A duplicate that the user included loses its external ID. */
export function readyRows({ workspaceId, importId }: ImportKey): (values: Values) => string {
  return (values) => {
    const [workspace, statementImport] = [values.bind(workspaceId), values.bind(importId)];
    // PostgreSQL runs a scalar subquery once but might run a join once per row.
    const newestFirst = `(
      select (array_agg(date order by index))[1] > (array_agg(date order by index desc))[1] from importing_rows
      where workspace_id = ${workspace} and import_id = ${statementImport} and date is not null)`;
    return `
      select r.index as row, row_number() over (order by r.date, case when ${newestFirst} then -r.index else r.index end) as ordinal,
        r.date, r.type, r.amount, r.description,
        case when r.read_description is null then r.folded else fold_text(r.description) end as folded_description,
        coalesce(r.read_description, r.description) as imported_description,
        r.notes, r.category_id, case when r.category_source in ('person', 'rule') then r.category_source else 'import' end as category_source,
        case when r.duplicate_of is null and not r.repeats_external_id then r.external_id end as external_id,
        divided.parts
      from importing_rows r left join (
        select index, jsonb_agg(
          jsonb_build_object('amount', item->'amount', 'category_id', category_id, 'notes', item->'notes') order by n) as parts
        from (${readyParts(workspace, statementImport)}) part group by index
      ) divided using (index)
      where r.workspace_id = ${workspace} and r.import_id = ${statementImport} and r.status = 'ready'`;
  };
}

/** Maximum size of the rows in a response. */
const MAX_ROWS_BYTES = 4 * 1024 * 1024;

export interface RowSelection {
  readonly limit: number;
  readonly after?: string | null;
  readonly status?: RowStatus | null;
}

/** Selects rows as JSON. `body` is null for rows that do not fit in the response. */
export function selectRows(values: Values, { workspaceId, importId }: ImportKey, selection: RowSelection): string {
  const [workspace, id] = [values.bind(workspaceId), values.bind(importId)];
  const { limit, after = null, status = null } = selection;
  const [afterIndex, ofStatus] = [values.bind(after), values.bind(status)];
  return `
    select case when sum(octet_length(s.body)) over (order by s.index) - octet_length(s.body) < ${MAX_ROWS_BYTES} then s.body end as body,
      s.index::text as index
    from (
      select ${ROW_JSON} as body, r.index
      from importing_rows r join importing_imports i on i.workspace_id = r.workspace_id and i.id = r.import_id
      where r.workspace_id = ${workspace} and r.import_id = ${id} and (${afterIndex}::int is null or r.index > ${afterIndex})
        and (${ofStatus}::text is null or r.status = ${ofStatus})
      order by r.index limit ${values.bind(limit)}) s
    order by s.index`;
}

/** Warnings that depend on other data. The database stores only flags; reading adds the text. */
const MATCHES_TRASHED = JSON.stringify([
  { code: 'MATCHES_TRASHED', detail: 'A transaction in the trash matches this row.' },
]);
const BALANCE_BREAK = `jsonb_build_array(jsonb_build_object('code', 'BALANCE_BREAK', 'detail',
  'The statement''s balance of ' || money_text(r.balance) || ' does not follow from the chronologically previous row.'))`;

const EXTERNAL_ID_REUSED = JSON.stringify([
  {
    code: 'EXTERNAL_ID_REUSED',
    detail:
      'A transaction has the same external ID but another date, amount and description. If this is a different transaction, include the row.',
  },
]);
/** Some banks reuse IDs, because they number the transactions in each file from 1. */
const REUSES_EXTERNAL_ID = `r.external_id is not null and r.duplicate_of is not null and exists (
  select from ledger_live_transactions(r.workspace_id) t
  where t.id = r.duplicate_of and t.date <> r.date and (t.type, t.amount) is distinct from (r.type, r.amount)
    and t.folded_description <> r.folded)`;
const EXTERNAL_ID_REPEATED = JSON.stringify([
  {
    code: 'EXTERNAL_ID_REPEATED',
    detail: 'Different rows of the file have the same external ID, so only the first one keeps it.',
  },
]);
const POSSIBLE_DUPLICATE = JSON.stringify([
  {
    code: 'POSSIBLE_DUPLICATE',
    detail:
      'A transaction that was not imported has the same amount within 3 days. Exclude the row if it is a duplicate.',
  },
]);

/** Tags that rules add. Existing tags keep their spelling. */
const TAGS = `case when r.tags is null then '[]' else (
  select json_agg(coalesce(g.name, tag.name) order by tag.n) from jsonb_array_elements_text(r.tags) with ordinality as tag (name, n)
  left join ledger_tag_names(r.workspace_id) g on g.folded_name = fold_text(tag.name)) end`;

const ROW_JSON = `(select row_to_json(answer)::text from (select
  r.index, r.page, r.line, r.raw, r.date, r.description, money_text(r.amount) as amount, r.type, r.category,
  r.category_id as "categoryId", r.category_source as "categorySource", ${TAGS} as tags, r.external_id as "externalId", r.status, r.errors,
  r.warnings || case when r.expected_balance <> r.balance then ${BALANCE_BREAK} else '[]' end
    || case when ${REUSES_EXTERNAL_ID} then '${EXTERNAL_ID_REUSED}'::jsonb else '[]' end
    || case when r.shares_external_id then '${EXTERNAL_ID_REPEATED}'::jsonb else '[]' end
    || case when r.possible_duplicate_of is not null then '${POSSIBLE_DUPLICATE}'::jsonb else '[]' end
    || case when r.matches_trashed then '${MATCHES_TRASHED}'::jsonb else '[]' end as warnings,
  coalesce(r.duplicate_of, r.possible_duplicate_of) as "duplicateOf", r.details, ${transferCandidate('r', 'i')} as "transferCandidate",
  ${isExcluded('r')} as excluded, r.edits <> '{}' as edited
) answer)`;

export function selectFingerprint({ workspaceId, importId }: ImportKey): Statement {
  return {
    name: 'importing.select-fingerprint',
    text: `
      select md5(concat_ws('|', i.status, i.account_id, i.mapping, i.parse_options, (
          select string_agg(md5(concat_ws('|', r.index, r.date, r.amount, r.type, r.description, r.edits, r.excluded,
            r.include_duplicate)), '' order by r.index)
          from importing_rows r where r.workspace_id = i.workspace_id and r.import_id = i.id), (
          select string_agg(md5(e::text), '' order by e.id)
          from ledger_import_entries(i.workspace_id, i.id) e))) as fingerprint
      from importing_imports i where i.workspace_id = $1 and i.id = $2`,
    values: [workspaceId, importId],
  };
}

/** Selects a digest of the committed transactions. Omits IDs, because they differ after a repeated import. */
export function selectEntriesState({ workspaceId, importId }: ImportKey): Statement {
  return {
    name: 'importing.select-entries-state',
    text: `
      select md5(concat(i.new_categories, string_agg(md5(row(e.import_row, e.type, e.date, e.amount, e.description, e.notes,
        case when e.category_id <> all(i.created_categories) then e.category_id end, e.external_id, array(
          select g.folded_name from ledger_tag_names(i.workspace_id) g where g.id = any(e.tag_ids) order by 1))::text), ''
        order by e.import_row))) as state
      from importing_imports i left join lateral ledger_import_entries(i.workspace_id, i.id) e on true
      where i.workspace_id = $1 and i.id = $2 group by i.workspace_id, i.id`,
    values: [workspaceId, importId],
  };
}
