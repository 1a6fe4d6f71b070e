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
    /** When it was deleted: what closed before that day stays as it was. */
    endedOn: p.date().strictNullable(),
  },
});

/** A purchase that is paid in months without interest. Its amount, date and account are those of its transaction. */
export class Installments extends InstallmentsSchema.class {}
InstallmentsSchema.setClass(Installments);
