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
 * By how much the live transactions of a day moved an account's position, by how much those did that lowered it (a positive
 * figure; what raised it is both together), and how many they are; both sides of transfers count. Only statements read and
 * write it: past balances follow from it without a sum over the transactions (decision 0017).
 */
export class AccountDay extends AccountDaySchema.class {}
AccountDaySchema.setClass(AccountDay);
