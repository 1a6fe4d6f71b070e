import { Injectable } from '@nestjs/common';
import { DomainEvents } from '@app/kernel';
import { CategoriesDeleted, CategoryReplaced } from '@app/ledger';

@Injectable()
export class DraftCategories {
  constructor(events: DomainEvents) {
    events.on(CategoryReplaced, async ({ fromId, toId }, work) => {
      await work.query({
        text: `
          update importing_rows set category_id = $3::uuid,
            rewritten = case when rewritten->>'categoryId' = $2::uuid::text
              then rewritten || jsonb_build_object('categoryId', $3::text) else rewritten end,
            edits = case when edits ? 'categoryId' then edits || jsonb_build_object('categoryId', $3::text) else edits end
          where workspace_id = $1 and category_id = $2`,
        values: [work.workspaceId, fromId, toId],
      });
    });
    events.on(CategoriesDeleted, async ({ categoryIds }, work) => {
      await work.query({
        text: `
          update importing_rows set category_id = null, edits = edits - 'categoryId',
            category_source = case when category is not null then 'file' end
          where workspace_id = $1 and category_id = any($2::uuid[])`,
        values: [work.workspaceId, categoryIds],
      });
    });
  }
}
