import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { secureByWorkspace } from '@app/kernel';

class Filing extends Migration {
  override up(): void {
    this.addSql(FILED_BY);
    this.addSql(FOLLOWED);
    this.addSql(secureByWorkspace('ledger_followed_workspaces'));
    this.addSql(LIVE_TRANSACTIONS);
  }

  override down(): void {
    this.addSql(`
      drop function ledger_accounts_known, ledger_latest_change, ledger_changed_transactions, ledger_live_transactions;
      drop table ledger_followed_workspaces;
      alter table ledger_transactions drop column filed_by;`);
  }
}

const FILED_BY = `
  -- Who chose the category where it was no person: null beside a category is a person's choice.
  alter table ledger_transactions add column filed_by text
    constraint ledger_transactions_filed_by
      check (filed_by is null or (filed_by in ('rule', 'import') and category_id is not null));`;

const FOLLOWED = `
  -- The workspaces in which somebody above wants to hear of every new transaction (decision 0022).
  create table ledger_followed_workspaces (
    workspace_id uuid not null,
    follower text not null,
    primary key (workspace_id, follower)
  );`;

const LIVE_TRANSACTIONS = `
  -- The live transactions of a workspace as others may look at them: texts also folded, in the form that q compares, and
  -- who chose the category. The search text holds both folded texts, in two lines.
  create function ledger_live_transactions(workspace uuid)
  returns table (id uuid, account_id uuid, type text, date date, description text, notes text, folded_description text,
    folded_notes text, amount bigint, currency text, category_id uuid, category_source text, split_count smallint,
    import_id uuid)
  language sql stable parallel safe as $$
    select t.id, t.account_id, t.type, t.date, t.description, t.notes, split_part(t.search_text, E'\n', 1),
      case when t.notes is not null then split_part(t.search_text, E'\n', 2) end, t.amount, t.currency, t.category_id,
      case when t.category_id is not null then coalesce(t.filed_by, 'person') end, t.split_count, t.import_id
    from ledger_transactions t
    where t.workspace_id = workspace and t.deleted_at is null
  $$;
  -- Which transactions, live or in the trash, changed at an instant or after it.
  create function ledger_changed_transactions(workspace uuid, since timestamptz) returns table (id uuid)
  language sql stable parallel safe as $$
    select t.id from ledger_transactions t where t.workspace_id = workspace and t.updated_at >= since
  $$;
  -- When a transaction changed last, read from the end of the index by changes.
  create function ledger_latest_change(workspace uuid) returns timestamptz language sql stable parallel safe as $$
    select t.updated_at from ledger_transactions t where t.workspace_id = workspace order by t.updated_at desc limit 1
  $$;
  -- Which of these accounts there are.
  create function ledger_accounts_known(workspace uuid, ids uuid[]) returns table (id uuid)
  language sql stable parallel safe as $$
    select a.id from ledger_accounts a where a.workspace_id = workspace and a.id = any(ids)
  $$;`;

export const filing: NamedMigration = { name: '0020-ledger-filing', class: Filing };
