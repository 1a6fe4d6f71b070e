import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

class TransactionSchedules extends Migration {
  override up(): void {
    this.addSql(`
      -- Of which schedule it is an occurrence, or was before it went to the trash. It follows the occurrences of schedules.
      alter table ledger_transactions add column schedule_id uuid;
      -- Says of transactions of which schedules they are occurrences; of none where that is null.
      create function ledger_set_schedules(workspace uuid, transactions uuid[], schedules uuid[]) returns void
      language sql volatile as $$
        update ledger_transactions t set schedule_id = given.schedule
        from unnest(transactions, schedules) as given (id, schedule)
        where t.workspace_id = workspace and t.id = given.id and t.schedule_id is distinct from given.schedule
      $$;
      -- What of a transaction a schedule looks at: the live ones of a workspace, or with null of all.
      create function ledger_schedulable_transactions(workspace uuid)
      returns table (workspace_id uuid, id uuid, account_id uuid, to_account_id uuid, type text, date date, amount bigint,
        currency text, folded_description text, import_id uuid, schedule_id uuid) language sql stable parallel safe as $$
        select t.workspace_id, t.id, t.account_id, t.to_account_id, t.type, t.date, t.amount, t.currency,
          split_part(t.search_text, E'\\n', 1), t.import_id, t.schedule_id
        from ledger_transactions t
        where (workspace is null or t.workspace_id = workspace) and t.deleted_at is null
      $$;
      -- Which transactions say that they are, or before the trash were, an occurrence of a schedule; with null of all workspaces.
      create function ledger_scheduled_transactions(workspace uuid)
      returns table (workspace_id uuid, id uuid, schedule_id uuid) language sql stable parallel safe as $$
        select t.workspace_id, t.id, t.schedule_id from ledger_transactions t
        where (workspace is null or t.workspace_id = workspace) and t.schedule_id is not null
      $$;
      create index ledger_transactions_schedule on ledger_transactions (workspace_id, schedule_id)
        where schedule_id is not null;
      -- In which currency the accounts of a workspace are.
      create function ledger_account_currencies(workspace uuid)
      returns table (id uuid, currency text) language sql stable parallel safe as $$
        select a.id, a.currency from ledger_accounts a where a.workspace_id = workspace
      $$;`);
  }

  override down(): void {
    this.addSql(`
      drop function ledger_set_schedules, ledger_schedulable_transactions, ledger_scheduled_transactions,
        ledger_account_currencies;
      alter table ledger_transactions drop column schedule_id;`);
  }
}

/** A transaction says of which schedule it is an occurrence. */
export const transactionSchedules: NamedMigration = {
  name: '0180-ledger-transaction-schedules',
  class: TransactionSchedules,
};
