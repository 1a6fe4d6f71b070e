import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

/** Contexts above the ledger see the tags of transactions, by their ids. */
class TagsForRules extends Migration {
  override up(): void {
    this.addSql(`drop function ledger_live_transactions, ledger_import_entries;`);
    this.addSql(functions(', tag_ids uuid[]', ', t.tag_ids'));
    this.addSql(`
      -- The tags of these names, those of them that there are.
      create function ledger_tag_ids(workspace uuid, names text[]) returns uuid[] language sql stable parallel safe as $$
        select array(
          select g.id from ledger_tags g
          where g.workspace_id = workspace and g.folded_name in (select fold_text(name) from unnest(names) as given (name)))
      $$;`);
  }

  override down(): void {
    this.addSql(`drop function ledger_tag_ids, ledger_live_transactions, ledger_import_entries;`);
    this.addSql(functions('', ''));
  }
}

/** The functions that were there before, with one more column. */
function functions(column: string, value: string): string {
  return `
    -- The live transactions of a workspace as others may look at them: texts also folded, in the form that q compares, and
    -- who chose the category. The search text holds both folded texts, in two lines.
    create function ledger_live_transactions(workspace uuid)
    returns table (id uuid, account_id uuid, type text, date date, description text, notes text, folded_description text,
      folded_notes text, amount bigint, currency text, category_id uuid, category_source text, split_count smallint,
      import_id uuid${column})
    language sql stable parallel safe as $$
      select t.id, t.account_id, t.type, t.date, t.description, t.notes, split_part(t.search_text, E'\\n', 1),
        case when t.notes is not null then split_part(t.search_text, E'\\n', 2) end, t.amount, t.currency, t.category_id,
        case when t.category_id is not null then coalesce(t.category_source, 'person') end, t.split_count, t.import_id${value}
      from ledger_transactions t
      where t.workspace_id = workspace and t.deleted_at is null
    $$;
    -- What an import made and what has become of it, by the row that each transaction was made of; what the trash no longer
    -- keeps is gone.
    create function ledger_import_entries(workspace uuid, import uuid)
    returns table (id uuid, import_row integer, account_id uuid, type text, date date, amount bigint, description text,
      notes text, category_id uuid, contact_id uuid, split_count smallint, external_id text, trashed boolean${column})
    language sql stable parallel safe as $$
      select t.id, t.import_row, t.account_id, t.type, t.date, t.amount, t.description, t.notes, t.category_id, t.contact_id,
        t.split_count, t.external_id, t.deleted_at is not null${value}
      from ledger_transactions t
      where t.workspace_id = workspace and t.import_id = import
        and (t.deleted_at is null or t.deleted_at > now() - interval '30 days')
    $$;`;
}

export const tagsForRules: NamedMigration = { name: '0097-ledger-tags-for-rules', class: TagsForRules };
