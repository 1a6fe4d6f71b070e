import type { Statement } from '@app/kernel';
import { STARTER_CATEGORIES } from './starter-categories.js';

/**
 * Returns the statement that deletes the starter categories, unless a category was added, renamed, moved or archived.
 */
export function removeUntouchedStarters(workspaceId: string): Statement {
  const starters = Object.entries(STARTER_CATEGORIES).flatMap(([kind, roots]) =>
    Object.entries(roots).flatMap(([root, names]) => [
      { kind, name: root, parent: null },
      ...names.map((name) => ({ kind, name, parent: root })),
    ]),
  );
  return {
    text: `
      with starter as (
        select * from json_to_recordset($2::json) as s (kind text, name text, parent text)
      )
      delete from ledger_categories c where c.workspace_id = $1 and not exists (
        select from ledger_categories category
        left join ledger_categories above on above.workspace_id = category.workspace_id and above.id = category.parent_id
        where category.workspace_id = $1 and (category.archived_at is not null or not exists (
          select from starter s
          where s.kind = category.kind and s.name = category.name and s.parent is not distinct from above.name)))`,
    values: [workspaceId, JSON.stringify(starters)],
  };
}
