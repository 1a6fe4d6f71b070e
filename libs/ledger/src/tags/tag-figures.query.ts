import type { FigureCheck } from '../figure-check.query.js';
import { columnCheck, ofWorkspace } from '../figure-check.query.js';

const ENTRIES = `
  select workspace_id, tag_id || '/' || transaction_id as id, tag_id, transaction_id, existing.state as stored,
    due.state as expected, due.live, due.date
  from (
    select e.workspace_id, e.tag_id, e.transaction_id, string_agg(e.live || ' ' || e.date, ', ') as state
    from ledger_tag_entries e
    where ${ofWorkspace('e')} group by 1, 2, 3) existing
  full join (
    select t.workspace_id, tag.id as tag_id, t.id as transaction_id, t.deleted_at is null as live, t.date,
      (t.deleted_at is null) || ' ' || t.date as state
    from ledger_transactions t cross join unnest(t.tag_ids) as tag (id) where ${ofWorkspace('t')}) due
  using (workspace_id, tag_id, transaction_id)`;

const COUNTS = `
  select g.workspace_id, g.id, g.live_count as stored, (
    select count(*) from ledger_tag_entries e where e.workspace_id = g.workspace_id and e.tag_id = g.id and e.live)::int as expected
  from ledger_tags g where ${ofWorkspace('g')}`;

/** Checks of tag entries and counts. The entries come first, because the counts depend on them. */
export const TAG_FIGURES: readonly FigureCheck[] = [
  {
    figure: 'tag.entry',
    figures: ENTRIES,
    repair: `
      with drifted as materialized (select * from (${ENTRIES}) f where stored is distinct from expected
      ), deleted as (
        delete from ledger_tag_entries e using drifted
        where e.workspace_id = drifted.workspace_id and e.tag_id = drifted.tag_id and e.transaction_id = drifted.transaction_id
          and (e.live, e.date) is distinct from (drifted.live, drifted.date)
      )
      insert into ledger_tag_entries (workspace_id, tag_id, live, date, transaction_id)
      select workspace_id, tag_id, live, date, transaction_id from drifted where expected is not null
      on conflict do nothing`,
  },
  columnCheck('tag.count', COUNTS, 'ledger_tags', 'live_count'),
];
