import { Injectable } from '@nestjs/common';
import type { Day } from '@app/kernel';
import { Clock, Database, Money } from '@app/kernel';
import { positionOn } from '../balances/balance-on.query.js';
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

const COUNTED_ON = `
  select a.id, a.currency, past.position::text, a.fixed_rate::text
  from ledger_accounts a cross join lateral (select ${positionOn('a', '$2::date')} as position) past
  where a.workspace_id = $1 and (a.status in ('active', 'archived') or past.position <> 0)
    and (a.opening_date <= $2::date or exists (
      select from ledger_account_days d
      where d.workspace_id = $1 and d.account_id = a.id and d.day <= $2::date and d.entries > 0))`;

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

  /**
   * Returns the net worth at the end of a day at the rates of that day. A closed account counts if it had a balance
   * then.
   */
  async on(workspaceId: string, day: Day): Promise<NetWorth> {
    const rows = await this.database.read<Holding>(workspaceId, {
      name: 'ledger.holdings-on',
      text: holdings(COUNTED_ON, '$2'),
      values: [workspaceId, day],
    });
    return worthOf(rows, day);
  }
}
