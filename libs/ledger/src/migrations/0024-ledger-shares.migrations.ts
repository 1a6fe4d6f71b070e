import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class Shares extends Migration {
  override up(): void {
    this.addSql(`
      alter table ledger_transactions
        add column paid_by uuid,
        add column share_member_ids uuid[],
        add column share_amounts bigint[],
        add column share_weights smallint[],
        add constraint ledger_transactions_paid_by check (paid_by is null or type = 'expense'),
        add constraint ledger_transactions_shares check (case
          when share_member_ids is null then num_nonnulls(share_amounts, share_weights) = 0
          else type = 'expense' and cardinality(share_member_ids) between 1 and 50
            and share_amounts is not null and cardinality(share_amounts) = cardinality(share_member_ids)
            and 0 <= all(share_amounts)
            and (share_weights is null or cardinality(share_weights) = cardinality(share_member_ids)) end);`);
    this.addSql(`
      create index ledger_transactions_shared on ledger_transactions (workspace_id, date)
        where paid_by is not null and share_member_ids is not null and deleted_at is null;`);
  }

  override down(): void {
    this.addSql(`
      alter table ledger_transactions drop column paid_by, drop column share_member_ids, drop column share_amounts,
        drop column share_weights;`);
  }
}

/** Adds the member who paid an expense and the shares of the members. */
export const shares: NamedMigration = { name: '0024-ledger-shares', class: Shares };
