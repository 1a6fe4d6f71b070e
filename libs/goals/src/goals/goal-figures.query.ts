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

const REPAID = `
  select r.workspace_id, r.transaction_id as id, r.repaid as stored,
    coalesce(sum(debt.amount) filter (where debt.type like 'repayment%'), 0)::bigint as expected
  from goals_rounds r join goals_tandas t on t.workspace_id = r.workspace_id and t.id = r.tanda_id
  left join ledger_live_debts($1) debt on debt.workspace_id = r.workspace_id
    and debt.transaction_id = r.transaction_id and debt.contact_id = t.contact_id
  where ${ofWorkspace('r')} and r.live
  group by r.workspace_id, r.transaction_id`;

const columnOf = (figure: string, figures: string, column: string): FigureCheck => ({
  figure,
  figures,
  repair: `
    update goals_goals target set ${column} = f.expected from (${figures}) f
    where target.workspace_id = f.workspace_id and target.id = f.id and target.${column} <> f.expected`,
  lockedTables: ['goals_goals', 'goals_moves'],
});

/** Checks of the stored figures of goals and tandas, in order: a figure may depend on those before it. */
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
  {
    figure: 'tandaRound.repaid',
    figures: REPAID,
    repair: `
      update goals_rounds r set repaid = f.expected from (${REPAID}) f
      where r.workspace_id = f.workspace_id and r.transaction_id = f.id and r.repaid <> f.expected`,
    lockedTables: ['goals_rounds'],
  },
];
