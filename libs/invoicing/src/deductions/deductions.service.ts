import { Injectable } from '@nestjs/common';
import { Database, Money } from '@app/kernel';
import { TaxYearUnknown } from '../invoicing.problems.js';
import type { DeductionInvoice } from './deductions.js';
import { deductionsOf } from './deductions.js';
import type { DeductionsRequest } from './deductions.request.js';
import type { DeductionsView } from './deductions.view.js';
import { FIVE_UMA, NOTES, SOURCES, USES } from './years.js';

@Injectable()
export class Deductions {
  constructor(private readonly database: Database) {}

  /** @throws TaxYearUnknown */
  async report(workspaceId: string, { year, rfc, totalIncome }: DeductionsRequest): Promise<DeductionsView> {
    const fiveUma = FIVE_UMA.get(year);
    if (fiveUma === undefined) throw TaxYearUnknown(year, [...FIVE_UMA.keys()].join(', '));
    const invoices = await this.database.read<DeductionInvoice & Record<string, unknown>>(workspaceId, {
      name: 'invoicing.deductions',
      text: `
        select i.id, upper(i.uuid::text) as uuid, i.kind, i.issuer_rfc as issuer, i.receiver_rfc as receiver, i.use_code as use,
          i.currency, i.document->>'total' as total, i.document->>'rate' as rate, i.document->'paymentForm'->>'code' as form,
          i.document->'verification'->>'seal' as seal, i.document->'verification'->>'totals' as totals, d.deducts,
          (select coalesce(json_agg(json_build_object('relation', r.one->'relation'->>'code', 'uuid', r.one->>'uuid')
              order by r.n), '[]')
            from jsonb_array_elements(i.document->'related') with ordinality as r (one, n)) as related,
          (select coalesce(json_agg(json_build_object('uuid', p.one->>'uuid', 'paid', p.one->>'paid',
              'currency', p.one->>'currency', 'form', p.one->'form'->>'code')), '[]')
            from jsonb_array_elements(i.document->'payments') as p (one)) as payments
        from invoicing_invoices i cross join lateral (
          select i.kind = 'income' and i.use_code = any($4::text[]) and i.issued_at >= $2 and i.issued_at < $3 and (i.receiver_rfc = $5 or exists (
            select from invoicing_taxpayers t where t.workspace_id = $1 and t.rfc = i.receiver_rfc)) as deducts) d
        where i.workspace_id = $1 and i.deleted_at is null and (d.deducts or i.kind = 'credit'
          or i.issued_at >= $2 and (i.kind = 'payment' or i.document @> '{"related": [{"relation": {"code": "04"}}]}')
          or i.uuid in (
            select (r.one->>'uuid')::uuid
            from invoicing_invoices c cross join jsonb_array_elements(c.document->'related') as r (one)
            where c.workspace_id = $1 and c.deleted_at is null and c.kind = 'credit'))
        order by i.issued_at, i.id`,
      values: [workspaceId, `${year}`, `${year + 1}`, Object.keys(USES), rfc],
    });
    const { items, excluded, ...report } = deductionsOf(invoices, rfc, fiveUma, totalIncome ?? null);
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
