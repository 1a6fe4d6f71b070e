import { Migration } from '@mikro-orm/migrations';
import type { NamedMigration } from '@app/kernel';
import { totalsOf } from './0140-budgeting-packed-totals.migrations.js';

/** Of a total that a range cuts, the parts within the range are cut out first, and no other one is looked at. */
class SlicesOfTotals extends Migration {
  override up(): void {
    this.addSql(slicesOf('category', 'totals', 'category uuid', 't.category_id = category'));
    this.addSql(
      slicesOf(
        'account',
        'account_totals',
        'account uuid, of_type text',
        't.account_id = account and t.type = of_type',
      ),
    );
  }

  override down(): void {
    this.addSql(totalsOf('category', 'workspace uuid, category uuid', 't.category_id = category'));
    this.addSql(
      totalsOf('account', 'workspace uuid, account uuid, of_type text', 't.account_id = account and t.type = of_type'),
    );
  }
}

function slicesOf(name: string, table: string, key: string, isOfKey: string): string {
  const monthsTo = (day: string) =>
    `(12 * (extract(year from ${day}) - extract(year from t.first_day)) + extract(month from ${day}))::int`;
  const slice = (parts: string) => `t.${parts}[
          case of_span when 'day' then from_day - t.first_day + 1 else ${monthsTo('from_day')} end :
          case of_span when 'day' then before_day - t.first_day else ${monthsTo('before_day')} - 1 end]`;
  // A slice begins with its first part that is stored, which may be behind the first one that is asked for.
  const first = `greatest(array_lower(t.part_counts, 1),
          case of_span when 'day' then from_day - t.first_day + 1 else ${monthsTo('from_day')} end)`;
  return `
    -- What counts over spans of one length that begin on or after one day and before another: years are rows, months are parts
    -- of them, and days are parts of months. Parts in which nothing counts may be null or zero.
    create or replace function budgeting_${name}_totals_of(workspace uuid, ${key}, of_span text, from_day date, before_day date)
    returns table (first_day date, amount numeric, count bigint) language sql stable parallel safe as $$
      select t.first_day, t.amount, t.count from budgeting_${table} t
      where of_span = 'year' and t.workspace_id = workspace and ${isOfKey} and t.span = 'year'
        and t.first_day >= from_day and t.first_day < before_day
      union all
      select case of_span when 'day' then t.first_day + (${first} + p.n - 2)::int
          else (t.first_day + make_interval(months => (${first} + p.n - 2)::int))::date end, p.amount, p.count::bigint
      from budgeting_${table} t cross join lateral unnest(${slice('part_amounts')}, ${slice('part_counts')})
        with ordinality as p (amount, count, n)
      where of_span <> 'year' and t.workspace_id = workspace and ${isOfKey}
        and t.span = case of_span when 'day' then 'month' else 'year' end
        and t.first_day >= date_trunc(case of_span when 'day' then 'month' else 'year' end, from_day::timestamp)::date
        and t.first_day < before_day
    $$;`;
}

export const slicesOfTotals: NamedMigration = { name: '0142-budgeting-slices-of-totals', class: SlicesOfTotals };
