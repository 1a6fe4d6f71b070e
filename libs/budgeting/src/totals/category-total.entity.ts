import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Span } from './calendar-spans.js';

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
    /** Of how many transactions and parts it is. */
    count: p.bigint(),
    /** The same of each day of the month, or of each month of the year; null or absent where there is nothing. */
    partAmounts: p.array().columnType('numeric[]').default([]),
    partCounts: p.array().columnType('int[]').default([]),
  },
});

/**
 * What live transactions count under a category in a month and in a year, with what its days or
 * months are: spending adds, earning takes away. Only
 * statements read and write it (decision 0018).
 */
export class CategoryTotal extends CategoryTotalSchema.class {}
CategoryTotalSchema.setClass(CategoryTotal);
