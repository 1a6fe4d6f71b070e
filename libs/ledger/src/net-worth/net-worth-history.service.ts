import { Injectable } from '@nestjs/common';
import type { FieldCode } from '@app/kernel';
import { addMonths, Clock, Database, Money, ValidationFailed } from '@app/kernel';
import type { AccountKind } from '../accounts/account-type.js';
import { historyPoints, MAX_POINTS } from './history-points.js';
import type { HistoricAccount, NetWorthHistory } from './net-worth-history.js';
import { netWorthHistory } from './net-worth-history.js';
import type { NetWorthHistoryRequest } from './net-worth-history.request.js';

/** Accounts and rates as JSON. Amounts and rates are strings, because JSON numbers are floats. */
interface HistoryRow extends Record<string, unknown> {
  base: string;
  accounts: {
    id: string;
    kind: AccountKind;
    currency: string;
    position: string;
    fixedRate: string | null;
    since: string;
    closed: boolean;
    movements: [at: number, moved: string][];
  }[];
  rates: [currency: string, rates: (string | null)[]][];
}

/** Maximum number of points times accounts without a rate, because every point lists these accounts. */
const MAX_UNCONVERTED = 100_000;

@Injectable()
export class NetWorthHistories {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailed if `from` is after `to` or there are too many points */
  async between(workspaceId: string, request: NetWorthHistoryRequest): Promise<NetWorthHistory> {
    const to = request.to ?? this.clock.today();
    const from = request.from ?? addMonths(to, -12);
    if (from > to) throw refused('DATE_INVALID', `must not be after the last day, ${to}`);
    const days = historyPoints(from, to, request.interval);
    if (days === null)
      throw refused('TOO_MANY_POINTS', `must be later: at most ${MAX_POINTS} points up to ${to} are allowed`);
    const [row] = await this.database.read<HistoryRow>(workspaceId, {
      name: 'ledger.net-worth-history',
      text: HISTORY,
      values: [workspaceId, days],
    });
    const { base, accounts, rates } = row!;
    const market = new Map(
      rates.map(([currency, known]) => [currency, known.map((rate) => (rate === null ? undefined : BigInt(rate)))]),
    );
    const unconverted = accounts.filter(
      ({ currency, fixedRate }) => fixedRate === null && market.get(currency)?.includes(undefined),
    );
    if (unconverted.length * days.length > MAX_UNCONVERTED) {
      const accountsWithout = `${unconverted.length} accounts have no exchange rate on some days`;
      throw refused('TOO_MANY_POINTS', `must be later, or set exchange rates: ${accountsWithout}`);
    }
    return { currency: base, points: netWorthHistory(days, accounts.map(historicAccount), base, market) };
  }
}

// Reads only days after the first point, so the cost does not grow with older data. The bucket of a day is the index,
// counted from 0, of the first point on or after that day.
const HISTORY = `
  with base as materialized (select workspace_base_currency($1) as code), account as materialized (
    select a.id, a.kind, a.currency, a.position, a.fixed_rate, a.status = 'closed' as closed, least(a.opening_date, (
        select d.day from ledger_account_days d
        where d.workspace_id = $1 and d.account_id = a.id and d.entries > 0 order by d.day limit 1)) as since
    from ledger_accounts a where a.workspace_id = $1
  )
  select base.code as base, (
    select coalesce(json_agg(json_build_object('id', account.id, 'kind', account.kind, 'currency', account.currency,
      'position', account.position::text, 'fixedRate', account.fixed_rate::text, 'since', account.since, 'closed', account.closed,
      'movements', array(
        select json_build_array(width_bucket(d.day - 1, $2::date[]), sum(d.moved)::text) from ledger_account_days d
        where d.workspace_id = $1 and d.account_id = account.id and d.day > ($2::date[])[1]
        group by width_bucket(d.day - 1, $2::date[]))) order by account.id), '[]')
    from account
  ) as accounts, (
    select coalesce(json_agg(json_build_array(market.currency, market.rates)), '[]') from (
      select needed.currency, array(
        select fx.rate::text from unnest($2::date[]) with ordinality point (day, n)
        left join fx_rates_on($1, needed.currency, base.code, $2) fx on fx.day = point.day order by point.n) as rates
      from (select distinct a.currency from account a where a.fixed_rate is null and a.currency <> base.code) needed
    ) market
  ) as rates
  from base`;

function historicAccount({
  position,
  currency,
  fixedRate,
  movements,
  ...account
}: HistoryRow['accounts'][number]): HistoricAccount {
  return {
    ...account,
    position: Money.ofMinor(BigInt(position), currency),
    fixedRate: fixedRate === null ? null : BigInt(fixedRate),
    movements: movements.map(([at, moved]) => ({ at, moved: Money.ofMinor(BigInt(moved), currency) })),
  };
}

function refused(code: FieldCode, detail: string) {
  return ValidationFailed([{ parameter: 'from', code, detail }]);
}
