import type { ChangedPair } from '@app/fx';

/** Returns the parameters $1 to $4 of `affectedAccounts`. */
export function valuesOfPairs(pairs: readonly ChangedPair[]): unknown[] {
  return [
    pairs.map(({ quote }) => quote),
    pairs.map(({ base }) => base),
    pairs.map(({ sinceDay }) => sinceDay),
    pairs.map(({ untilDay }) => untilDay),
  ];
}

/**
 * Returns common table expressions: `pair` with the changed pairs, and `account` with the accounts whose transactions
 * these pairs may revalue. The days are from `since` to the day before `until`.
 * @param condition SQL that selects accounts `a`
 */
export function affectedAccounts(condition: string): string {
  return `
    pair as (
      select quote, base, since, coalesce(until, 'infinity') as until
      from unnest($1::text[], $2::text[], $3::date[], $4::date[]) changed (quote, base, since, until)
    ), account as materialized (
      select a.workspace_id, a.id, min(pair.since) as since, max(pair.until) as until
      from (select a.*, workspace_base_currency(a.workspace_id) as base from ledger_accounts a where ${condition}) a
      join pair on a.currency in (pair.quote, pair.base) or a.base in (pair.quote, pair.base)
      where a.fx_mode = 'auto' and a.currency <> a.base group by a.workspace_id, a.id
    )`;
}
