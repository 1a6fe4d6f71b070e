import { defineEntity, p } from '@mikro-orm/postgresql';

const TaxpayerSchema = defineEntity({
  name: 'Taxpayer',
  tableName: 'invoicing_taxpayers',
  properties: {
    workspaceId: p.uuid().primary(),
    rfc: p.text().primary(),
    id: p.uuid(),
    name: p.text(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/** A person or company whose invoices the workspace keeps. */
export class Taxpayer extends TaxpayerSchema.class {}
TaxpayerSchema.setClass(Taxpayer);
