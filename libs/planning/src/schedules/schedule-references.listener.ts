import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { DomainEvents, foldText } from '@app/kernel';
import { ContactDeleted, ContactInUse } from '@app/contacts';
import { AccountDeleted, AccountInUse, CategoryReplaced, CategoryUses, TagDeleted, TagReplaced } from '@app/ledger';
import { Schedule } from './schedule.entity.js';

/**
 * Prevents the deletion of accounts, categories and contacts that schedules use. Updates schedules when categories or
 * tags are replaced.
 */
@Injectable()
export class ScheduleReferences {
  constructor(events: DomainEvents, uses: CategoryUses) {
    uses.add(usedBySchedules);
    events.on(AccountDeleted, async ({ accountId }, work) => {
      if (await isNamed(work, `$2 in (account_id, to_account_id)`, accountId)) throw AccountInUse();
    });
    events.on(ContactDeleted, async ({ contactId }, work) => {
      if (await isNamed(work, `contact_id = $2`, contactId)) throw ContactInUse();
    });
    events.on(CategoryReplaced, async ({ fromId, toId }, work) => {
      await work.query({
        text: `update planning_schedules set category_id = $3 where workspace_id = $1 and category_id = $2`,
        values: [work.workspaceId, fromId, toId],
      });
    });
    events.on(TagReplaced, ({ from, to }, work) => changeTags(work, from.name, to.name));
    events.on(TagDeleted, ({ name }, work) => changeTags(work, name, null));
  }
}

async function usedBySchedules(work: UnitOfWork, categoryIds: readonly string[]): Promise<string[]> {
  const used = await work.query<{ id: string }>({
    text: `select distinct category_id::text as id from planning_schedules where workspace_id = $1 and category_id = any($2::uuid[])`,
    values: [work.workspaceId, categoryIds],
  });
  return used.map(({ id }) => id);
}

async function isNamed(work: UnitOfWork, where: string, id: string): Promise<boolean> {
  const rows = await work.query({
    text: `select from planning_schedules where workspace_id = $1 and ${where} limit 1`,
    values: [work.workspaceId, id],
  });
  return rows.length > 0;
}

/** Renames or removes a tag in all schedules. Does not leave duplicates. */
async function changeTags(work: UnitOfWork, from: string, to: string | null): Promise<void> {
  const tagged = await work.em.find(Schedule, { workspaceId: work.workspaceId, tags: { $ne: [] } });
  for (const schedule of tagged) {
    const changed = schedule.tags.flatMap((tag) => (foldText(tag) === foldText(from) ? (to ?? []) : tag));
    const folds = changed.map(foldText);
    schedule.tags = changed.filter((tag, at) => folds.indexOf(foldText(tag)) === at);
  }
  await work.flush();
}
