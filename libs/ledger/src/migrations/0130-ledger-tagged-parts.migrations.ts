import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { COUNTED_PARTS } from './0090-ledger-counted-parts.migrations.js';

/** What counts says which tags it has, and is found by its days whatever PostgreSQL knows of the workspace. */
class TaggedParts extends Migration {
  override up(): void {
    this.addSql(`drop function ledger_counted_parts;`);
    this.addSql(`
      -- Everything that counts as spending or earning: each expense and income, or each part of one that is split. \`type\`
      -- is what it counts as: the kind of its category, or what it is where it has none. The amount is in minor units of the
      -- base currency, spending positive and earning negative; null where no rate says what it is worth, and so it does not
      -- count. Live and trashed alike. The parts of a transaction have base amounts exactly where it has one itself.
      create function ledger_counted_parts() ${counted('ledger_transactions', 'ledger_transactions', 'ledger_splits')}
      -- Those of live transactions from one day to another.
      create function ledger_counted_parts_between(workspace uuid, first_day date, last_day date)
      ${counted(ofDays('split_count = 0'), ofDays('split_count > 0'), SPLITS_OF_ONE)}
      -- What the tags of a workspace are called.
      create function ledger_tag_names(workspace uuid) returns table (id uuid, name text, folded_name text)
      language sql stable parallel safe as $$
        select g.id, g.name, g.folded_name from ledger_tags g where g.workspace_id = workspace
      $$;`);
  }

  override down(): void {
    this.addSql(`drop function ledger_tag_names, ledger_counted_parts_between, ledger_counted_parts;`);
    this.addSql(COUNTED_PARTS);
  }
}

// The workspace comes by a query of its own, so that the planner reckons with one of the usual size and takes the index that
// holds the days: of a workspace that its statistics have never seen, it expects no rows and would take any index.
function ofDays(isSplit: string): string {
  return `(
          select d.workspace_id, d.id, d.account_id, d.category_id, d.type, d.date, d.base_amount, d.search_text, d.split_count,
            d.import_id, d.deleted_at, d.tag_ids
          from ledger_transactions d
          where d.workspace_id = (select workspace) and d.deleted_at is null and d.date between first_day and last_day
            and d.${isSplit} offset 0)`;
}

const SPLITS_OF_ONE = `lateral (
          select * from ledger_splits o where o.workspace_id = (select workspace) and o.transaction_id = t.id offset 0)`;

/** What a function returns, and its body over transactions that are whole, those that are split, and their parts. */
export function counted(wholes: string, split: string, parts: string): string {
  const columns = (part: string) => `
          t.workspace_id, t.id, t.account_id, ${part}.category_id, coalesce(c.kind, ${part}.type), t.date,
          case ${part}.type when 'expense' then ${part}.base_amount else -${part}.base_amount end,
          t.base_amount is not null, split_part(t.search_text, E'\\n', 1), t.import_id, t.deleted_at is null, t.tag_ids`;
  return `
      returns table (workspace_id uuid, transaction_id uuid, account_id uuid, category_id uuid, type text, day date,
        amount bigint, is_converted boolean, folded_description text, import_id uuid, is_live boolean, tag_ids uuid[])
      language sql stable parallel safe as $$
        select ${columns('t')}
        from ${wholes} t
        left join ledger_categories c on c.workspace_id = t.workspace_id and c.id = t.category_id
        where t.type in ('expense', 'income') and t.split_count = 0
        union all
        select ${columns('s')}
        from ${split} t
        join ${parts} s on s.workspace_id = t.workspace_id and s.transaction_id = t.id
        left join ledger_categories c on c.workspace_id = s.workspace_id and c.id = s.category_id
        where t.type in ('expense', 'income') and t.split_count > 0 and s.type in ('expense', 'income')
      $$;`;
}

export const taggedParts: NamedMigration = { name: '0130-ledger-tagged-parts', class: TaggedParts };
