import type { ExportedTable } from '@app/kernel';
import { isAmount, isLine, isNote, MAX_AMOUNT } from '@app/kernel';

export const MAX_GOALS = 500;
export const MAX_TANDAS = 500;
export const MAX_TURNS = 60;

const areTurns = (value: unknown) =>
  Array.isArray(value) &&
  value.length > 0 &&
  new Set(value).size === value.length &&
  value.every((turn) => Number.isInteger(turn) && turn >= 1 && turn <= MAX_TURNS);

export const GOALS_TABLES: readonly ExportedTable[] = [
  {
    section: 'goals',
    addedLater: true,
    table: 'goals_goals',
    fields: {
      id: 'id',
      name: 'text',
      accountId: 'id',
      target: 'money',
      targetDate: 'day?',
      fundingEvery: 'text?',
      fundingAmount: 'money?',
      fundingFrom: 'day?',
      heldByBank: 'boolean',
      priority: 'integer',
      archivedAt: 'instant?',
      createdAt: 'instant',
      updatedAt: 'instant',
    },
    order: 't.id',
    allowed: { name: isLine(1, 120), target: isAmount, fundingAmount: isAmount },
    references: { accountId: 'accounts' },
    left: ['saved', 'spent', 'is_short', 'is_reached'],
    impossible: {
      rows: `
        select g.id from goals_goals g
        cross join lateral (
          select coalesce(sum(m.amount), 0) as amount from goals_moves m where m.workspace_id = $1 and m.goal_id = g.id) moved
        left join ledger_goal_spending($1) paid on paid.goal_id = g.id
        where g.workspace_id = $1
          and (not exists (select from ledger_asset_accounts($1) a where a.id = g.account_id)
            or moved.amount < coalesce(paid.spent, 0)
            or (g.archived_at is not null and moved.amount <> coalesce(paid.spent, 0))
            or exists (select from ledger_goal_accounts($1) a where a.goal_id = g.id and a.account_id <> g.account_id))
        union all (select g.id from goals_goals g where g.workspace_id = $1 order by g.id offset ${MAX_GOALS})`,
      because: `a goal is in a liability account, has spent more than it had saved, pays for expenses of another account, is archived with money saved, or exceeds the limit of ${MAX_GOALS} goals`,
    },
  },
  {
    section: 'goalMoves',
    addedLater: true,
    table: 'goals_moves',
    fields: { goalId: 'id', id: 'id', amount: 'money', date: 'day', note: 'text?', fromGoalId: 'id?' },
    order: 't.goal_id, t.id',
    allowed: { amount: isAmount, note: isNote(2_000) },
  },
  {
    section: 'tandas',
    addedLater: true,
    table: 'goals_tandas',
    fields: {
      id: 'id',
      name: 'text',
      amount: 'money',
      turns: 'integer',
      myTurns: {
        form: 'json',
        column: 'my_turns',
        read: 'to_json(t.my_turns)',
        write: 'array(select turn::smallint from json_array_elements_text(r."myTurns") as own (turn))',
      },
      startDate: 'day',
      every: 'text',
      accountId: 'id',
      ownTurnPays: 'boolean',
      contactId: 'id',
      createdAt: 'instant',
      updatedAt: 'instant',
    },
    order: 't.id',
    allowed: { name: isLine(1, 120), amount: isAmount, myTurns: areTurns },
    references: { accountId: 'accounts', contactId: 'contacts' },
    impossible: {
      rows: `
        select t.id from goals_tandas t where t.workspace_id = $1
          and (t.turns < any(t.my_turns) or t.amount > ${MAX_AMOUNT} / t.turns or case t.every
            when 'week' then t.start_date + 7 * (t.turns - 1)
            when 'two_weeks' then t.start_date + 14 * (t.turns - 1)
            when 'quincena' then t.start_date + 15 * (t.turns - 1)
            else t.start_date + interval '1 month' * (t.turns - 1) end > '2200-12-31')
        union all (select t.id from goals_tandas t where t.workspace_id = $1 order by t.id offset ${MAX_TANDAS})`,
      because: `a tanda has own turns beyond its last turn, rounds that are too large or too late, or exceeds the limit of ${MAX_TANDAS} tandas`,
    },
  },
  {
    section: 'tandaRounds',
    addedLater: true,
    table: 'goals_rounds',
    fields: {
      transactionId: 'id',
      tandaId: 'id',
      number: 'integer',
      kind: 'text',
      amount: 'money',
      repaid: 'money',
      live: 'boolean',
    },
    order: 't.transaction_id',
    which: 'exists (select from ledger_kept_transactions(t.workspace_id, $2) kept where kept.id = t.transaction_id)',
    allowed: { amount: isAmount, repaid: isAmount },
    references: { transactionId: 'transactions' },
    impossible: {
      rows: `
        select r.transaction_id as id from goals_rounds r where r.workspace_id = $1
          and r.live <> exists (select from ledger_live_transactions($1) t where t.id = r.transaction_id)
        union all (
          select r.transaction_id from goals_rounds r
          join goals_tandas t on t.workspace_id = $1 and t.id = r.tanda_id
          left join ledger_live_transactions($1) whole on whole.id = r.transaction_id
          left join (
            select transaction_id, contact_id,
              sum(case when type in ('lent', 'repayment_made') then amount else -amount end) as amount
            from ledger_live_debts($1) group by transaction_id, contact_id) debt
            on debt.transaction_id = r.transaction_id and debt.contact_id = t.contact_id
          where r.workspace_id = $1 and r.live and (whole.account_id, debt.amount)
            is distinct from (t.account_id, case r.kind when 'pay' then r.amount else -r.amount end::numeric))
        union all (
          select r.transaction_id from goals_rounds r
          join goals_tandas t on t.workspace_id = $1 and t.id = r.tanda_id
          cross join lateral (select r.number = any(t.my_turns) as is_own, t.own_turn_pays::int as own_part) turn
          where r.workspace_id = $1 and (r.number not between 1 and t.turns or r.amount is distinct from t.amount * case
            when r.kind = 'pay' then cardinality(t.my_turns) - case when is_own then 1 - own_part else 0 end
            when is_own then t.turns - 1 + own_part end))`,
      because: 'a round does not exist in its tanda, has another amount, or does not match the debt of its transaction',
    },
  },
];
