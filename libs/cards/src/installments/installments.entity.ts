import { defineEntity, p } from '@mikro-orm/postgresql';

const InstallmentsSchema = defineEntity({
  name: 'Installments',
  tableName: 'cards_installments',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    transactionId: p.uuid(),
    months: p.smallint(),
    createdAt: p.datetime(3),
    /** Day on which the plan was deleted; null if it was not. Statements that closed before this day do not change. */
    endedOn: p.date().strictNullable(),
  },
});

export class Installments extends InstallmentsSchema.class {}
InstallmentsSchema.setClass(Installments);
