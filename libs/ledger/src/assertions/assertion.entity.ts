import { defineEntity, p } from '@mikro-orm/postgresql';

const AssertionSchema = defineEntity({
  name: 'Assertion',
  tableName: 'ledger_assertions',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    accountId: p.uuid(),
    date: p.date(),
    /** Asserted balance as users see it, in minor units. */
    balance: p.bigint(),
    note: p.text().strictNullable(),
    /** Import that created the assertion; null if a caller created it. */
    importId: p.uuid().strictNullable(),
    /** Time of the last change to the date or balance. Later changes to the account explain a difference. */
    since: p.datetime(3),
    actualThen: p.bigint(),
    /** Latest change that `actualThen` includes. */
    lastChange: p.bigint(),
    /** Latest change whose crossing has been announced. */
    announcedChange: p.bigint(),
    /** Time at which the assertion broke, as last announced; null if it held. */
    brokenSince: p.datetime(3).strictNullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/** Balance that an account should have at the end of a day. The actual balance is never stored (decision 0102). */
export class Assertion extends AssertionSchema.class {}
AssertionSchema.setClass(Assertion);

const BalanceChangeSchema = defineEntity({
  name: 'BalanceChange',
  tableName: 'ledger_balance_changes',
  properties: {
    workspaceId: p.uuid().primary(),
    accountId: p.uuid().primary(),
    number: p.bigint().primary(),
    at: p.datetime(3),
    actorKind: p.text(),
    actorId: p.uuid().nullable(),
    actorName: p.text().nullable(),
    kind: p.text(),
    transactionId: p.uuid().nullable(),
    dayBefore: p.date().nullable(),
    amountBefore: p.bigint().nullable(),
    day: p.date().nullable(),
    amount: p.bigint().nullable(),
  },
});

/** A change to past days of an account with later assertions. Only SQL statements read and write it (decision 0102). */
export class BalanceChange extends BalanceChangeSchema.class {}
BalanceChangeSchema.setClass(BalanceChange);
