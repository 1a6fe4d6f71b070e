import { defineEntity, p } from '@mikro-orm/postgresql';

const AccountDaySchema = defineEntity({
  name: 'AccountDay',
  tableName: 'ledger_account_days',
  properties: {
    workspaceId: p.uuid().primary(),
    accountId: p.uuid().primary(),
    day: p.date().primary(),
    moved: p.bigint(),
    lowered: p.bigint().default('0'),
    entries: p.integer(),
  },
});

/**
 * Daily totals of an account's live transactions, including both sides of transfers: net change (`moved`), sum of all
 * decreases as a positive amount (`lowered`) and number of entries. Past balances follow from these totals (decision
 * 0017). Only SQL statements read and write them.
 */
export class AccountDay extends AccountDaySchema.class {}
AccountDaySchema.setClass(AccountDay);
