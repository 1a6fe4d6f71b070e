import { defineEntity, p } from '@mikro-orm/postgresql';

const SettlementSchema = defineEntity({
  name: 'Settlement',
  tableName: 'household_settlements',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    fromId: p.uuid(),
    toId: p.uuid(),
    currency: p.text(),
    amount: p.bigint(),
    date: p.date(),
    note: p.text().strictNullable(),
    createdAt: p.datetime(3),
  },
});

/** A payment between two members that settles shared expenses. */
export class Settlement extends SettlementSchema.class {}
SettlementSchema.setClass(Settlement);
