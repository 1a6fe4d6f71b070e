import type { UnitOfWork } from '@app/kernel';
import { Money } from '@app/kernel';
import type { CategoryKind } from '@app/ledger';
import type { Repeat } from './cycle.js';
import type { Plan } from './budget-status.js';

export interface PlanRow extends Record<string, unknown> {
  id: string;
  type: CategoryKind;
  repeat: Repeat;
  startDate: string;
  repeatUntil: string | null;
  rolloverSince: string | null;
  accountId: string | null;
  createdAt: string;
  category: Plan['category'];
  amounts: { since: string; amount: string }[];
  base: string;
}

/** Filters for budgets. A null filter does not apply. */
export interface PlanFilter {
  readonly id?: string | null;
  readonly type?: CategoryKind | null;
  readonly begunOn?: string | null;
}

export async function plans(work: UnitOfWork, { id, type, begunOn }: PlanFilter): Promise<Plan[]> {
  const rows = await work.query<PlanRow>({
    name: 'budgeting.plans',
    text: PLANS,
    values: [work.workspaceId, id ?? null, type ?? null, begunOn ?? null],
  });
  return rows.map(planOf);
}

export function planOf({ repeat, startDate, repeatUntil, amounts, base, ...plan }: PlanRow): Plan {
  return {
    ...plan,
    schedule: { repeat, startDate, repeatUntil },
    amounts: amounts.map(({ since, amount }) => ({ since, amount: Money.ofMinor(BigInt(amount), base) })),
  };
}

export const PLANS = `
  select b.id, b.type, b.repeat, b.start_date::text as "startDate", b.repeat_until::text as "repeatUntil",
    b.rollover_since::text as "rolloverSince", b.account_id as "accountId", instant_text(b.created_at) as "createdAt",
    json_build_object('id', c.id, 'name', c.name, 'parentId', c.parent_id) as category,
    (select json_agg(json_build_object('since', a.since, 'amount', a.amount::text) order by a.since)
      from budgeting_amounts a where a.workspace_id = $1 and a.budget_id = b.id) as amounts,
    (select workspace_base_currency($1)) as base
  from budgeting_budgets b join ledger_category_names($1) c on c.id = b.category_id
  where b.workspace_id = $1 and ($2::uuid is null or b.id = $2) and ($3::text is null or b.type = $3)
    and ($4::date is null or b.start_date <= $4)`;
