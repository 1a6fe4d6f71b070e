import { Injectable } from '@nestjs/common';
import { Clock, Database, Money } from '@app/kernel';
import type { HeldAccount, MarketRate, NetWorth } from './net-worth.js';
import { netWorthOf } from './net-worth.js';

interface Holding extends Record<string, unknown> {
  base: string;
  id: string | null;
  currency: string;
  position: string;
  fixed_rate: string | null;
  rate: string | null;
  as_of: string | null;
}

/** Net worth: every active and archived account in the base currency, at today's rates. */
@Injectable()
export class NetWorths {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async current(workspaceId: string): Promise<NetWorth> {
    const today = this.clock.today();
    const holdings = await this.database.read<Holding>(workspaceId, {
      name: 'ledger.holdings',
      text: `
        with held as (
          select id, currency, position, fixed_rate from ledger_accounts
          where workspace_id = $1 and status in ('active', 'archived')
        ), base as (select workspace_base_currency($1) as code),
        market as (
          select foreign_currency.currency, found.rate, found.as_of::text
          from (select distinct held.currency from held, base where held.currency <> base.code) foreign_currency
          cross join base cross join lateral fx_rate_on($1, foreign_currency.currency, base.code, $2) found
        )
        select base.code as base, held.*, market.rate, market.as_of
        from base left join held on true left join market on market.currency = held.currency order by held.id`,
      values: [workspaceId, today],
    });
    const accounts: HeldAccount[] = [];
    const market = new Map<string, MarketRate>();
    for (const { id, currency, position, fixed_rate, rate, as_of } of holdings) {
      const fixedRate = fixed_rate === null ? null : BigInt(fixed_rate);
      if (id !== null) accounts.push({ id, position: Money.ofMinor(BigInt(position), currency), fixedRate });
      if (rate !== null && as_of !== null) market.set(currency, { rate: BigInt(rate), asOf: as_of });
    }
    return netWorthOf(accounts, holdings[0]!.base, market, today);
  }
}
