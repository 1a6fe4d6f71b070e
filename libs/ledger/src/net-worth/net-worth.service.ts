import { Injectable } from '@nestjs/common';
import { Clock, Database, Money } from '@app/kernel';
import type { HeldAccount, MarketRate, NetWorth } from './net-worth.js';
import { netWorthOf } from './net-worth.js';

/**
 * Position of an account and the rate of its currency. If there are no accounts, a single row with a null ID contains
 * the base currency.
 */
export interface Holding extends Record<string, unknown> {
  base: string;
  id: string | null;
  currency: string;
  position: string;
  fixed_rate: string | null;
  rate: string | null;
  as_of: string | null;
}

/**
 * Builds the query that returns holdings with the rates of a day. `accounts` must select at least id, currency,
 * position and fixed_rate.
 */
export function holdings(accounts: string, day: string): string {
  return `
    with account as (${accounts}), base as (select workspace_base_currency($1) as code),
    market as (
      select foreign_currency.currency, fx.rate::text, fx.as_of::text
      from (select distinct account.currency from account, base where account.currency <> base.code) foreign_currency
      cross join base cross join lateral fx_rate_on($1, foreign_currency.currency, base.code, ${day}) fx
    )
    select base.code as base, account.*, market.rate, market.as_of
    from base left join account on true left join market on market.currency = account.currency order by account.id`;
}

export function worthOf(holdings: readonly Holding[], today: string): NetWorth {
  const accounts: HeldAccount[] = [];
  const market = new Map<string, MarketRate>();
  for (const { id, currency, position, fixed_rate, rate, as_of } of holdings) {
    const fixedRate = fixed_rate === null ? null : BigInt(fixed_rate);
    if (id !== null) accounts.push({ id, position: Money.ofMinor(BigInt(position), currency), fixedRate });
    if (rate !== null && as_of !== null) market.set(currency, { rate: BigInt(rate), asOf: as_of });
  }
  return netWorthOf(accounts, holdings[0]!.base, market, today);
}

const COUNTED = `
  select id, currency, position::text, fixed_rate::text from ledger_accounts
  where workspace_id = $1 and status in ('active', 'archived')`;

@Injectable()
export class NetWorths {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async current(workspaceId: string): Promise<NetWorth> {
    const today = this.clock.today();
    const rows = await this.database.read<Holding>(workspaceId, {
      name: 'ledger.holdings',
      text: holdings(COUNTED, '$2'),
      values: [workspaceId, today],
    });
    return worthOf(rows, today);
  }
}
