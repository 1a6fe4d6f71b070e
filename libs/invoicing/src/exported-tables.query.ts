import type { ExportedTable } from '@app/kernel';
import { isLine, notExpired } from '@app/kernel';
import { MAX_INVOICES, MAX_TAXPAYERS } from './invoicing.problems.js';
import { isStoredDocument } from './invoices/stored-document.js';
import { isRfc } from './taxpayers/rfc.js';

export const INVOICING_TABLES: readonly ExportedTable[] = [
  {
    section: 'taxpayers',
    addedLater: true,
    table: 'invoicing_taxpayers',
    maxRows: MAX_TAXPAYERS,
    fields: { id: 'id', rfc: 'text', name: 'text', createdAt: 'instant', updatedAt: 'instant' },
    order: 't.id',
    allowed: { rfc: isRfc, name: isLine(1, 250) },
  },
  {
    section: 'invoices',
    addedLater: true,
    table: 'invoicing_invoices',
    maxRows: MAX_INVOICES,
    maxBatch: 4,
    fields: { id: 'id', sha256: 'text', document: 'json', createdAt: 'instant', deletedAt: 'instant?' },
    order: 't.id',
    which: notExpired('t', '$2'),
    allowed: { sha256: isLine(64, 64), document: isStoredDocument },
    left: ['uuid', 'kind', 'issuer_rfc', 'receiver_rfc', 'use_code', 'issued_at', 'currency', 'amount', 'size'],
    impossible: {
      rows: `
        select l.target_id as id from files_links_of($1, 'invoice') l where not exists (
          select from invoicing_invoices i where i.workspace_id = $1 and i.id = l.target_id)`,
      because: 'a file belongs to an invoice that does not exist',
    },
  },
  {
    section: 'invoiceLinks',
    addedLater: true,
    table: 'invoicing_links',
    fields: { invoiceId: 'id', transactionId: 'id' },
    joined: 'join invoicing_invoices i on i.workspace_id = t.workspace_id and i.id = t.invoice_id',
    order: 't.invoice_id, t.transaction_id',
    which: `${notExpired('i', '$2')} and exists (
      select from ledger_kept_transactions(t.workspace_id, $2) kept where kept.id = t.transaction_id)`,
    references: { transactionId: 'transactions' },
  },
];
