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
    /** Minor units of the base currency; may exceed the range of bigint. */
    amount: p.decimal().columnType('numeric'),
    count: p.bigint(),
    /** Amounts by day of the month or month of the year; null or absent without entries. */
    partAmounts: p.array().columnType('numeric[]').default([]),
    partCounts: p.array().columnType('int[]').default([]),
  },
});

/** Total of a category's live transactions in a month or year; spending is positive. Used by SQL only (decision 0018). */
export class CategoryTotal extends CategoryTotalSchema.class {}
CategoryTotalSchema.setClass(CategoryTotal);
