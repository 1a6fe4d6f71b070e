import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Money } from '@app/kernel';
import type { CategoryKind } from '../categories/category-tree.js';

export interface CategoryEntry {
  readonly transactionId: string;
  /** Index of the split, starting at 0. Null for an unsplit transaction. */
  readonly part: number | null;
  readonly date: string;
  readonly description: string;
  readonly type: CategoryKind;
  readonly category: { readonly id: string; readonly name: string; readonly parentId: string | null };
  readonly amount: Money;
  /** Amount in the base currency. Null if no exchange rate is known. */
  readonly baseAmount: Money | null;
}

export interface EntryPosition {
  readonly date: string;
  readonly transactionId: string;
  readonly part: number;
}

interface EntryRow extends Record<string, unknown> {
  transactionId: string;
  part: number;
  date: string;
  description: string;
  type: CategoryKind;
  category: CategoryEntry['category'];
  amount: string;
  currency: string;
  worth: string | null;
  base: string;
}

@Injectable()
export class CategoryEntries {
  /**
   * Returns a page of the entries in a category and its descendants in a period, newest first. Reads at most one page
   * per category, so the cost does not grow with the number of entries.
   */
  async page(
    work: UnitOfWork,
    { categoryId, from, before }: { categoryId: string; from: string; before: string },
    after: EntryPosition | null,
    limit: number,
  ): Promise<CategoryEntry[]> {
    const rows = await work.query<EntryRow>({
      name: 'ledger.category-entries',
      text: ENTRIES,
      values: [
        work.workspaceId,
        categoryId,
        from,
        before,
        limit,
        after?.date ?? before,
        after?.transactionId ?? LAST_ID,
        after?.part ?? -1,
      ],
    });
    return rows.map(({ part, amount, currency, worth, base, ...entry }) => ({
      ...entry,
      part: part < 0 ? null : part,
      amount: Money.ofMinor(BigInt(amount), currency),
      baseAmount: worth === null ? null : Money.ofMinor(BigInt(worth), base),
    }));
  }
}

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

const IN_RANGE = `
  t.workspace_id = $1 and t.deleted_at is null and t.date >= $3::date and t.date < $4::date`;

// Splits have no date, so the query finds them through the transactions in the period.
const ENTRIES = `
  with subtree as materialized (
    select id from ledger_category_subtrees($1, array[$2::uuid])
  ), entry as (
    select whole.* from subtree cross join lateral (
      select t.id, (-1)::smallint as part, t.date, t.description, t.type, t.category_id, t.amount, t.currency, t.base_amount
      from ledger_transactions t
      where ${IN_RANGE} and t.category_id = subtree.id and (t.date, t.id) < ($6::date, $7::uuid)
      order by t.date desc, t.id desc limit $5::int) whole
    union all
    (select t.id, s.ordinal, t.date, t.description, s.type, s.category_id, s.amount, t.currency, s.base_amount
      from ledger_transactions t join ledger_splits s on s.workspace_id = t.workspace_id and s.transaction_id = t.id
      where ${IN_RANGE} and t.split_count > 0 and (t.date, t.id) <= ($6::date, $7::uuid)
        and (t.id <> $7::uuid or s.ordinal > $8::smallint) and s.category_id in (select id from subtree)
      order by t.date desc, t.id desc, s.ordinal limit $5::int)
  )
  select entry.id as "transactionId", entry.part, entry.date, entry.description, entry.type, entry.amount, entry.currency,
    entry.base_amount as worth, (select workspace_base_currency($1)) as base,
    json_build_object('id', c.id, 'name', c.name, 'parentId', c.parent_id) as category
  from entry join ledger_categories c on c.workspace_id = $1 and c.id = entry.category_id
  order by entry.date desc, entry.id desc, entry.part limit $5::int`;
