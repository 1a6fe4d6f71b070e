import type { FigureCheck } from '@app/ledger';
import { ofWorkspace } from '@app/ledger';

const SCHEDULES_OF_TRANSACTIONS = `
  select workspace_id, id, stored.schedule_id as stored, matched.schedule_id as expected
  from (select * from ledger_scheduled_transactions($1)) stored full join (
    select o.workspace_id, o.transaction_id as id, o.schedule_id from planning_occurrences o
    where ${ofWorkspace('o')} and o.transaction_id is not null
    union all
    select o.workspace_id, o.transaction_id, o.schedule_id from planning_trashed_occurrences o where ${ofWorkspace('o')}
  ) matched using (workspace_id, id)`;

export const SCHEDULE_FIGURES: readonly FigureCheck[] = [
  {
    figure: 'transaction.scheduleId',
    figures: SCHEDULES_OF_TRANSACTIONS,
    repair: `
      select ledger_set_schedules(workspace_id, array_agg(id), array_agg(expected))
      from (${SCHEDULES_OF_TRANSACTIONS}) f where stored is distinct from expected group by workspace_id`,
    lockedTables: ['planning_occurrences', 'planning_trashed_occurrences'],
  },
];
