import { defineEntity, p } from '@mikro-orm/postgresql';
import type { DebtType } from './settlement.js';

const DebtSchema = defineEntity({
  name: 'Debt',
  tableName: 'contacts_debts',
  properties: {
    workspaceId: p.uuid().primary(),
    contactId: p.uuid().primary(),
    currency: p.text().primary(),
    date: p.date().primary(),
    transactionId: p.uuid().primary(),
    /** Index of the split, or -1 for a whole transaction. */
    ordinal: p.smallint().primary(),
    type: p.text().$type<DebtType>(),
    amount: p.bigint(),
  },
});

/** Debt of a live transaction. Only SQL statements write debts (decision 0006). */
export class Debt extends DebtSchema.class {}
DebtSchema.setClass(Debt);

const DebtTotalSchema = defineEntity({
  name: 'DebtTotal',
  tableName: 'contacts_debt_totals',
  properties: {
    workspaceId: p.uuid().primary(),
    contactId: p.uuid().primary(),
    currency: p.text().primary(),
    lent: p.decimal().columnType('numeric'),
    borrowed: p.decimal().columnType('numeric'),
    repaymentReceived: p.decimal().columnType('numeric'),
    repaymentMade: p.decimal().columnType('numeric'),
    /** True if the balance changed since the last check for settlements. */
    hasMoved: p.boolean().default(false),
  },
});

/** Sums of a contact's debts in one currency by type, in minor units. */
export class DebtTotal extends DebtTotalSchema.class {}
DebtTotalSchema.setClass(DebtTotal);
