import type { FigureCheck } from '@app/ledger';
import { ofWorkspace } from '@app/ledger';

const INVOICES_OF_TRANSACTIONS = `
  select t.workspace_id, t.id, t.invoice_ids as stored, due.ids as expected
  from ledger_invoice_ids($1) t
  left join (
    select l.workspace_id, l.transaction_id, array_agg(l.invoice_id order by l.invoice_id) as ids
    from invoicing_links l
    join invoicing_invoices i on i.workspace_id = l.workspace_id and i.id = l.invoice_id and i.deleted_at is null
    where ${ofWorkspace('l')} group by l.workspace_id, l.transaction_id) due
  on due.workspace_id = t.workspace_id and due.transaction_id = t.id`;

export const INVOICE_FIGURES: readonly FigureCheck[] = [
  {
    figure: 'transaction.invoiceIds',
    figures: INVOICES_OF_TRANSACTIONS,
    repair: `
      select ledger_link_invoices(workspace_id, array_agg(invoice_id), array_agg(id), linked) from (
        select f.workspace_id, f.id, one.id as invoice_id, side.linked from (${INVOICES_OF_TRANSACTIONS}) f
        cross join lateral (values (f.stored, f.expected, false), (f.expected, f.stored, true)) side (ids, others, linked)
        cross join lateral unnest(side.ids) as one (id) where one.id <> all(coalesce(side.others, '{}'))) change
      group by workspace_id, linked`,
    lockedTables: ['invoicing_invoices', 'invoicing_links'],
  },
];
