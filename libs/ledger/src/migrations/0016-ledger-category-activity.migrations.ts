import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

/** What the ledger offers to statements about its categories: their tree, and what counts under them. */
class CategoryActivity extends Migration {
  override up(): void {
    this.addSql(ACTIVITY);
    this.addSql(CATEGORY_TREE);
    this.addSql(UNCONVERTED);
  }

  override down(): void {
    this.addSql(`
      drop function ledger_unconverted, ledger_category_subtrees, ledger_category_names, ledger_live_activity,
        ledger_imported_activity, ledger_activity;
      drop index ledger_transactions_unconverted, ledger_splits_unconverted, ledger_transactions_parted;`);
  }
}

export const ACTIVITY = `
  -- What transactions count under their categories, in minor units of the base currency: spending adds, earning takes
  -- away. Parts count by their own category; debts, and what has no base amount, do not count. Live and trashed alike.
  create function ledger_activity(workspace uuid, transactions uuid[])
  returns table (category_id uuid, day date, amount bigint) language sql stable parallel safe as $$
    select t.category_id, t.date, case t.type when 'expense' then t.base_amount else -t.base_amount end
    from ledger_transactions t
    where t.workspace_id = workspace and t.id = any(transactions)
      and t.category_id is not null and t.base_amount is not null
    union all
    select s.category_id, t.date, case s.type when 'expense' then s.base_amount else -s.base_amount end
    from ledger_transactions t join ledger_splits s on s.workspace_id = t.workspace_id and s.transaction_id = t.id
    where t.workspace_id = workspace and t.id = any(transactions) and t.split_count > 0
      and s.category_id is not null and s.base_amount is not null
  $$;
  -- The same for the transactions that an import has just made; none of them has parts.
  create function ledger_imported_activity(workspace uuid, import uuid)
  returns table (category_id uuid, day date, amount bigint) language sql stable parallel safe as $$
    select t.category_id, t.date, case t.type when 'expense' then t.base_amount else -t.base_amount end
    from ledger_transactions t
    where t.workspace_id = workspace and t.import_id = import
      and t.category_id is not null and t.base_amount is not null
  $$;
  -- The same for everything that is live, of one workspace or with null of all: what sums of it are verified against.
  create function ledger_live_activity(workspace uuid)
  returns table (workspace_id uuid, category_id uuid, day date, amount bigint) language sql stable parallel safe as $$
    select t.workspace_id, t.category_id, t.date, case t.type when 'expense' then t.base_amount else -t.base_amount end
    from ledger_transactions t
    where (workspace is null or t.workspace_id = workspace) and t.deleted_at is null
      and t.category_id is not null and t.base_amount is not null
    union all
    select t.workspace_id, s.category_id, t.date, case s.type when 'expense' then s.base_amount else -s.base_amount end
    from ledger_transactions t join ledger_splits s on s.workspace_id = t.workspace_id and s.transaction_id = t.id
    where (workspace is null or t.workspace_id = workspace) and t.deleted_at is null and t.split_count > 0
      and s.category_id is not null and s.base_amount is not null
  $$;`;

export const CATEGORY_TREE = `
  -- What the categories of a workspace are called, and where they stand.
  create function ledger_category_names(workspace uuid)
  returns table (id uuid, name text, parent_id uuid) language sql stable parallel safe as $$
    select c.id, c.name, c.parent_id from ledger_categories c where c.workspace_id = workspace
  $$;
  -- Each of the categories with everything below it, and itself.
  create function ledger_category_subtrees(workspace uuid, roots uuid[])
  returns table (root uuid, id uuid) language sql stable parallel safe as $$
    with recursive subtree as (
      select c.id as root, c.id from ledger_categories c where c.workspace_id = workspace and c.id = any(roots)
      union all
      select subtree.root, c.id from subtree
      join ledger_categories c on c.workspace_id = workspace and c.parent_id = subtree.id)
    select subtree.root, subtree.id from subtree
  $$;`;

export const UNCONVERTED = `
  create index ledger_transactions_unconverted on ledger_transactions (workspace_id, category_id, date)
    where base_amount is null and category_id is not null and deleted_at is null;
  create index ledger_splits_unconverted on ledger_splits (workspace_id, category_id, transaction_id)
    where base_amount is null and category_id is not null;
  create index ledger_transactions_parted on ledger_transactions (workspace_id, date desc, id desc)
    where split_count > 0 and deleted_at is null;
  -- What is live under a category and counts nowhere, because no rate says what it is worth in the base currency.
  create function ledger_unconverted(workspace uuid)
  returns table (transaction_id uuid, category_id uuid, day date) language sql stable parallel safe as $$
    select t.id, t.category_id, t.date from ledger_transactions t
    where t.workspace_id = workspace and t.base_amount is null and t.category_id is not null and t.deleted_at is null
    union all
    select t.id, s.category_id, t.date
    from ledger_splits s join ledger_transactions t on t.workspace_id = s.workspace_id and t.id = s.transaction_id
    where s.workspace_id = workspace and s.base_amount is null and s.category_id is not null and t.deleted_at is null
  $$;`;

export const categoryActivity: NamedMigration = { name: '0016-ledger-category-activity', class: CategoryActivity };
