import type { Opt } from '@mikro-orm/postgresql';
import { defineEntity, p } from '@mikro-orm/postgresql';

const TagSchema = defineEntity({
  name: 'Tag',
  tableName: 'ledger_tags',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** First spelling, or the spelling of the last rename. */
    name: p.text(),
    foldedName: p.text().$type<Opt<string>>().generated('fold_text(name) stored').lazy(),
    liveCount: p.integer().default(0),
  },
});

/** A tag. Only SQL reads and writes it (decision 0051). */
export class Tag extends TagSchema.class {}
TagSchema.setClass(Tag);

const TagEntrySchema = defineEntity({
  name: 'TagEntry',
  tableName: 'ledger_tag_entries',
  properties: {
    workspaceId: p.uuid().primary(),
    tagId: p.uuid().primary(),
    live: p.boolean().primary(),
    date: p.date().primary(),
    transactionId: p.uuid().primary(),
  },
});

/** Inverse of `tag_ids` of a live or trashed transaction. */
export class TagEntry extends TagEntrySchema.class {}
TagEntrySchema.setClass(TagEntry);
