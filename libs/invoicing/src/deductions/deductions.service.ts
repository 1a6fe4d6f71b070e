import { Injectable } from '@nestjs/common';
import { Database, Money } from '@app/kernel';
import { DeductionsTooLarge, MAX_DEDUCTION_RELATIONS, TaxYearUnknown } from '../invoicing.problems.js';
import type { DeductionInvoice } from './deductions.js';
import { deductionsOf } from './deductions.js';
import type { DeductionsRequest } from './deductions.request.js';
import type { DeductionsView } from './deductions.view.js';
import { FIVE_UMA, NOTES, SOURCES, USES } from './years.js';

@Injectable()
export class Deductions {
  constructor(private readonly database: Database) {}

  /**
   * Reads only relations and payments between stored invoices of the same issuer, because an invoice may have thousands
   * of others. Compares fiscal UUIDs as text, because a payment may name an invoice without one.
   * @throws TaxYearUnknown, DeductionsTooLarge
   */
  async report(workspaceId: string, { year, rfc, totalIncome }: DeductionsRequest): Promise<DeductionsView> {
    const fiveUma = FIVE_UMA.get(year);
    if (fiveUma === undefined) throw TaxYearUnknown(year, [...FIVE_UMA.keys()].join(', '));
    const invoices = await this.database.read<DeductionInvoice & Record<string, unknown>>(workspaceId, {
      name: 'invoicing.deductions',
      text: `
        with stored as materialized (
          select i.*, upper(i.uuid::text) as fiscal, i.kind = 'income' and i.use_code = any($4::text[])
            and i.issued_at >= $2 and i.issued_at < $3 and (i.receiver_rfc = $5 or exists (
              select from invoicing_taxpayers t where t.workspace_id = $1 and t.rfc = i.receiver_rfc)) as deducts
          from invoicing_invoices i where i.workspace_id = $1 and i.deleted_at is null
        ), parties as materialized (
          select distinct issuer_rfc, receiver_rfc from stored where deducts
        ), related as materialized (
          select i.id, r.uuid, r.relation, min(r.n) as n
          from stored i cross join lateral (
            select one->>'uuid' as uuid, n, case when one->'relation'->>'code' = '04' then '04' else '' end as relation
            from jsonb_array_elements(i.document->'related') with ordinality as of_invoice (one, n)) r
          where (i.kind = 'credit' or i.issued_at >= $2) and i.issuer_rfc in (select p.issuer_rfc from parties p)
            and (r.relation = '04' and (i.issuer_rfc, r.uuid) in (select t.issuer_rfc, t.fiscal from stored t)
              or i.kind = 'credit' and (i.issuer_rfc, i.receiver_rfc, r.uuid) in (
                select t.issuer_rfc, t.receiver_rfc, t.fiscal from stored t
                where (t.issuer_rfc, t.receiver_rfc) in (select p.issuer_rfc, p.receiver_rfc from parties p)))
          group by 1, 2, 3 limit ${MAX_DEDUCTION_RELATIONS + 1}
        ), paid as materialized (
          select i.id, p.one->>'uuid' as uuid, p.one->>'currency' as currency, p.one->'form'->>'code' as form,
            sum((p.one->>'paid')::numeric)::text as paid
          from stored i cross join jsonb_array_elements(i.document->'payments') as p (one)
          where i.kind = 'payment' and i.issued_at >= $2 and i.issuer_rfc in (select p.issuer_rfc from parties p)
            and ((i.issuer_rfc, p.one->>'uuid') in (
              select t.issuer_rfc, t.fiscal from stored t where t.deducts)) is true
          group by 1, 2, 3, 4 limit ${MAX_DEDUCTION_RELATIONS + 1}
        ), related_of as (
          select r.id, json_agg(json_build_object('relation', r.relation, 'uuid', r.uuid) order by r.n) as list
          from related r group by r.id
        ), paid_by as (
          select p.id, json_agg(json_build_object('uuid', p.uuid, 'paid', p.paid, 'currency', p.currency,
            'form', p.form)) as list
          from paid p group by p.id
        )
        select i.id, i.fiscal as uuid, i.kind, i.issuer_rfc as issuer, i.receiver_rfc as receiver, i.use_code as use,
          i.currency, i.document->>'total' as total, i.document->>'rate' as rate, i.document->'paymentForm'->>'code' as form,
          i.document->'verification'->>'seal' as seal, i.document->'verification'->>'totals' as totals, i.deducts,
          coalesce(related_of.list, '[]') as related, coalesce(paid_by.list, '[]') as payments
        from stored i
        left join related_of on related_of.id = i.id
        left join paid_by on paid_by.id = i.id
        where i.deducts or related_of.id is not null or paid_by.id is not null or i.fiscal in (select r.uuid from related r)
        order by i.issued_at, i.id`,
      values: [workspaceId, `${year}`, `${year + 1}`, Object.keys(USES), rfc],
    });
    const relations = invoices.reduce((sum, { related, payments }) => sum + related.length + payments.length, 0);
    if (relations > MAX_DEDUCTION_RELATIONS) throw DeductionsTooLarge();
    const { items, excluded, ...report } = await deductionsOf(invoices, rfc, fiveUma, totalIncome ?? null);
    return {
      ...{ year, rfc, totalIncome: totalIncome === undefined ? null : Money.parse(totalIncome, 'MXN').toString() },
      ...{ cap: report.cap?.toString() ?? null, cappedBy: report.cappedBy },
      items: items.map((item) => ({
        ...item,
        amount: item.amount.toString(),
        excludedAmount: item.excludedAmount.toString(),
      })),
      ...{ total: report.total.toString(), totalAfterCap: report.totalAfterCap?.toString() ?? null },
      excluded: excluded.map((invoice) => ({ ...invoice, amount: invoice.amount?.toString() ?? null })),
      ...{ notes: NOTES, sources: SOURCES },
    };
  }
}
