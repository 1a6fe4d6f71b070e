import type { Rows } from '@app/categorising';
import type { Statement } from '@app/kernel';
import { Values } from '@app/kernel';
import type { ImportKey } from '../rows/import-key.js';
import { isDivided, partCount, readyParts } from '../rows/row-parts.query.js';

/**
 * Assigns the categories named in the file. The commit creates the missing ones.
 * @param index index of the row to update, or null for all rows
 */
export function setByFile({ workspaceId, importId }: ImportKey, index: number | null = null): Statement {
  return {
    text: `
      with named as (
        select distinct category, type from importing_rows
        where workspace_id = $1 and import_id = $2 and category is not null and category_id is null and type is not null
          and ($3::integer is null or index = $3)
      )
      update importing_rows r set category_id = found.id, category_source = 'file'
      from ledger_categories_named($1, (select array_agg(type) from named), (select array_agg(category) from named)) found
      where r.workspace_id = $1 and r.import_id = $2 and r.category = found.name and r.type = found.kind
        and r.category_id is null and not r.edits ? 'categoryId' and ($3::integer is null or r.index = $3)
        and (found.id is not null or r.category_source is distinct from 'file')`,
    values: [workspaceId, importId, index],
  };
}

/** SQL that is true if the user chose a category or removed it. Such a row gets no suggestion. */
export const CHOSEN = `r.edits ? 'categoryId'`;

/** Selects the rows of a draft for rule matching, with their index as ID. */
export function rowsOfDraft({ workspaceId, importId }: ImportKey, index: number | null): Rows {
  return (values) => `
    select ${ROW_OF_RULES}, case when ${CHOSEN} or r.category_source = 'file' then r.category_id end as category_id
    from importing_rows r join importing_imports i on i.workspace_id = r.workspace_id and i.id = r.import_id
    where r.workspace_id = ${values.bind(workspaceId)}::uuid and r.import_id = ${values.bind(importId)}::uuid
      and (${values.bind(index)}::integer is null or r.index = ${values.bind(index)})
      and r.type is not null`;
}

/** Selects rows for new suggestions. Their categories come from the file or the user, not from earlier suggestions. */
export function rowsToSuggest(key: ImportKey): Rows {
  return (values) => `
    select ${ROW_OF_RULES}, case when ${CHOSEN} then r.category_id else ${NAMED_NOW} end as category_id
    from importing_rows r join importing_imports i on i.workspace_id = r.workspace_id and i.id = r.import_id
    left join (${categoriesNamed(values, key)}) named on named.name = r.category and named.kind = r.type
    where r.workspace_id = ${values.bind(key.workspaceId)}::uuid and r.import_id = ${values.bind(key.importId)}::uuid
      and r.type is not null`;
}

const ROW_OF_RULES = `r.index as id, i.account_id, r.type, r.date, r.description, r.notes,
  fold_text(r.description) as folded_description, fold_text(r.notes) as folded_notes, r.amount, i.currency,
  case when ${CHOSEN} then 'person' when r.category is not null then 'import' end as category_source,
  ${partCount('r')} as split_count, null::uuid[] as tag_ids,
  case when ${CHOSEN} then r.category_id is null else r.category is null end as is_unfiled, ${CHOSEN} as is_chosen`;

export const NAMED_NOW = `case
  when r.category is null then null
  when r.category_source = 'file' and r.category_id is not null then r.category_id
  else named.id end`;

/** Selects the current categories for the names in the file, as name, kind and id. */
export function categoriesNamed(values: Values, { workspaceId, importId }: ImportKey): string {
  const workspace = `${values.bind(workspaceId)}::uuid`;
  return `
    with given as (
      select distinct category, type from importing_rows
      where workspace_id = ${workspace} and import_id = ${values.bind(importId)}::uuid and category is not null
        and type is not null
    )
    select name, kind, id from ledger_categories_named(
      ${workspace}, (select array_agg(type) from given), (select array_agg(category) from given))`;
}

/**
 * Selects the committed transactions of an import for rule matching, with the categories from the file or the user, but
 * without suggestions.
 */
export function enteredRows({ workspaceId, importId }: ImportKey): Rows {
  return (values) => {
    const [workspace, statementImport] = [`${values.bind(workspaceId)}::uuid`, `${values.bind(importId)}::uuid`];
    return `
      select t.id, t.account_id, t.type, t.date, t.description, t.notes, t.folded_description, t.folded_notes, t.amount,
        t.currency, t.category_id, t.category_source, t.split_count, t.tag_ids,
        case when ${CHOSEN} then t.category_id is null else r.category is null end as is_unfiled, ${CHOSEN} as is_chosen
      from ledger_live_transactions(${workspace}) t
      join ledger_import_entries(${workspace}, ${statementImport}) e on e.id = t.id
      join importing_rows r on r.workspace_id = ${workspace} and r.import_id = ${statementImport} and r.index = e.import_row
      where t.import_id = ${statementImport}`;
  };
}

/**
 * Applies the suggestions of rules, which take precedence over the file. @param suggested result of
 * `RuleRunning.suggest`
 */
export function setByRules({ workspaceId, importId }: ImportKey, suggested: Rows): Statement {
  const values = new Values();
  return {
    text: `
      update importing_rows r set tags = to_jsonb(s.added_tags),
        category_id = case s.category_source when 'rule' then s.category_id else r.category_id end,
        category_source = case s.category_source when 'rule' then 'rule' else r.category_source end
      from (${suggested(values)}) s
      where r.workspace_id = ${values.bind(workspaceId)}::uuid and r.import_id = ${values.bind(importId)}::uuid
        and r.index = s.id and (s.category_source = 'rule' or s.added_tags is not null)`,
    values: values.list,
  };
}

/** Copies the category of the latest transaction with the same description. Looks up each description once. */
export function setByHistory({ workspaceId, importId }: ImportKey, index: number | null = null): Statement {
  return {
    text: `
      with open as (
        select distinct type, folded from importing_rows r
        where workspace_id = $1 and import_id = $2 and category_source is null and category is null and not ${isDivided('r')}
          and type is not null and folded is not null and ($3::integer is null or index = $3)
      ), found as materialized (
        select open.type, open.folded, usual.category_id
        from open cross join lateral ledger_usual_category($1, open.type, open.folded) usual
      )
      update importing_rows r set category_id = found.category_id, category_source = 'history' from found
      where r.workspace_id = $1 and r.import_id = $2 and r.type = found.type and r.folded = found.folded
        and r.category_source is null and r.category is null and not ${isDivided('r')} and ($3::integer is null or r.index = $3)`,
    values: [workspaceId, importId, index],
  };
}

/** Clears the rules' suggestions for all rows, or all suggestions for one edited row. */
export function clearSuggestions({ workspaceId, importId }: ImportKey, index: number | null = null): Statement {
  const suggested = `coalesce(category_source = 'rule' or index = $3 and category_source = 'history', false)`;
  return {
    text: `
      update importing_rows set tags = null, category_id = case when ${suggested} then null else category_id end,
        category_source = case when not ${suggested} then category_source when category is not null then 'file' end
      where workspace_id = $1 and import_id = $2 and (${suggested} or tags is not null)
        and ($3::integer is null or index = $3)`,
    values: [workspaceId, importId, index],
  };
}

/**
 * Selects the categories that the commit must create. A name of both expenses and income becomes an expense category,
 * in which the income is a refund.
 */
export function neededCategories(values: Values, { workspaceId, importId }: ImportKey): string {
  const [workspace, id] = [`${values.bind(workspaceId)}::uuid`, `${values.bind(importId)}::uuid`];
  return `
    select min(category) as name, count(distinct index)::int as count,
      case when bool_or(type = 'expense') then 'expense' else 'income' end as kind
    from (
      select r.index, r.type, r.category from importing_rows r
      where r.workspace_id = ${workspace} and r.import_id = ${id} and r.status = 'ready' and r.category is not null and r.category_id is null and not r.edits ? 'categoryId'
      union all
      select index, kind, name from (${readyParts(workspace, id)}) part where name is not null and category_id is null) needed
    group by fold_text(category) order by 1`;
}

export function assignCategories(
  { workspaceId, importId }: ImportKey,
  names: readonly string[],
  ids: readonly string[],
): Statement {
  return {
    text: `
      with named as materialized (
        select fold_text(name) as folded, id from unnest($3::text[], $4::uuid[]) as named (name, id)
      )
      update importing_rows r set category_id = named.id, category_source = 'file' from named
      where r.workspace_id = $1 and r.import_id = $2 and r.status = 'ready' and r.category_id is null
        and fold_text(r.category) = named.folded and not r.edits ? 'categoryId'`,
    values: [workspaceId, importId, names, ids],
  };
}

export function usedCategories({ workspaceId, importId }: ImportKey): Statement {
  return {
    text: `
      select category_id as id from importing_rows
      where workspace_id = $1 and import_id = $2 and status = 'ready' and category_id is not null
      union
      select category_id from (${readyParts('$1::uuid', '$2::uuid')}) part where category_id is not null`,
    values: [workspaceId, importId],
  };
}

/** Stores the changes that rules made, so that an undo can distinguish them from later edits. */
export function saveRewritten({ workspaceId, importId }: ImportKey): Statement {
  return {
    text: `
      update importing_rows r set rewritten =
        jsonb_build_object('description', e.description, 'notes', e.notes, 'categoryId', e.category_id, 'tagIds', e.tag_ids)
      from ledger_import_entries($1, $2) e
      where r.workspace_id = $1 and r.import_id = $2 and r.index = e.import_row
        and ((e.description, e.notes, e.category_id) is distinct from (r.description, r.notes, r.category_id)
          or e.tag_ids is not null)`,
    values: [workspaceId, importId],
  };
}
