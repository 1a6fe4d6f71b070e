import type { Opt } from '@mikro-orm/postgresql';
import { defineEntity, p } from '@mikro-orm/postgresql';

const TagSchema = defineEntity({
  name: 'Tag',
  tableName: 'ledger_tags',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** As it was first spelled, or renamed since. */
    name: p.text(),
    foldedName: p.text().$type<Opt<string>>().generated('fold_text(name) stored').lazy(),
    /** How many live transactions have it. */
    liveCount: p.integer().default(0),
  },
});

/** A word of the owner's on transactions, across their categories. Only statements read and write it (decision 0051). */
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

/** That a transaction, live or in the trash, has a tag: `tag_ids` of the transaction, the other way round. */
export class TagEntry extends TagEntrySchema.class {}
TagEntrySchema.setClass(TagEntry);
