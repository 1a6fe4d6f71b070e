import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { ACTIVITY, CATEGORY_TREE, UNCONVERTED } from './0016-ledger-category-activity.migrations.js';

/** What counts as spending and as earning is said in one place, of transactions without a category too. */
class CountedParts extends Migration {
  override up(): void {
    this.addSql(`
      drop function ledger_activity, ledger_imported_activity, ledger_live_activity, ledger_unconverted, ledger_category_names;
      drop index ledger_transactions_unconverted, ledger_splits_unconverted;
      create index ledger_transactions_without_rate on ledger_transactions (workspace_id, date)
        where base_amount is null and deleted_at is null and type in ('expense', 'income');`);
    this.addSql(COUNTED_PARTS);
    this.addSql(COUNTED_ACTIVITY);
    this.addSql(NAMES);
  }

  override down(): void {
    this.addSql(`
      drop function ledger_account_names, ledger_category_names, ledger_category_subtrees, ledger_unconverted,
        ledger_live_activity, ledger_imported_activity, ledger_activity, ledger_counted_parts;
      drop index ledger_transactions_without_rate, ledger_transactions_parted;`);
    for (const before of [ACTIVITY, CATEGORY_TREE, UNCONVERTED]) this.addSql(before);
  }
}

export const COUNTED_PARTS = `
  -- Everything that counts as spending or earning: each expense and income, or each part of one that is split. \`type\` is
  -- what it counts as: the kind of its category, or what it is where it has none. The amount is in minor units of the base
  -- currency, spending positive and earning negative; null where no rate says what it is worth, and so it does not count.
  -- Live and trashed alike. The parts of a transaction have base amounts exactly where it has one itself.
  create function ledger_counted_parts()
  returns table (workspace_id uuid, transaction_id uuid, account_id uuid, category_id uuid, type text, day date, amount bigint,
    is_converted boolean, folded_description text, import_id uuid, is_live boolean)
  language sql stable parallel safe as $$
    select t.workspace_id, t.id, t.account_id, t.category_id, coalesce(c.kind, t.type), t.date,
      case t.type when 'expense' then t.base_amount else -t.base_amount end, t.base_amount is not null,
      split_part(t.search_text, E'\\n', 1), t.import_id, t.deleted_at is null
    from ledger_transactions t
    left join ledger_categories c on c.workspace_id = t.workspace_id and c.id = t.category_id
    where t.type in ('expense', 'income') and t.split_count = 0
    union all
    select t.workspace_id, t.id, t.account_id, s.category_id, coalesce(c.kind, s.type), t.date,
      case s.type when 'expense' then s.base_amount else -s.base_amount end, t.base_amount is not null,
      split_part(t.search_text, E'\\n', 1), t.import_id, t.deleted_at is null
    from ledger_transactions t
    join ledger_splits s on s.workspace_id = t.workspace_id and s.transaction_id = t.id
    left join ledger_categories c on c.workspace_id = s.workspace_id and c.id = s.category_id
    where t.type in ('expense', 'income') and t.split_count > 0 and s.type in ('expense', 'income')
  $$;`;

const COLUMNS = 'p.account_id, p.category_id, p.type, p.day, p.amount';
const ACTIVITY_TABLE = 'account_id uuid, category_id uuid, type text, day date, amount bigint';

const COUNTED_ACTIVITY = `
  -- What transactions count, part by part; live and trashed alike.
  create function ledger_activity(workspace uuid, transactions uuid[])
  returns table (${ACTIVITY_TABLE}) language sql stable parallel safe as $$
    select ${COLUMNS} from ledger_counted_parts() p
    where p.workspace_id = workspace and p.transaction_id = any(transactions) and p.is_converted
  $$;
  -- The same for the transactions that an import has just made.
  create function ledger_imported_activity(workspace uuid, import uuid)
  returns table (${ACTIVITY_TABLE}) language sql stable parallel safe as $$
    select ${COLUMNS} from ledger_counted_parts() p
    where p.workspace_id = workspace and p.import_id = import and p.is_converted
  $$;
  -- The same for everything that is live, of one workspace or with null of all: what sums of it are verified against.
  create function ledger_live_activity(workspace uuid)
  returns table (workspace_id uuid, ${ACTIVITY_TABLE}) language sql stable parallel safe as $$
    select p.workspace_id, ${COLUMNS} from ledger_counted_parts() p
    where (workspace is null or p.workspace_id = workspace) and p.is_live and p.is_converted
  $$;
  -- What is live and would count, but does not, because no rate says what it is worth in the base currency.
  create function ledger_unconverted(workspace uuid)
  returns table (transaction_id uuid, category_id uuid, day date) language sql stable parallel safe as $$
    select p.transaction_id, p.category_id, p.day from ledger_counted_parts() p
    where p.workspace_id = workspace and not p.is_converted and p.is_live
  $$;`;

const NAMES = `
  -- What the categories of a workspace are called, where they stand, and of which kind they are.
  create function ledger_category_names(workspace uuid)
  returns table (id uuid, name text, parent_id uuid, kind text) language sql stable parallel safe as $$
    select c.id, c.name, c.parent_id, c.kind from ledger_categories c where c.workspace_id = workspace
  $$;
  -- What the accounts of a workspace are called.
  create function ledger_account_names(workspace uuid)
  returns table (id uuid, name text) language sql stable parallel safe as $$
    select a.id, a.name from ledger_accounts a where a.workspace_id = workspace
  $$;`;

export const countedParts: NamedMigration = { name: '0090-ledger-counted-parts', class: CountedParts };
