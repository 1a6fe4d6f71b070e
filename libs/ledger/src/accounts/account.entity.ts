import { defineEntity, p } from '@mikro-orm/postgresql';
import type { AccountKind } from './account-type.js';

export type AccountStatus = 'active' | 'archived' | 'closed';
export type FxMode = 'auto' | 'fixed';

const AccountSchema = defineEntity({
  name: 'Account',
  tableName: 'ledger_accounts',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text(),
    typeKey: p.text(),
    kind: p.text().$type<AccountKind>(),
    bank: p.text().nullable(),
    currency: p.text(),
    openingPosition: p.bigint(),
    openingDate: p.date(),
    position: p.bigint(),
    fxMode: p.text().$type<FxMode>(),
    fixedRate: p.bigint().nullable(),
    apy: p.text().nullable(),
    alertThreshold: p.bigint().nullable(),
    status: p.text().$type<AccountStatus>(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/**
 * An account of the owner, with its position: opening position plus every live transaction. The position is stored so
 * that it need not be summed (decision 0005); only statements that also write the transactions change it.
 */
export class Account extends AccountSchema.class {}
AccountSchema.setClass(Account);
