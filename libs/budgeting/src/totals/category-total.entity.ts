import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Span } from './spans.js';

const CategoryTotalSchema = defineEntity({
  name: 'CategoryTotal',
  tableName: 'budgeting_totals',
  properties: {
    workspaceId: p.uuid().primary(),
    categoryId: p.uuid().primary(),
    span: p.text().primary().$type<Span>(),
    firstDay: p.date().primary(),
    /** Minor units of the base currency. A sum may be larger than a bigint holds. */
    amount: p.decimal().columnType('numeric'),
  },
});

/**
 * What live transactions count under a category on a day, in a month and in a year: spending adds, earning takes away. Only
 * statements read and write it (decision 0018).
 */
export class CategoryTotal extends CategoryTotalSchema.class {}
CategoryTotalSchema.setClass(CategoryTotal);
