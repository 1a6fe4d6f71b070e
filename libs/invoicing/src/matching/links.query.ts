import type { Statement, UnitOfWork } from '@app/kernel';
import { notExpired } from '@app/kernel';

/** A stored invoice while it is locked. */
export interface StoredInvoice extends Record<string, unknown> {
  readonly id: string;
  readonly uuid: string;
  readonly sha256: string;
  readonly isTrashed: boolean;
}

/** Locks the invoices with these IDs or fiscal UUIDs in the order of their IDs. */
export function lockInvoices(workspaceId: string, column: 'id' | 'uuid', ids: readonly string[], now: Date): Statement {
  return {
    text: `
      select i.id, i.uuid, i.sha256, i.deleted_at is not null as "isTrashed" from invoicing_invoices i
      where i.workspace_id = $1 and i.${column} = any($2::uuid[]) and ${notExpired('i', '$3')} order by i.id for update`,
    values: [workspaceId, ids, now],
  };
}

/** An invoice and a transaction that pays it. */
export interface InvoiceLink extends Record<string, unknown> {
  readonly invoiceId: string;
  readonly transactionId: string;
}

/** Removes all links of locked invoices, including those to trashed transactions, and returns them. */
export async function removeLinks(work: UnitOfWork, invoiceIds: readonly string[]): Promise<InvoiceLink[]> {
  const links = await work.query<InvoiceLink>({
    text: `
      select l.invoice_id as "invoiceId", l.transaction_id as "transactionId" from invoicing_links l
      where l.workspace_id = $1 and l.invoice_id = any($2::uuid[]) order by l.transaction_id`,
    values: [work.workspaceId, invoiceIds],
  });
  if (links.length > 0) await work.query(setLinks(work.workspaceId, links, false));
  return links;
}

/** Links pairs of invoices and transactions, or unlinks them, together with the files of the invoices. */
export function setLinks(workspaceId: string, pairs: readonly InvoiceLink[], linked: boolean): Statement {
  const write = linked
    ? `insert into invoicing_links (workspace_id, invoice_id, transaction_id)
        select $1, p.invoice_id, p.transaction_id from pair p on conflict do nothing`
    : `delete from invoicing_links l using pair p
        where l.workspace_id = $1 and l.invoice_id = p.invoice_id and l.transaction_id = p.transaction_id`;
  return {
    text: `
      with pair as (select * from unnest($2::uuid[], $3::uuid[]) as p (invoice_id, transaction_id)),
      written as (${write})
      select files_link_invoices($1, $2::uuid[], $3::uuid[], $4), ledger_link_invoices($1, $2::uuid[], $3::uuid[], $4)`,
    values: [
      workspaceId,
      pairs.map(({ invoiceId }) => invoiceId),
      pairs.map(({ transactionId }) => transactionId),
      linked,
    ],
  };
}
