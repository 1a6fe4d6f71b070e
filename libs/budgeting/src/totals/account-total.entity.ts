import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Span } from './calendar-spans.js';

const AccountTotalSchema = defineEntity({
  name: 'AccountTotal',
  tableName: 'budgeting_account_totals',
  properties: {
    workspaceId: p.uuid().primary(),
    accountId: p.uuid().primary(),
    type: p.text().primary().$type<'expense' | 'income'>(),
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
 * What live transactions of an account count as expense or as income in a month and in a year, with what its days or
 * months are: spending adds,
 * earning takes away. Only statements read and write it (decision 0050).
 */
export class AccountTotal extends AccountTotalSchema.class {}
AccountTotalSchema.setClass(AccountTotal);
