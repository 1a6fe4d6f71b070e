import type { FigureCheck } from '@app/ledger';
import { ofWorkspace } from '@app/ledger';

const SPENT = `
  select g.workspace_id, g.id, g.spent as stored, coalesce(due.spent, 0) as expected
  from goals_goals g
  left join ledger_goal_spending($1) due on due.workspace_id = g.workspace_id and due.goal_id = g.id
  where ${ofWorkspace('g')}`;

const SAVED = `
  select g.workspace_id, g.id, g.saved as stored, (coalesce((
      select sum(m.amount) from goals_moves m where m.workspace_id = g.workspace_id and m.goal_id = g.id), 0) - g.spent)::bigint as expected
  from goals_goals g where ${ofWorkspace('g')}`;

const SET_ASIDE = `
  select a.workspace_id, a.id, a.set_aside as stored, coalesce(sum(g.saved), 0)::bigint as expected
  from ledger_set_aside($1) a left join goals_goals g on g.workspace_id = a.workspace_id and g.account_id = a.id
  group by a.workspace_id, a.id, a.set_aside`;

const columnOf = (figure: string, figures: string, column: string): FigureCheck => ({
  figure,
  figures,
  repair: `
    update goals_goals target set ${column} = f.expected from (${figures}) f
    where target.workspace_id = f.workspace_id and target.id = f.id and target.${column} <> f.expected`,
  lockedTables: ['goals_goals', 'goals_moves'],
});

/** Checks of the stored figures of goals. Each figure depends on the previous one. */
export const GOAL_FIGURES: readonly FigureCheck[] = [
  columnOf('goal.spent', SPENT, 'spent'),
  columnOf('goal.saved', SAVED, 'saved'),
  {
    figure: 'account.setAside',
    figures: SET_ASIDE,
    repair: `
      select ledger_put_set_aside(workspace_id, array_agg(id), array_agg(expected))
      from (${SET_ASIDE}) f where stored <> expected group by workspace_id`,
  },
];
