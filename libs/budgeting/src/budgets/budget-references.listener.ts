import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { AmountOutOfRange, Clock, DomainEvents, MAX_AMOUNT } from '@app/kernel';
import { AccountDeleted, CategoryReplaced, CategoryUses } from '@app/ledger';
import { BaseCurrencyChanged, BaseRateRequired } from '@app/workspace';

@Injectable()
export class BudgetReferences {
  constructor(
    events: DomainEvents,
    uses: CategoryUses,
    private readonly clock: Clock,
  ) {
    uses.add(budgeted);
    events.on(CategoryReplaced, ({ fromId, toId }, work) => moveBudgets(work, fromId, toId));
    events.on(AccountDeleted, ({ accountId }, work) => forgetAccount(work, accountId));
    events.on(BaseCurrencyChanged, ({ from, to }, work) => this.convertAmounts(work, from, to));
  }

  /**
   * Converts the amounts of all budgets at today's rate. Rounds half to even, and to 0.01 if the result would be less.
   * @throws BaseRateRequired, AmountOutOfRange
   */
  private async convertAmounts(work: UnitOfWork, from: string, to: string): Promise<void> {
    const [conversion] = await work.query<{ needed: boolean; known: boolean; largest: string | null }>({
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
    if (conversion!.needed && !conversion!.known) throw BaseRateRequired(from, to);
    if (BigInt(conversion!.largest ?? 0) > MAX_AMOUNT) {
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

async function budgeted(work: UnitOfWork, categoryIds: readonly string[]): Promise<string[]> {
  const used = await work.query<{ id: string }>({
    text: `select distinct category_id as id from budgeting_budgets where workspace_id = $1 and category_id = any($2::uuid[])`,
    values: [work.workspaceId, categoryIds],
  });
  return used.map(({ id }) => id);
}

/** Removes a deleted account from budgets. The forecast then uses the account that the category uses most. */
async function forgetAccount(work: UnitOfWork, accountId: string): Promise<void> {
  await work.query({
    text: `update budgeting_budgets set account_id = null where workspace_id = $1 and account_id = $2`,
    values: [work.workspaceId, accountId],
  });
}
