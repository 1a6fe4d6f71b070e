import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock } from '@app/kernel';
import { BaseRateRequired } from '@app/workspace';
import { rateInForce } from '../transactions/transaction-references.query.js';

/** Rates that accounts have of their own. */
@Injectable()
export class FixedRates {
  constructor(private readonly clock: Clock) {}

  /**
   * Says the accounts' own rates in a new base currency, at today's rate between the two bases, rounded half-even.
   * @throws BaseRateRequired when an account has a rate of its own and none is known between the bases.
   */
  async rebase(work: UnitOfWork, from: string, to: string): Promise<void> {
    const rate = await rateInForce(work, from, to, this.clock.today());
    const rebased = await work.query<{ id: string; fixed_rate: string | null }>({
      text: `
        update ledger_accounts
        set fixed_rate = greatest(divide_half_even(fixed_rate::numeric * $2, 100000000), 1)::bigint, updated_at = $3
        where workspace_id = $1 and fx_mode = 'fixed' and $2::bigint is not null
        returning id`,
      values: [work.workspaceId, rate, this.clock.now()],
    });
    if (rate === null && (await this.count(work)) > rebased.length) throw BaseRateRequired(from, to);
  }

  private async count(work: UnitOfWork): Promise<number> {
    const [counted] = await work.query<{ count: number }>({
      text: `select count(*)::int as count from ledger_accounts where workspace_id = $1 and fx_mode = 'fixed'`,
      values: [work.workspaceId],
    });
    return counted!.count;
  }
}
