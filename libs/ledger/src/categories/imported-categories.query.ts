import type { Statement } from '@app/kernel';
import type { CategoryKind } from './category-tree.js';
import type { MissingCategory, NewCategory, PlacedCategory } from './missing-categories.js';

/** A requested category. Its ID is null if the category does not exist. */
export interface WantedCategory extends MissingCategory, Record<string, unknown> {
  readonly id: string | null;
}

export interface ExistingCategory extends PlacedCategory, Record<string, unknown> {}

/** Returns the statement that finds categories by name or path, in the given order. */
export function wantedCategories(
  workspaceId: string,
  names: readonly { readonly name: string; readonly kind: CategoryKind }[],
): Statement {
  return {
    text: `
      select w.name, w.kind, c.id, fold_text(w.name) as folded, array(
        select fold_text(step) from unnest(string_to_array(w.name, ' > ')) with ordinality as s (step, n) order by n
      ) as "foldedSteps"
      from unnest($2::text[], $3::text[]) with ordinality as w (kind, name, n)
      join ledger_categories_named($1, $2, $3) c on c.kind = w.kind and c.name = w.name
      order by w.n`,
    values: [workspaceId, names.map(({ kind }) => kind), names.map(({ name }) => name)],
  };
}

export function categoriesNamedAs(workspaceId: string, foldedNames: readonly string[]): Statement {
  return {
    text: `
      select id, kind, parent_id as "parentId", folded_name as "foldedName" from ledger_categories
      where workspace_id = $1 and folded_name = any($2::text[])`,
    values: [workspaceId, foldedNames],
  };
}

export function insertCategories(workspaceId: string, categories: readonly NewCategory[], createdAt: Date): Statement {
  return {
    text: `
      insert into ledger_categories (workspace_id, id, name, parent_id, kind, created_at)
      select $1, c.id, c.name, c."parentId", c.kind, $3
      from json_to_recordset($2::json) as c (id uuid, name text, "parentId" uuid, kind text)`,
    values: [workspaceId, JSON.stringify(categories), createdAt],
  };
}

/** Selects the categories that only trashed transactions of the import use. They may have children. */
export const UNUSED_BUT_BY_IMPORT = `
  select c.id from ledger_categories c
  where c.workspace_id = $1 and c.id = any($2::uuid[])
    and not exists (
      select from ledger_transactions t where t.workspace_id = $1 and t.category_id = c.id
        and (t.import_id is distinct from $3 or t.deleted_at is null))
    and not exists (
      select from ledger_splits s join ledger_transactions t on t.workspace_id = $1 and t.id = s.transaction_id
      where s.workspace_id = $1 and s.category_id = c.id
        and (t.import_id is distinct from $3 or t.deleted_at is null))`;

/** Selects the unused categories whose descendants are all unused. */
export const UNUSED_SUBTREES = `
  with recursive unused as materialized (select unnest($2::uuid[]) as id), used_below as (
    select c.parent_id as id from ledger_categories c
    where c.workspace_id = $1 and c.parent_id in (select id from unused) and c.id not in (select id from unused)
    union
    select c.parent_id from used_below join ledger_categories c on c.workspace_id = $1 and c.id = used_below.id
    where c.parent_id is not null)
  select id from unused where id not in (select id from used_below) order by id`;

export const UNCATEGORIZE = `
  with parts as (
    update ledger_splits set category_id = null where workspace_id = $1 and category_id = any($2::uuid[])
    returning transaction_id)
  update ledger_transactions t set updated_at = $3,
    category_id = case when t.category_id = any($2::uuid[]) then null else t.category_id end,
    category_source = case when t.category_id = any($2::uuid[]) then null else t.category_source end
  where t.workspace_id = $1 and (t.category_id = any($2::uuid[]) or t.id in (select transaction_id from parts))`;
