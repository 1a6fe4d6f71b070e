import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';

/**
 * A month's total holds its days, and a year's its months: a range that begins and ends amid months reads as many rows
 * whatever happened in it. Rows of single days are neither read nor written any more; a process of the version before knows
 * nothing else, so that they go with a later version.
 */
class PackedTotals extends Migration {
  override up(): void {
    for (const table of ['budgeting_totals', 'budgeting_account_totals']) {
      this.addSql(`
        alter table ${table} add part_amounts numeric[] not null default '{}', add part_counts int[] not null default '{}';`);
    }
    this.addSql(`set local role centavo_operator;`);
    this.addSql(fill('budgeting_totals', 'category_id'));
    this.addSql(fill('budgeting_account_totals', 'account_id, type'));
    this.addSql(`reset role;`);
    this.addSql(totalsOf('category', 'workspace uuid, category uuid', 't.category_id = category'));
    this.addSql(
      totalsOf('account', 'workspace uuid, account uuid, of_type text', 't.account_id = account and t.type = of_type'),
    );
  }

  override down(): void {
    this.addSql(`set local role centavo_operator;`);
    this.addSql(unpack('budgeting_totals', 'category_id'));
    this.addSql(unpack('budgeting_account_totals', 'account_id, type'));
    this.addSql(`reset role;`);
    this.addSql(spanOf('category', 'workspace uuid, category uuid', 't.category_id = category'));
    this.addSql(
      spanOf('account', 'workspace uuid, account uuid, of_type text', 't.account_id = account and t.type = of_type'),
    );
    for (const table of ['budgeting_totals', 'budgeting_account_totals']) {
      this.addSql(`alter table ${table} drop column part_amounts, drop column part_counts;`);
    }
  }
}

/** The parts of totals, from those of days and months that were rows. */
function fill(table: string, key: string): string {
  return `
    update ${table} kept set part_amounts = due.amounts, part_counts = due.counts from (
      select workspace_id, ${key}, span, first_day, array_agg(part.amount order by place) as amounts,
        array_agg(part.count order by place) as counts
      from (
        select distinct workspace_id, ${key}, span, first_day from ${table} where span in ('month', 'year')
      ) total cross join generate_series(1, 31) as place
      left join (
        select workspace_id, ${key}, case span when 'day' then 'month' else 'year' end as span,
          date_trunc(case span when 'day' then 'month' else 'year' end, first_day::timestamp)::date as first_day,
          case span when 'day' then extract(day from first_day) else extract(month from first_day) end::int as place,
          amount, count::int as count
        from ${table} where span in ('day', 'month')
      ) part using (workspace_id, ${key}, span, first_day, place)
      group by workspace_id, ${key}, span, first_day) due
    where (${columns('kept', key)}) = (${columns('due', key)});`;
}

function columns(row: string, key: string): string {
  return `workspace_id, ${key}, span, first_day`.replaceAll(/\w+/g, (column) => `${row}.${column}`);
}

/** Totals of days as rows, from the parts of months. */
function unpack(table: string, key: string): string {
  return `
    delete from ${table} where span = 'day';
    insert into ${table} (workspace_id, ${key}, span, first_day, amount, count)
    select workspace_id, ${key}, 'day', first_day + place - 1, part_amounts[place], part_counts[place]
    from ${table} cross join generate_series(1, 31) as place where span = 'month' and part_counts[place] > 0;`;
}

/** One range of a key. Parts may begin after the first one: what stands before is nothing. */
export function totalsOf(name: string, parameters: string, isOfKey: string): string {
  return `
    -- What counts over spans of one length that begin on or after one day and before another: years are rows, months are parts
    -- of them, and days are parts of months.
    create or replace function budgeting_${name}_totals_of(${parameters}, of_span text, from_day date, before_day date)
    returns table (first_day date, amount numeric, count bigint) language sql stable parallel safe as $$
      select t.first_day, t.amount, t.count from budgeting_${TABLES[name]} t
      where of_span = 'year' and t.workspace_id = workspace and ${isOfKey} and t.span = 'year'
        and t.first_day >= from_day and t.first_day < before_day
      union all
      select part.first_day, part.amount, part.count
      from budgeting_${TABLES[name]} t cross join lateral (
        select case of_span when 'day' then t.first_day + place
            else (t.first_day + make_interval(months => place))::date end as first_day, p.amount, p.count::bigint
        from unnest(t.part_amounts, t.part_counts) with ordinality as p (amount, count, n)
        cross join lateral (select (p.n - 2 + array_lower(t.part_counts, 1))::int as place) at) part
      where of_span <> 'year' and t.workspace_id = workspace and ${isOfKey}
        and t.span = case of_span when 'day' then 'month' else 'year' end
        and t.first_day >= date_trunc(case of_span when 'day' then 'month' else 'year' end, from_day::timestamp)::date
        and t.first_day < before_day
        and part.first_day >= from_day and part.first_day < before_day and part.count <> 0
    $$;`;
}

/** As it was before: each span as rows of its own. */
function spanOf(name: string, parameters: string, isOfKey: string): string {
  return `
    create or replace function budgeting_${name}_totals_of(${parameters}, of_span text, from_day date, before_day date)
    returns table (first_day date, amount numeric, count bigint) language sql stable parallel safe as $$
      select t.first_day, t.amount, t.count from budgeting_${TABLES[name]} t
      where t.workspace_id = workspace and ${isOfKey} and t.span = of_span
        and t.first_day >= from_day and t.first_day < before_day
    $$;`;
}

const TABLES: Readonly<Record<string, string>> = { category: 'totals', account: 'account_totals' };

export const packedTotals: NamedMigration = { name: '0140-budgeting-packed-totals', class: PackedTotals };
