import type { Rows } from '@app/categorising';
import type { Statement } from '@app/kernel';
import { Values } from '@app/kernel';
import { evaluated } from '../rows/duplicates.query.js';
import type { ImportKey } from '../rows/import-key.js';
import { categoriesNamed, CHOSEN, NAMED_NOW } from './category-suggestions.query.js';

/**
 * Runs a query on importing_rows as if all rows were validated now. Does not write anything.
 * @param parts indexes of rows that are installments of the account's plans
 * @param suggested result of `RuleRunning.suggest` for `rowsToSuggest`; null if no rule is enabled
 */
export function ofValidatedRows(
  key: ImportKey,
  accountId: string,
  parts: readonly number[],
  suggested: Rows | null,
  read: (values: Values) => string,
): Statement {
  const values = new Values();
  const [workspace, id] = [values.bind(key.workspaceId), values.bind(key.importId)];
  values.bind(accountId);
  values.bind(parts);
  const text = `
    with ${evaluated()}, suggested as materialized (
      ${suggested === null ? NONE_SUGGESTED : suggested(values)}
    ), validated as materialized (
      select r.index, j.status, j.duplicate_of, j.possible_duplicate_of, j.repeats_external_id, j.shares_external_id,
        j.matches_trashed, j.matches_plan,
        case
          when ${CHOSEN} or r.category_source = 'history' and s.id is null then r.category_id
          when s.id is not null then s.category_id
          else ${NAMED_NOW} end as category_id,
        case
          when ${CHOSEN} then r.category_source
          when s.id is not null then 'rule'
          when r.category is not null then 'file'
          when r.category_source = 'history' then 'history' end as category_source,
        t.added_tags
      from importing_rows r join judged j on j.index = r.index
      left join (${categoriesNamed(values, key)}) named on named.name = r.category and named.kind = r.type
      left join suggested s on s.id = r.index and s.category_source = 'rule'
      left join suggested t on t.id = r.index
      where r.workspace_id = ${workspace} and r.import_id = ${id}
    ), importing_rows as not materialized (
      select r.workspace_id, r.import_id, r.index, r.page, r.line, r.raw, r.date, r.description, r.read_description, r.folded,
        r.amount, r.type, r.balance, r.expected_balance, r.category, v.category_id, v.category_source, r.notes, r.parts,
        r.external_id, r.tracking_key, r.details, r.errors, r.warnings, r.edits, r.excluded, r.include_duplicate,
        v.repeats_external_id, v.shares_external_id, v.duplicate_of, v.possible_duplicate_of,
        v.matches_trashed, v.matches_plan, v.status, to_jsonb(v.added_tags) as tags
      from importing_rows r join validated v on v.index = r.index
      where r.workspace_id = ${workspace} and r.import_id = ${id}
    )
    ${read(values)}`;
  return { text, values: values.list };
}

const NONE_SUGGESTED = `select null::integer as id, null::uuid as category_id, null as category_source, null::text[] as added_tags where false`;
