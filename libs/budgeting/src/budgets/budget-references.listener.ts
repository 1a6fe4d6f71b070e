import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { AmountOutOfRange, Clock, DomainEvents } from '@app/kernel';
import { AccountDeleted, CategoryDeleted, CategoryInUse, CategoryReplaced } from '@app/ledger';
import { BaseCurrencyChanged, BaseRateRequired } from '@app/workspace';

/** The largest amount that can be sent: thirteen integer digits. */
const MAX_AMOUNT = 999_999_999_999_999n;

/** Keeps budgets true to what they refer to: their category, their account, and the currency that they are in. */
@Injectable()
export class BudgetReferences {
  constructor(
    events: DomainEvents,
    private readonly clock: Clock,
  ) {
    events.on(CategoryReplaced, ({ fromId, toId }, work) => moveBudgets(work, fromId, toId));
    events.on(CategoryDeleted, ({ categoryId }, work) => refuseWhereBudgeted(work, categoryId));
    events.on(AccountDeleted, ({ accountId }, work) => forgetAccount(work, accountId));
    events.on(BaseCurrencyChanged, ({ from, to }, work) => this.convertAmounts(work, from, to));
  }

  /**
   * Says every amount of every budget in a new base currency at today's rate, half-even, and never less than 0.01.
   * @throws BaseRateRequired where there is a budget and no rate
   * @throws AmountOutOfRange where an amount would have more than thirteen integer digits
   */
  private async convertAmounts(work: UnitOfWork, from: string, to: string): Promise<void> {
    const [done] = await work.query<{ needed: boolean; known: boolean; largest: string | null }>({
      text: `
        with rate as materialized (
          select rate from fx_rate_on($1, $2, $3, $4)
        ), converted as (
          update budgeting_amounts a
          set amount = greatest(divide_half_even(a.amount::numeric * rate.rate, 100000000), 1)::bigint
          from rate where a.workspace_id = $1
          returning a.amount
        )
        select exists (select from budgeting_amounts where workspace_id = $1) as needed,
          exists (select from rate) as known, (select max(amount) from converted) as largest`,
      values: [work.workspaceId, from, to, this.clock.today()],
    });
    if (done!.needed && !done!.known) throw BaseRateRequired(from, to);
    if (BigInt(done!.largest ?? 0) > MAX_AMOUNT) {
      throw AmountOutOfRange(`A budget would have more than thirteen integer digits in ${to}.`);
    }
  }
}

async function moveBudgets(work: UnitOfWork, fromId: string, toId: string): Promise<void> {
  await work.query({
    text: `update budgeting_budgets set category_id = $3 where workspace_id = $1 and category_id = $2`,
    values: [work.workspaceId, fromId, toId],
  });
}

/** @throws CategoryInUse */
async function refuseWhereBudgeted(work: UnitOfWork, categoryId: string): Promise<void> {
  const found = await work.query({
    text: `select from budgeting_budgets where workspace_id = $1 and category_id = $2 limit 1`,
    values: [work.workspaceId, categoryId],
  });
  if (found.length > 0) throw CategoryInUse();
}

/** The account only refines the forecast, which then takes the one that is used most. */
async function forgetAccount(work: UnitOfWork, accountId: string): Promise<void> {
  await work.query({
    text: `update budgeting_budgets set account_id = null where workspace_id = $1 and account_id = $2`,
    values: [work.workspaceId, accountId],
  });
}
