import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

/** What an account's own statement would list, as it was first offered to imports. */
export const ENTRIES = `
  -- What an account's own statement would list: each transaction from the account's side, with its description as it was
  -- imported, live ones and those that the trash still keeps.
  create function ledger_account_entries(workspace uuid, account uuid, first_day date, last_day date)
  returns table (id uuid, date date, signed_amount bigint, description text, trashed boolean)
  language sql stable parallel safe as $$
    select t.id, t.date, t.signed_amount, coalesce(t.imported_description, t.description), t.deleted_at is not null
    from ledger_transactions t
    where t.workspace_id = workspace and t.account_id = account and t.date between first_day and last_day
      and (t.deleted_at is null or t.deleted_at > now() - interval '30 days')
    union all
    select t.id, t.date, t.to_amount, coalesce(t.imported_description, t.description), t.deleted_at is not null
    from ledger_transactions t
    where t.workspace_id = workspace and t.to_account_id = account and t.date between first_day and last_day
      and (t.deleted_at is null or t.deleted_at > now() - interval '30 days')
  $$;
  -- Which live transaction of an account has an external id.
  create function ledger_external_ids(workspace uuid, account uuid, ids text[])
  returns table (id uuid, external_id text) language sql stable parallel safe as $$
    select t.id, t.external_id from ledger_transactions t
    where t.workspace_id = workspace and t.account_id = account and t.external_id = any(ids) and t.deleted_at is null
  $$;`;

class StatementEntries extends Migration {
  override up(): void {
    this.addSql(ENTRIES);
    this.addSql(CATEGORY_NAMED);
  }

  override down(): void {
    this.addSql(`drop function ledger_category_named, ledger_external_ids, ledger_account_entries;`);
  }
}

const CATEGORY_NAMED = `
  -- The category that a name means for an expense or an income: of that kind first, else of the other (a refund).
  create function ledger_category_named(workspace uuid, wanted_kind text, wanted_name text) returns uuid
  language sql stable strict parallel safe as $$
    select c.id from ledger_categories c
    where c.workspace_id = workspace and c.folded_name = fold_text(wanted_name)
    order by c.kind <> wanted_kind, c.archived_at is not null, c.parent_id is not null, c.id limit 1
  $$;`;

export const statementEntries: NamedMigration = {
  name: '0007-ledger-statement-entries',
  recordedAs: '0008-ledger-statement-entries',
  class: StatementEntries,
};
