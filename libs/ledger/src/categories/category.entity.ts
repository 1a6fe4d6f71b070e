import { defineEntity, p } from '@mikro-orm/postgresql';

export type CategoryKind = 'expense' | 'income';

const CategorySchema = defineEntity({
  name: 'Category',
  tableName: 'ledger_categories',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    parentId: p.uuid().nullable(),
    kind: p.text().$type<CategoryKind>(),
    archivedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
  },
});

/** What money is spent on or earned by; a tree of any depth, of one kind from the root down. */
export class Category extends CategorySchema.class {}
CategorySchema.setClass(Category);
