import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Money } from '@app/kernel';

export interface ScheduledEntry {
  readonly id: string;
  readonly accountId: string;
  readonly date: string;
  /** Change in the position, in the account's currency. */
  readonly amount: Money;
}

export interface AccountProjection {
  readonly id: string;
  readonly name: string;
  readonly kind: 'asset' | 'liability';
  readonly alertThreshold: Money | null;
  /** Position after all transactions up to the day. Negative if the owner owes money. */
  readonly position: Money;
  /**
   * Value of one unit of the account's currency in the base currency on that day, scaled by 10^8. Null if there is no
   * rate.
   */
  readonly rate: bigint | null;
}

interface AccountRow extends Record<string, unknown> {
  id: string;
  name: string;
  currency: string;
  kind: 'asset' | 'liability';
  threshold: string | null;
  position: string;
  rate: string | null;
}

interface EntryRow extends Record<string, unknown> {
  id: string;
  accountId: string;
  date: string;
  amount: string;
  currency: string;
}

/**
 * Number of the latest unsplit transactions, and of the latest splits, that decide the most used account of a category.
 */
const LATEST_ENTRIES = 100;

@Injectable()
export class AccountProjections {
  async accounts(work: UnitOfWork, day: string): Promise<AccountProjection[]> {
    const rows = await work.query<AccountRow>({
      name: 'ledger.account-projections',
      text: ACCOUNTS,
      values: [work.workspaceId, day],
    });
    return rows.map(({ id, name, currency, kind, threshold, position, rate }) => ({
      id,
      name,
      kind,
      alertThreshold: threshold === null ? null : Money.ofMinor(BigInt(threshold), currency),
      position: Money.ofMinor(BigInt(position), currency),
      rate: rate === null ? null : BigInt(rate),
    }));
  }

  /**
   * Returns entries of active accounts after one day and up to another, oldest first, up to a limit. Includes both
   * sides of transfers.
   */
  async scheduled(work: UnitOfWork, after: string, until: string, limit: number): Promise<ScheduledEntry[]> {
    const rows = await work.query<EntryRow>({
      name: 'ledger.scheduled-entries',
      text: SCHEDULED,
      values: [work.workspaceId, after, until, limit],
    });
    return rows.map(({ amount, currency, ...entry }) => ({
      ...entry,
      amount: Money.ofMinor(BigInt(amount), currency),
    }));
  }

  /**
   * Returns the most used active account of each category and its descendants: the account with most of the latest
   * entries. If several have the same number, returns the one used last. Omits categories without entries.
   */
  async mostUsed(work: UnitOfWork, categoryIds: readonly string[]): Promise<Map<string, string>> {
    if (categoryIds.length === 0) return new Map();
    const rows = await work.query<{ root: string; account_id: string }>({
      name: 'ledger.most-used-accounts',
      text: MOST_USED,
      values: [work.workspaceId, categoryIds],
    });
    return new Map(rows.map(({ root, account_id }) => [root, account_id]));
  }
}

/** Total change of the account's balance after the day `$2`. */
const LATER = `
  select coalesce(sum(d.moved), 0) from ledger_account_days d
  where d.workspace_id = $1 and d.account_id = a.id and d.day > $2`;

const ACCOUNTS = `
  select a.id, a.name, a.currency, a.kind, a.alert_threshold as threshold, (a.position - (${LATER}))::bigint as position,
    case when a.fx_mode = 'auto' and a.currency = base.code then 100000000
      else ledger_base_rate($1, a.id, a.currency, base.code, $2) end as rate
  from ledger_accounts a cross join (select workspace_base_currency($1) as code) base
  where a.workspace_id = $1 and a.status = 'active' order by a.id`;

// Scans the transactions of the period once rather than once per account.
const SCHEDULED = `
  select t.id, a.id as "accountId", t.date::text, side.amount, a.currency
  from ledger_transactions t
  cross join lateral (values (t.account_id, t.signed_amount), (t.to_account_id, t.to_amount)) side (account_id, amount)
  join ledger_accounts a on a.workspace_id = $1 and a.id = side.account_id and a.status = 'active'
  where t.workspace_id = $1 and t.date > $2 and t.date <= $3 and t.deleted_at is null
  order by t.date, t.id, a.id limit $4`;

// Two subqueries make PostgreSQL use the indexes on category and ID even if it has no statistics for the workspace: the
// scalar subquery for the workspace (as in ledger_counted_parts_between) and the lateral subquery for the transaction
// of a split.
const MOST_USED = `
  select distinct on (root) root, account_id from (
    select subtree.root, entry.account_id, count(*) as uses, max(entry.date) as last_used
    from ledger_category_subtrees($1, $2::uuid[]) subtree
    cross join lateral (
      (select t.account_id, t.date from ledger_transactions t
       where t.workspace_id = (select $1::uuid) and t.category_id = subtree.id and t.deleted_at is null
       order by t.date desc, t.id desc limit ${LATEST_ENTRIES})
      union all
      (select whole.account_id, whole.date
       from (select s.transaction_id from ledger_splits s where s.workspace_id = (select $1::uuid) and s.category_id = subtree.id
         order by s.transaction_id desc limit ${LATEST_ENTRIES}) part
       cross join lateral (
         select t.account_id, t.date from ledger_transactions t
         where t.workspace_id = (select $1::uuid) and t.id = part.transaction_id and t.deleted_at is null offset 0) whole)
    ) entry
    join ledger_accounts a on a.workspace_id = $1 and a.id = entry.account_id and a.status = 'active'
    group by subtree.root, entry.account_id
  ) used order by root, uses desc, last_used desc, account_id`;
