import type { Day, Statement } from '@app/kernel';
import { PURCHASE } from '../purchase-of-plan.query.js';

export interface CardRow extends Record<string, unknown> {
  readonly accountId: string;
  readonly name: string;
  readonly currency: string;
  readonly status: 'active' | 'archived' | 'closed';
  readonly creditLimit: string;
  readonly cutOffDay: number;
  readonly paymentDays: number;
  readonly payFromId: string | null;
  readonly firstDay: Day;
  readonly recorded: {
    readonly month: Day;
    readonly cutOff: Day | null;
    readonly dueDate: Day | null;
    readonly avoid: string | null;
    readonly minimum: string | null;
  }[];
}

export function cardsOf(workspaceId: string, accountIds: readonly string[] | null): Statement {
  return {
    name: 'cards.cards',
    text: `
      select c.account_id as "accountId", c.name, c.currency, c.status, c.credit_limit as "creditLimit",
        c.cut_off_day as "cutOffDay", c.payment_days as "paymentDays", c.pay_from_id as "payFromId",
        least(c.opening_date, ledger_first_day($1, c.account_id), (
          select min(coalesce(s.cut_off, s.month)) from cards_statements s where s.workspace_id = $1 and s.account_id = c.account_id)
        )::text as "firstDay", (
          select coalesce(json_agg(json_build_object('month', s.month, 'cutOff', s.cut_off, 'dueDate', s.due_date,
            'avoid', s.payment_to_avoid_interest::text, 'minimum', s.minimum_payment::text) order by s.month), '[]')
          from cards_statements s where s.workspace_id = $1 and s.account_id = c.account_id) as recorded
      from ledger_cards($1) c where $2::uuid[] is null or c.account_id = any($2::uuid[]) order by c.account_id`,
    values: [workspaceId, accountIds],
  };
}

/** Periods as parallel lists. The periods of a card must be consecutive. */
export interface PeriodList {
  readonly accountIds: readonly string[];
  readonly starts: readonly Day[];
  readonly cutOffs: readonly Day[];
}

export interface MovementRow extends Record<string, unknown> {
  readonly accountId: string;
  readonly charges: string;
  readonly payments: string;
  readonly owed: string;
  readonly paidSince: string;
}

/**
 * Returns the statement that reads the charges and payments in periods. It subtracts those since the start of a period
 * from the current debt to get the debt before the period, so its cost grows with the number of days since then.
 */
export function movementsIn(workspaceId: string, { accountIds, starts, cutOffs }: PeriodList): Statement {
  return {
    name: 'cards.movements',
    text: `
      with period as materialized (
        select p.account_id, p.start, p.cut_off, p.n, moved.charges, moved.payments
        from unnest($2::uuid[], $3::date[], $4::date[]) with ordinality as p (account_id, start, cut_off, n)
        cross join lateral (
          select coalesce(sum(d.charged), 0)::bigint as charges, coalesce(sum(d.paid), 0)::bigint as payments
          from ledger_card_days($1, p.account_id, p.start, p.cut_off) d) moved
      ), latest as (
        select account_id, max(cut_off) as cut_off from period group by account_id
      ), afterwards as materialized (
        select l.account_id, c.owed - moved.owed as owed, moved.paid
        from latest l join ledger_cards($1) c on c.account_id = l.account_id
        cross join lateral (
          select coalesce(sum(d.charged - d.paid), 0) as owed, coalesce(sum(d.paid), 0) as paid
          from ledger_card_days($1, l.account_id, l.cut_off + 1, 'infinity') d) moved
      )
      select p.account_id as "accountId", p.charges, p.payments, (a.owed - sum(p.charges - p.payments) over (
        partition by p.account_id order by p.n rows between current row and unbounded following))::bigint as owed,
        (a.paid + coalesce(sum(p.payments) over (
          partition by p.account_id order by p.n rows between 1 following and unbounded following), 0))::bigint as "paidSince"
      from period p join afterwards a on a.account_id = p.account_id order by p.n`,
    values: [workspaceId, accountIds, starts, cutOffs],
  };
}

export interface PlanRow extends Record<string, unknown> {
  readonly accountId: string;
  readonly date: Day;
  readonly amount: string;
  readonly months: number;
  readonly endedOn: Day | null;
}

export function plansOf(
  workspaceId: string,
  accountIds: readonly string[],
  since: readonly Day[],
  until: readonly Day[],
): Statement {
  return {
    name: 'cards.plans',
    text: `
      select t.account_id as "accountId", t.date::text, t.amount, i.months, i.ended_on::text as "endedOn"
      from cards_installments i cross join lateral ${PURCHASE} t
      join unnest($2::uuid[], $3::date[], $4::date[]) as range (account_id, since, until)
        on range.account_id = t.account_id and t.date between range.since and range.until
      where i.workspace_id = $1`,
    values: [workspaceId, accountIds, since, until],
  };
}
