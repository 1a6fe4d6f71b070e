import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

/** The entries of an account name those that an import of its own statements made. */
class ImportedEntries extends Migration {
  override up(): void {
    this.addSql(entries(', imported boolean', ', t.import_id is not null', ', false'));
  }

  override down(): void {
    this.addSql(entries('', '', ''));
  }
}

function entries(column: string, ofAccount: string, ofReceiver: string): string {
  const transactions = (account: string) => `
      from ledger_transactions t
      where t.workspace_id = workspace and t.${account} = account and t.date between first_day and last_day
        and (t.deleted_at is null or t.deleted_at > now() - interval '30 days')`;
  return `
    drop function ledger_account_entries;
    -- The transactions that the account's own statement would list, from the account's side, with their descriptions as they
    -- were imported: live ones and those that the trash still keeps. The receiving side of a transfer is not imported.
    create function ledger_account_entries(workspace uuid, account uuid, first_day date, last_day date)
    returns table (id uuid, date date, signed_amount bigint, description text, trashed boolean, external_id text${column})
    language sql stable parallel safe as $$
      select t.id, t.date, t.signed_amount, coalesce(t.imported_description, t.description), t.deleted_at is not null,
        t.external_id${ofAccount}${transactions('account_id')}
      union all
      select t.id, t.date, t.to_amount, coalesce(t.imported_description, t.description), t.deleted_at is not null,
        null${ofReceiver}${transactions('to_account_id')}
    $$;`;
}

export const importedEntries: NamedMigration = { name: '0209-ledger-imported-entries', class: ImportedEntries };
