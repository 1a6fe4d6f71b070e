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
    /** The part of the transaction, from 0; -1 for the transaction as a whole. */
    ordinal: p.smallint().primary(),
    type: p.text().$type<DebtType>(),
    amount: p.bigint(),
  },
});

/** A live debt between the owner and a contact. It follows from a transaction, by statements alone (decision 0040). */
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
    /** Whether it moved since it was last looked at whether it came to zero. */
    hasMoved: p.boolean().default(false),
  },
});

/** What the debts of a contact in a currency add up to, kind by kind, in minor units. It follows from the debts. */
export class DebtTotal extends DebtTotalSchema.class {}
DebtTotalSchema.setClass(DebtTotal);
