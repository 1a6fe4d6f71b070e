import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { DomainEvents } from '@app/kernel';
import { CategoriesDeleted, CategoryReplaced, CategoryUses } from '@app/ledger';

/** Prevents the deletion of categories that rules use, and replaces category IDs in rules and in the undo history. */
@Injectable()
export class RuleCategories {
  constructor(events: DomainEvents, uses: CategoryUses) {
    uses.add(usedByRules);
    events.on(CategoryReplaced, ({ fromId, toId }, work) => replaceCategory(work, fromId, toId));
    events.on(CategoriesDeleted, async ({ categoryIds }, work) => {
      await work.query({ text: FORGET, values: [work.workspaceId, categoryIds] });
    });
  }
}

async function replaceCategory(work: UnitOfWork, fromId: string, toId: string): Promise<void> {
  const values = [work.workspaceId, fromId, toId];
  await work.query({
    text: `
      update categorising_rules r set actions = (
        select jsonb_agg(case when action = ${SET_CATEGORY('$2')} then ${SET_CATEGORY('$3')} else action end order by place)
        from jsonb_array_elements(r.actions) with ordinality as numbered (action, place))
      where r.workspace_id = $1 and r.actions @> jsonb_build_array(${SET_CATEGORY('$2')})`,
    values,
  });
  await work.query({
    text: `
      update categorising_changes set
        category_id_before = case when category_id_before = $2 then $3 else category_id_before end,
        category_id = case when category_id = $2 then $3 else category_id end
      where workspace_id = $1 and $2 in (category_id_before, category_id)`,
    values,
  });
}

async function usedByRules(work: UnitOfWork, categoryIds: readonly string[]): Promise<string[]> {
  const used = await work.query<{ id: string }>({
    text: `
      select distinct action ->> 'value' as id
      from categorising_rules r cross join jsonb_array_elements(r.actions) as listed (action)
      where r.workspace_id = $1 and action ->> 'kind' = 'set_category' and (action ->> 'value')::uuid = any($2::uuid[])`,
    values: [work.workspaceId, categoryIds],
  });
  return used.map(({ id }) => id);
}

const SET_CATEGORY = (id: string) => `jsonb_build_object('kind', 'set_category', 'value', ${id}::uuid::text)`;

const FORGET = `
  update categorising_changes set
    category_source_before = case when category_id_before = any($2::uuid[]) then null else category_source_before end,
    category_id_before = case when category_id_before = any($2::uuid[]) then null else category_id_before end,
    category_source = case when category_id = any($2::uuid[]) then null else category_source end,
    category_id = case when category_id = any($2::uuid[]) then null else category_id end
  where workspace_id = $1 and (category_id_before = any($2::uuid[]) or category_id = any($2::uuid[]))`;
