import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { AmountOutOfRange, Clock } from '@app/kernel';
import { BaseRateRequired } from '@app/workspace';
import { rateInForce } from '../transactions/transaction-references.query.js';

const RATE_OUT_OF_RANGE =
  'In that base currency, the fixed rate of an account would be less than 0.00000001 or have more than ten integer digits.';

@Injectable()
export class FixedRates {
  constructor(private readonly clock: Clock) {}

  /**
   * Converts fixed rates to a new base currency at today's rate, rounded half to even.
   * @throws BaseRateRequired if an account has a fixed rate and there is no rate between the two currencies
   * @throws AmountOutOfRange if a converted rate has more than ten integer digits or rounds to zero
   */
  async rebase(work: UnitOfWork, from: string, to: string): Promise<void> {
    const rate = await rateInForce(work, from, to, this.clock.today());
    const rebased = await work.query<{ id: string }>({
      text: `
        update ledger_accounts a set fixed_rate = converted.rate::bigint, updated_at = $3
        from (select id, divide_half_even(fixed_rate::numeric * $2::bigint, 100000000) as rate
          from ledger_accounts where workspace_id = $1 and fx_mode = 'fixed') converted
        where a.workspace_id = $1 and a.id = converted.id and converted.rate between 1 and 999999999999999999
        returning a.id`,
      values: [work.workspaceId, rate, this.clock.now()],
    });
    if ((await this.count(work)) === rebased.length) return;
    throw rate === null ? BaseRateRequired(from, to) : AmountOutOfRange(RATE_OUT_OF_RANGE);
  }

  private async count(work: UnitOfWork): Promise<number> {
    const [counted] = await work.query<{ count: number }>({
      text: `select count(*)::int as count from ledger_accounts where workspace_id = $1 and fx_mode = 'fixed'`,
      values: [work.workspaceId],
    });
    return counted!.count;
  }
}
