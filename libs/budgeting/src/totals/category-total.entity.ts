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
    /** Minor units of the base currency. May exceed the range of bigint. */
    amount: p.decimal().columnType('numeric'),
    count: p.bigint(),
    /** Amounts by day of the month or by month of the year. Elements without entries are null or missing. */
    partAmounts: p.array().columnType('numeric[]').default([]),
    partCounts: p.array().columnType('int[]').default([]),
  },
});

/**
 * Totals of a category's live transactions in a month or year. Spending is positive. Only SQL reads and writes them
 * (decision 0017).
 */
export class CategoryTotal extends CategoryTotalSchema.class {}
CategoryTotalSchema.setClass(CategoryTotal);
