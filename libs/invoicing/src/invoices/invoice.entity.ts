import type { Opt } from '@mikro-orm/postgresql';
import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Cfdi, CfdiKind } from '@app/cfdi';

const AMOUNT = `case
    when document->>'kind' in ('income', 'credit', 'payroll')
      and coalesce(document->'payroll'->>'net', document->>'total')::numeric between 0.01 and 9999999999999.99
      and coalesce(document->'payroll'->>'net', document->>'total')::numeric * 100
        = trunc(coalesce(document->'payroll'->>'net', document->>'total')::numeric * 100)
    then (coalesce(document->'payroll'->>'net', document->>'total')::numeric * 100)::bigint end`;

const InvoiceSchema = defineEntity({
  name: 'Invoice',
  tableName: 'invoicing_invoices',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** Hash of the XML, as lower-case hex. */
    sha256: p.text(),
    document: p.json<Cfdi>().lazy(),
    createdAt: p.datetime(3),
    deletedAt: p.datetime(3).strictNullable(),
    uuid: p.uuid().$type<Opt<string>>().generated(`(document->>'uuid')::uuid stored`),
    kind: p.text().$type<Opt<CfdiKind>>().generated(`document->>'kind' stored`),
    issuerRfc: p.text().$type<Opt<string>>().generated(`document->'issuer'->>'rfc' stored`),
    receiverRfc: p.text().$type<Opt<string>>().generated(`document->'receiver'->>'rfc' stored`),
    useCode: p.text().$type<Opt<string>>().generated(`document->'use'->>'code' stored`),
    issuedAt: p.text().$type<Opt<string>>().generated(`document->>'issuedAt' stored`),
    currency: p.text().$type<Opt<string>>().generated(`document->>'currency' stored`),
    /**
     * Paid amount in hundredths: the total, or the net pay of payroll. Null if none is paid or it has fractions of a
     * cent.
     */
    amount: p.bigint().$type<Opt<bigint | null>>().generated(`${AMOUNT} stored`).nullable(),
    size: p.integer().$type<Opt<number>>().generated('octet_length(document::text) stored'),
  },
});

/** An invoice (CFDI 4.0) with the contents of its XML. */
export class Invoice extends InvoiceSchema.class {}
InvoiceSchema.setClass(Invoice);

const LinkSchema = defineEntity({
  name: 'InvoiceLink',
  tableName: 'invoicing_links',
  properties: {
    workspaceId: p.uuid().primary(),
    invoiceId: p.uuid().primary(),
    transactionId: p.uuid().primary(),
  },
});

/** A link from an invoice to a transaction that pays it. Only SQL reads and writes links. */
export class InvoiceLink extends LinkSchema.class {}
LinkSchema.setClass(InvoiceLink);
