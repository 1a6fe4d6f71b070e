import type { Cfdi } from '@app/cfdi';
import type { Position, Statement } from '@app/kernel';
import { notExpired, Values } from '@app/kernel';
import type { ListInvoicesRequest } from './invoice.request.js';
import type { InvoiceView } from './invoice.view.js';

/** Maximum size of the documents on a page. A page of large documents may have fewer items than its limit. */
const MAX_PAGE_BYTES = 4 * 1024 * 1024;

type Computed = Pick<
  InvoiceView,
  'id' | 'issuedAt' | 'direction' | 'match' | 'transactionIds' | 'fileId' | 'createdAt' | 'deletedAt'
>;

export interface InvoiceRow extends Computed, Record<string, unknown> {
  /** Null if the document does not fit on the page. */
  readonly document: Cfdi | null;
}

const COLUMNS = `
  i.id, i.issued_at as "issuedAt", i.direction, matched.match, paid."transactionIds",
  (select k.file_id from files_of_invoices($1) k where k.invoice_id = i.id) as "fileId",
  instant_text(i.created_at) as "createdAt", instant_text(i.deleted_at) as "deletedAt"`;

const FROM = `
  from invoicing_directed($1) i cross join lateral (
    select coalesce(json_agg(l.transaction_id order by l.transaction_id), '[]') as "transactionIds", count(*) as count
    from invoicing_live_links($1) l where l.invoice_id = i.id and i.deleted_at is null) paid
  cross join lateral (select case
    when i.deleted_at is not null then 'none'
    when paid.count > 0 then 'linked'
    when exists (select from ledger_transactions_without_invoice($1) t
      where t.signed_amount = i.amount * i.sign and t.currency = i.currency) then 'suggested'
    else 'none' end as match) matched`;

export function selectInvoices(workspaceId: string, ids: readonly string[], now: Date): Statement {
  return {
    name: 'invoicing.invoices',
    text: `select ${COLUMNS}, i.document ${FROM} where i.id = any($2::uuid[]) and ${notExpired('i', '$3')}`,
    values: [workspaceId, ids, now],
  };
}

export function listInvoices(
  workspaceId: string,
  { limit, deleted, kind, direction, year, issuer, use, match }: ListInvoicesRequest,
  position: Position | undefined,
  now: Date,
): Statement {
  const values = new Values();
  values.bind(workspaceId);
  const conditions = [
    deleted ? `i.deleted_at is not null and ${notExpired('i', values.bind(now))}` : 'i.deleted_at is null',
  ];
  if (kind !== undefined) conditions.push(`i.kind = ${values.bind(kind)}`);
  if (direction !== undefined) conditions.push(`i.direction = ${values.bind(direction)}`);
  if (year !== undefined)
    conditions.push(`i.issued_at >= ${values.bind(`${year}`)} and i.issued_at < ${values.bind(`${year + 1}`)}`);
  if (issuer !== undefined) conditions.push(`i.issuer_rfc = ${values.bind(issuer)}`);
  if (use !== undefined) conditions.push(`i.use_code = ${values.bind(use)}`);
  if (match !== undefined) conditions.push(`matched.match = ${values.bind(match)}`);
  if (position) {
    const [at, id] = position;
    conditions.push(`(i.issued_at, i.id) < (${values.bind(at)}, ${values.bind(id)}::uuid)`);
  }
  return {
    text: `
      select p.id, p."issuedAt", p.direction, p.match, p."transactionIds", p."fileId", p."createdAt", p."deletedAt",
        case when sum(p.size) over earlier - p.size <= ${MAX_PAGE_BYTES} then p.document end as document
      from (
        select ${COLUMNS}, i.document, i.size ${FROM} where ${conditions.join(' and ')}
        order by i.issued_at desc, i.id desc limit ${limit + 1}) p
      window earlier as (order by p."issuedAt" desc, p.id desc) order by p."issuedAt" desc, p.id desc`,
    values: values.list,
  };
}

/** Deletes expired invoices and returns their IDs. `uuids` selects fiscal UUIDs; null selects all. */
export function deleteExpired(
  workspaceId: string,
  uuids: readonly string[] | null,
  now: Date,
  limit: number,
): Statement {
  return {
    name: 'invoicing.delete-expired',
    text: `
      with due as (
        select i.id from invoicing_invoices i
        where i.workspace_id = $1 and ($2::uuid[] is null or i.uuid = any($2)) and not ${notExpired('i', '$3')}
        limit $4 for update skip locked
      ), deleted as (
        delete from invoicing_invoices i using due where i.workspace_id = $1 and i.id = due.id returning i.id
      )
      select deleted.id, files_unlink($1, deleted.id) from deleted`,
    values: [workspaceId, uuids, now, limit],
  };
}

export interface NewInvoice {
  readonly id: string;
  readonly sha256: string;
  /** JSON. */
  readonly document: string;
}

export function insertInvoices(workspaceId: string, invoices: readonly NewInvoice[], now: Date): Statement {
  const rows = invoices.map(({ id, sha256, document }) => `{"id":"${id}","sha256":"${sha256}","document":${document}}`);
  return {
    text: `
      insert into invoicing_invoices (workspace_id, id, sha256, document, created_at)
      select $1, r.id, r.sha256, r.document, $3
      from jsonb_to_recordset($2::jsonb) as r (id uuid, sha256 text, document jsonb)`,
    values: [workspaceId, `[${rows.join(',')}]`, now],
  };
}

/** Moves invoices to the trash, or restores them, with their links. */
export function setTrashed(workspaceId: string, ids: readonly string[], trashedAt: Date | null): Statement {
  return {
    text: `
      with moved as (
        update invoicing_invoices i set deleted_at = $3 where i.workspace_id = $1 and i.id = any($2::uuid[])
      )
      select ledger_link_invoices($1, array_agg(l.invoice_id), array_agg(l.transaction_id), $3::timestamptz is null)
      from invoicing_links l where l.workspace_id = $1 and l.invoice_id = any($2::uuid[])`,
    values: [workspaceId, ids, trashedAt],
  };
}
