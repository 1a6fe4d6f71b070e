import type { Statement } from '@app/kernel';
import type { Balance } from './transfers.js';

export interface MemberBalance extends Balance {
  readonly name: string;
  readonly paid: bigint;
  readonly share: bigint;
  readonly settled: bigint;
}

/** Balances of the members by currency. */
export type HouseholdBalances = ReadonlyMap<string, readonly MemberBalance[]>;

export interface BalanceRow extends Record<string, unknown> {
  readonly currency: string;
  readonly memberId: string;
  readonly name: string;
  readonly paid: string;
  readonly share: string;
  readonly settled: string;
}

/** Returns the statement that reads the balances in a period. A null bound means no limit. */
export function selectBalances(workspaceId: string, from: string | null, to: string | null): Statement {
  return {
    name: 'household.balances',
    text: `
      with figure as (
        select currency, member_id, paid, share, 0 as settled from ledger_shared_sums($1, $2::date, $3::date)
        union all
        select s.currency, side.member_id, 0, 0, side.amount from household_settlements s
        cross join lateral (values (s.from_id, s.amount), (s.to_id, -s.amount)) side (member_id, amount)
        where s.workspace_id = $1 and s.date between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')
      ), total as materialized (
        select currency, member_id, sum(paid) as paid, sum(share) as share, sum(settled) as settled
        from figure group by 1, 2
      )
      select c.currency, m.id as "memberId", m.name, coalesce(t.paid, 0)::text as paid, coalesce(t.share, 0)::text as share,
        coalesce(t.settled, 0)::text as settled
      from (select distinct currency from total) c cross join identity_all_members($1) m
      left join total t on t.currency = c.currency and t.member_id = m.id
      where m.left_at is null or t.paid - t.share + t.settled <> 0
      order by c.currency, m.id`,
    values: [workspaceId, from, to],
  };
}

export function balancesOf(rows: readonly BalanceRow[]): HouseholdBalances {
  const members = rows.map(({ currency, memberId, name, ...figures }) => {
    const [paid, share, settled] = [BigInt(figures.paid), BigInt(figures.share), BigInt(figures.settled)];
    return { currency, member: { memberId, name, paid, share, settled, balance: paid - share + settled } };
  });
  const groups = Map.groupBy(members, ({ currency }) => currency);
  return new Map([...groups].map(([currency, group]) => [currency, group.map(({ member }) => member)]));
}
