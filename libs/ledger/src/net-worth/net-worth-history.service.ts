import { Injectable } from '@nestjs/common';
import type { Day, FieldCode } from '@app/kernel';
import { addMonths, Clock, Database, LongWork, Pace, ValidationFailed } from '@app/kernel';
import type { AccountKind } from '../accounts/account-type.js';
import { historyPoints, MAX_POINTS } from './history-points.js';
import type { HistoricAccount, NetWorthHistory } from './net-worth-history.js';
import { netWorthHistory } from './net-worth-history.js';
import type { NetWorthHistoryRequest } from './net-worth-history.request.js';

/**
 * One row has the base currency only, one row each has an account, and one each has the rates of a currency. Separate
 * rows let other requests run between them. Amounts and rates are strings, because JSON numbers are floats.
 */
interface HistoryRow extends Record<string, unknown> {
  base: string;
  account: {
    id: string;
    kind: AccountKind;
    currency: string;
    position: string;
    fixedRate: string | null;
    since: string;
    closed: boolean;
    movements: [at: number, moved: string][];
  } | null;
  rates: [currency: string, rates: (string | null)[]] | null;
}

/** Maximum number of points times accounts without a rate, because every point lists these accounts. */
const MAX_UNCONVERTED = 100_000;

@Injectable()
export class NetWorthHistories {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly work: LongWork,
  ) {}

  /** @throws ValidationFailed if `from` is after `to` or there are too many points */
  async between(workspaceId: string, request: NetWorthHistoryRequest): Promise<NetWorthHistory> {
    const to = request.to ?? this.clock.today();
    const from = request.from ?? addMonths(to, -12);
    if (from > to) throw refused('DATE_INVALID', `must not be after the last day, ${to}`);
    const days = historyPoints(from, to, request.interval);
    if (days === null)
      throw refused('TOO_MANY_POINTS', `must be later: at most ${MAX_POINTS} points up to ${to} are allowed`);
    return this.work.calculate(workspaceId, () => this.history(workspaceId, days));
  }

  private async history(workspaceId: string, days: readonly Day[]): Promise<NetWorthHistory> {
    const rows = await this.database.read<HistoryRow>(workspaceId, {
      name: 'ledger.net-worth-history',
      text: HISTORY,
      values: [workspaceId, days],
    });
    const pace = new Pace();
    const accounts: HistoricAccount[] = [];
    const rates = new Map<string, (bigint | undefined)[]>();
    for (const row of rows) {
      await pace.keep();
      if (row.account) accounts.push(historicAccount(row.account));
      if (row.rates) rates.set(row.rates[0], row.rates[1].map(scaledRate));
    }
    accounts.sort((one, other) => (one.id < other.id ? -1 : 1));
    const incomplete = new Set([...rates].filter(([, known]) => known.includes(undefined)).map(([code]) => code));
    const unconverted = accounts.filter(({ currency, fixedRate }) => fixedRate === null && incomplete.has(currency));
    if (unconverted.length * days.length > MAX_UNCONVERTED) {
      const accountsWithout = `${unconverted.length} accounts have no exchange rate on some days`;
      throw refused('TOO_MANY_POINTS', `must be later, or set exchange rates: ${accountsWithout}`);
    }
    const base = rows[0]!.base;
    return { currency: base, points: await netWorthHistory(days, accounts, base, rates) };
  }
}

const scaledRate = (rate: string | null) => (rate === null ? undefined : BigInt(rate));

// Reads only days after the first point, so the cost does not grow with older data. The bucket of a day is the index,
// counted from 0, of the first point on or after that day.
const HISTORY = `
  with base as materialized (select workspace_base_currency($1) as code), account as materialized (
    select a.id, a.kind, a.currency, a.position, a.fixed_rate, a.status = 'closed' as closed, least(a.opening_date, (
        select d.day from ledger_account_days d
        where d.workspace_id = $1 and d.account_id = a.id and d.entries > 0 order by d.day limit 1)) as since
    from ledger_accounts a where a.workspace_id = $1
  )
  select base.code as base, null::json as account, null::json as rates from base
  union all
  select base.code, json_build_object('id', account.id, 'kind', account.kind, 'currency', account.currency,
    'position', account.position::text, 'fixedRate', account.fixed_rate::text, 'since', account.since, 'closed', account.closed,
    'movements', array(
      select json_build_array(width_bucket(d.day - 1, $2::date[]), sum(d.moved)::text) from ledger_account_days d
      where d.workspace_id = $1 and d.account_id = account.id and d.day > ($2::date[])[1]
      group by width_bucket(d.day - 1, $2::date[]))), null
  from base, account
  union all
  select base.code, null, json_build_array(needed.currency, array(
    select fx.rate::text from unnest($2::date[]) with ordinality point (day, n)
    left join fx_rates_on($1, needed.currency, base.code, $2) fx on fx.day = point.day order by point.n))
  from base, (select distinct a.currency from account a, base where a.fixed_rate is null and a.currency <> base.code) needed`;

function historicAccount({
  position,
  fixedRate,
  movements,
  ...account
}: NonNullable<HistoryRow['account']>): HistoricAccount {
  return {
    ...account,
    position: BigInt(position),
    fixedRate: fixedRate === null ? null : BigInt(fixedRate),
    movements: movements.map(([at, moved]) => ({ at, moved: BigInt(moved) })),
  };
}

function refused(code: FieldCode, detail: string) {
  return ValidationFailed([{ parameter: 'from', code, detail }]);
}
