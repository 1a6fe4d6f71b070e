import type { FigureCheck } from '@app/ledger';
import { packedTotals, totalText } from './packed-totals.query.js';

function totalsCheck(figure: string, table: string, ...key: readonly string[]): FigureCheck {
  const columns = ['workspace_id', ...key, 'span', 'first_day'].join();
  const live = `
          select workspace_id, ${key.join()}, day, amount, 1 as count from ledger_live_activity($1)
          where ${key.map((column) => `${column} is not null`).join(' and ')}`;
  const figures = `
    select ${columns}, concat_ws('/', ${key.join()}, span, first_day) as id, ${totalText('existing')} as stored,
      ${totalText('due')} as expected, coalesce(due.amount, 0) as amount, coalesce(due.count, 0) as count,
      coalesce(due.part_amounts, '{}') as part_amounts, coalesce(due.part_counts, '{}') as part_counts
    from (
      select * from ${table} where span in ('month', 'year') and ($1::uuid is null or workspace_id = $1)
    ) existing full join (${packedTotals(key, live)}
    ) due using (${columns})`;
  return {
    figure,
    figures,
    repair: `
      insert into ${table} (${columns}, amount, count, part_amounts, part_counts)
      select ${columns}, amount, count, part_amounts, part_counts from (${figures}) f where stored <> expected
      on conflict (${columns}) do update set amount = excluded.amount, count = excluded.count,
        part_amounts = excluded.part_amounts, part_counts = excluded.part_counts`,
  };
}

export const TOTAL_FIGURES: readonly FigureCheck[] = [
  totalsCheck('category.total', 'budgeting_totals', 'category_id'),
  totalsCheck('account.total', 'budgeting_account_totals', 'account_id', 'type'),
];
