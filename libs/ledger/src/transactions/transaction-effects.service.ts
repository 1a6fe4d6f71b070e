import { Injectable } from '@nestjs/common';
import type { EffectReader, EffectsView, SeenChange, Values } from '@app/kernel';
import { Clock, EffectReaders, notExpired } from '@app/kernel';
import { isWithoutEdits, TransactionsDeleted } from '../ledger.events.js';
import { isWritten } from '../written.query.js';
import { joinCategory, shownDigest } from './transaction.query.js';

/** Rows that the dry run wrote. May include rows that concurrent transactions wrote. */
interface Touched {
  readonly ids: string;
  readonly trashed: string;
  readonly digests: string;
  readonly categories: readonly object[];
}

/**
 * Counts the transactions that a change creates, updates, trashes, restores and deletes. Finds written transactions by
 * `updated_at`. If a category is renamed or moved, its transactions are not written, so they are counted through the
 * category.
 */
@Injectable()
export class TransactionEffects implements EffectReader {
  constructor(
    private readonly clock: Clock,
    readers: EffectReaders,
  ) {
    readers.add(this);
  }

  after(values: Values, _: unknown, published: readonly object[]): string {
    const now = values.bind(this.clock.now());
    const shown = shownBy(published);
    return `(
      select json_build_object('ids', ids::text, 'trashed', trashed::text, 'digests', digests::text, 'categories', (
        select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'parent', c.parent_id)), '[]')
        from ledger_categories c where c.workspace_id = $1 and ${isWritten('c')}))::text
      from (
        select coalesce(array_agg(t.id), '{}') as ids, coalesce(array_agg(t.deleted_at is not null), '{}') as trashed,
          coalesce(array_agg(${shown.digest}), '{}') as digests
        from ledger_transactions t ${shown.join}
        where t.workspace_id = $1 and t.updated_at >= date_trunc('milliseconds', transaction_timestamp())
          and ${notExpired('t', now)}) touched)`;
  }

  before(values: Values, _: unknown, after: string, published: readonly object[]): string {
    const { ids, trashed, digests, categories } = JSON.parse(after) as Touched;
    const now = values.bind(this.clock.now());
    const shown = shownBy(published);
    const deleted = published.filter((event) => event instanceof TransactionsDeleted);
    const deletedIds = deleted.flatMap(({ transactions }) => transactions.map(({ id }) => id));
    const recategorized =
      categories.length === 0 ? '0' : inChangedCategories(values.bind(JSON.stringify(categories)), now);
    const deletedCount = deletedIds.length === 0 ? '0' : visibleAmong(values.bind(deletedIds), now);
    return `(
      with now as materialized (
        select * from unnest(${values.bind(ids)}::text::uuid[], ${values.bind(trashed)}::text::boolean[],
          ${values.bind(digests)}::text::bigint[]) as written (id, trashed, digest)
      ), previous as materialized (
        select previous.* from now cross join lateral (
          select t.id, t.deleted_at is not null as trashed, ${shown.digest} as digest
          from ${visibleTransaction('now', now, shown.join)} offset 0) previous
      )
      select json_build_object(
        'created', count(*) filter (where was_trashed is null),
        'updated', count(*) filter (where was_trashed = is_trashed and was_digest <> is_digest) + ${recategorized},
        'trashed', count(*) filter (where is_trashed and not was_trashed),
        'restored', count(*) filter (where was_trashed and not is_trashed),
        'deleted', ${deletedCount})::text
      from (
        select bool_or(trashed) filter (where is_now) as is_trashed, max(digest) filter (where is_now) as is_digest,
          bool_or(trashed) filter (where not is_now) as was_trashed, max(digest) filter (where not is_now) as was_digest
        from (select *, true as is_now from now union all select *, false from previous) states
        group by id) changes)`;
  }

  compare({ before }: SeenChange): Partial<EffectsView> {
    return { transactions: JSON.parse(before) as EffectsView['transactions'] };
  }
}

/**
 * Returns SQL for the digest of the visible fields. The digest is expensive, so it is skipped if the change contains no
 * edits.
 */
function shownBy(published: readonly object[]): { digest: string; join: string } {
  if (isWithoutEdits(published)) return { digest: '0::bigint', join: '' };
  return { digest: shownDigest('t'), join: joinCategory('t') };
}

function inChangedCategories(categories: string, now: string): string {
  return `(
    with renamed as materialized (
      select c.id from json_to_recordset(${categories}::json) as now (id uuid, name text, parent uuid)
      join ledger_categories c on c.workspace_id = $1 and c.id = now.id
      where (c.name, c.parent_id) is distinct from (now.name, now.parent)
    ), affected as (
      select t.id from ledger_transactions t where t.workspace_id = $1 and t.category_id in (select id from renamed)
      union
      select s.transaction_id from ledger_splits s where s.workspace_id = $1 and s.category_id in (select id from renamed)
    )
    select count(*) from affected cross join lateral (select from ${visibleTransaction('affected', now)} offset 0) seen
    where affected.id not in (select id from now))`;
}

function visibleAmong(ids: string, now: string): string {
  return `(
    select count(*) from unnest(${ids}::uuid[]) as deleted (id)
    cross join lateral (select from ${visibleTransaction('deleted', now)} offset 0) seen)`;
}

/**
 * Returns SQL that finds the visible transaction with the ID of a row. `offset 0` in the lateral query forces a lookup
 * by primary key, regardless of the planner's estimates (decision 0063).
 */
function visibleTransaction(row: string, now: string, join = ''): string {
  return `ledger_transactions t ${join} where t.workspace_id = $1 and t.id = ${row}.id and ${notExpired('t', now)}`;
}
