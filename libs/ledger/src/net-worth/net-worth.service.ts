import { Injectable } from '@nestjs/common';
import { Clock, Database, Money } from '@app/kernel';
import type { HeldAccount, MarketRate, NetWorth } from './net-worth.js';
import { netWorthOf } from './net-worth.js';

/** What an account holds, with the rate of its currency; a single row without an id where there is no account. */
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
 * Reads holdings with the rates of a day.
 * @param accounts a query of id, currency, position and fixed_rate at least
 */
export function holdings(accounts: string, day: string): string {
  return `
    with held as (${accounts}), base as (select workspace_base_currency($1) as code),
    market as (
      select foreign_currency.currency, found.rate::text, found.as_of::text
      from (select distinct held.currency from held, base where held.currency <> base.code) foreign_currency
      cross join base cross join lateral fx_rate_on($1, foreign_currency.currency, base.code, ${day}) found
    )
    select base.code as base, held.*, market.rate, market.as_of
    from base left join held on true left join market on market.currency = held.currency order by held.id`;
}

/** What holdings are worth together, at the rates that they come with. */
export function worthOf(found: readonly Holding[], today: string): NetWorth {
  const accounts: HeldAccount[] = [];
  const market = new Map<string, MarketRate>();
  for (const { id, currency, position, fixed_rate, rate, as_of } of found) {
    const fixedRate = fixed_rate === null ? null : BigInt(fixed_rate);
    if (id !== null) accounts.push({ id, position: Money.ofMinor(BigInt(position), currency), fixedRate });
    if (rate !== null && as_of !== null) market.set(currency, { rate: BigInt(rate), asOf: as_of });
  }
  return netWorthOf(accounts, found[0]!.base, market, today);
}

const COUNTED = `
  select id, currency, position::text, fixed_rate::text from ledger_accounts
  where workspace_id = $1 and status in ('active', 'archived')`;

/** Net worth: every active and archived account in the base currency, at today's rates. */
@Injectable()
export class NetWorths {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async current(workspaceId: string): Promise<NetWorth> {
    const today = this.clock.today();
    const found = await this.database.read<Holding>(workspaceId, {
      name: 'ledger.holdings',
      text: holdings(COUNTED, '$2'),
      values: [workspaceId, today],
    });
    return worthOf(found, today);
  }
}
