import type { Opt } from '@mikro-orm/postgresql';
import { defineEntity, p } from '@mikro-orm/postgresql';

const TagSchema = defineEntity({
  name: 'Tag',
  tableName: 'ledger_tags',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** Spelling when the tag was first used or last renamed. */
    name: p.text(),
    foldedName: p.text().$type<Opt<string>>().generated('fold_text(name) stored').lazy(),
    liveCount: p.integer().default(0),
  },
});

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

/** A tag on a live or trashed transaction. The inverse of `tag_ids`. */
export class TagEntry extends TagEntrySchema.class {}
TagEntrySchema.setClass(TagEntry);
