import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { ENTRIES } from './0007-ledger-statement-entries.migrations.js';

/** Transactions know the row of the import that they were made of, and imports may ask for more of them. */
class ImportRows extends Migration {
  override up(): void {
    this.addSql(`
      -- import_row is the row of the import that a transaction was made of.
      -- folded_hash finds equal descriptions as they came: a hash, because a description may be longer than an index takes,
      -- and a column, because under row-level security no index on an expression is used.
      alter table ledger_transactions
        add import_row integer,
        add folded_hash bigint not null
          generated always as (hashtextextended(fold_text(coalesce(imported_description, description)), 0)) stored;
      drop index ledger_transactions_by_import;
      create index ledger_transactions_by_import on ledger_transactions (workspace_id, import_id, import_row)
        where import_id is not null;
      create index ledger_transactions_filed on ledger_transactions
          (workspace_id, folded_hash, type, updated_at desc, id desc)
        where deleted_at is null and category_id is not null;
      drop function ledger_account_entries;`);
    this.addSql(ENTRIES_WITH_EXTERNAL_ID);
    this.addSql(IMPORT_ENTRIES);
    this.addSql(USUAL_CATEGORY);
  }

  override down(): void {
    this.addSql(
      `drop function ledger_usual_category, ledger_import_entries, ledger_account_entries, ledger_external_ids;`,
    );
    this.addSql(ENTRIES);
    this.addSql(`
      drop index ledger_transactions_filed, ledger_transactions_by_import;
      alter table ledger_transactions drop folded_hash, drop import_row;
      create index ledger_transactions_by_import on ledger_transactions (workspace_id, import_id)
        where import_id is not null;`);
  }
}

const ENTRIES_WITH_EXTERNAL_ID = `
  -- What an account's own statement would list: each transaction from the account's side, with its description as it was
  -- imported and the id that the account's bank gave it, live ones and those that the trash still keeps.
  create function ledger_account_entries(workspace uuid, account uuid, first_day date, last_day date)
  returns table (id uuid, date date, signed_amount bigint, description text, trashed boolean, external_id text)
  language sql stable parallel safe as $$
    select t.id, t.date, t.signed_amount, coalesce(t.imported_description, t.description), t.deleted_at is not null,
      t.external_id
    from ledger_transactions t
    where t.workspace_id = workspace and t.account_id = account and t.date between first_day and last_day
      and (t.deleted_at is null or t.deleted_at > now() - interval '30 days')
    union all
    select t.id, t.date, t.to_amount, coalesce(t.imported_description, t.description), t.deleted_at is not null, null
    from ledger_transactions t
    where t.workspace_id = workspace and t.to_account_id = account and t.date between first_day and last_day
      and (t.deleted_at is null or t.deleted_at > now() - interval '30 days')
  $$;`;

const IMPORT_ENTRIES = `
  -- What an import made and what has become of it, by the row that each transaction was made of; what the trash no longer
  -- keeps is gone.
  create function ledger_import_entries(workspace uuid, import uuid)
  returns table (id uuid, import_row integer, account_id uuid, type text, date date, amount bigint, description text,
    notes text, category_id uuid, contact_id uuid, split_count smallint, external_id text, trashed boolean)
  language sql stable parallel safe as $$
    select t.id, t.import_row, t.account_id, t.type, t.date, t.amount, t.description, t.notes, t.category_id, t.contact_id,
      t.split_count, t.external_id, t.deleted_at is not null
    from ledger_transactions t
    where t.workspace_id = workspace and t.import_id = import
      and (t.deleted_at is null or t.deleted_at > now() - interval '30 days')
  $$;`;

const USUAL_CATEGORY = `
  -- The category under which the latest expense or income of a folded description was filed: of the twenty that changed
  -- last, the first whose category is not archived. No row where there is none.
  create function ledger_usual_category(workspace uuid, wanted_type text, folded text) returns table (category_id uuid)
  language sql stable parallel safe as $$
    select recent.category_id
    -- Worked out beforehand: an index is compared with a plain value only.
    from (select hashtextextended(folded, 0) as hash offset 0) wanted
    cross join lateral (
      select t.category_id, t.updated_at, t.id from ledger_transactions t
      where t.workspace_id = workspace and t.folded_hash = wanted.hash and t.type = wanted_type
        and t.deleted_at is null and t.category_id is not null
        and fold_text(coalesce(t.imported_description, t.description)) = folded
      order by t.updated_at desc, t.id desc limit 20) recent
    where (select c.archived_at is null from ledger_categories c where c.workspace_id = workspace and c.id = recent.category_id)
    order by recent.updated_at desc, recent.id desc limit 1
  $$;`;

export const importRows: NamedMigration = { name: '0013-ledger-import-rows', class: ImportRows };
