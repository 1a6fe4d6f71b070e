import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class InvoiceIds extends Migration {
  override up(): void {
    this.addSql(`
      alter table ledger_transactions add column invoice_ids uuid[]
        constraint ledger_transactions_invoice_ids check (cardinality(invoice_ids) between 1 and 100);`);
    this.addSql(`
      create index ledger_transactions_without_invoice on ledger_transactions (workspace_id, signed_amount, currency, date)
        where deleted_at is null and invoice_ids is null and account_id is not null
          and type not in ('transfer', 'adjustment');`);
  }

  override down(): void {
    this.addSql(`alter table ledger_transactions drop column invoice_ids;`);
  }
}

/** Adds the live invoices of a transaction, and an index that finds transactions without an invoice by amount. */
export const invoiceIds: NamedMigration = { name: '0022-ledger-invoice-ids', class: InvoiceIds };
