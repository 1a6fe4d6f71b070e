import type { UnitOfWork, Values } from '@app/kernel';
import { Values as BoundValues } from '@app/kernel';
import type { Rows } from './predicate.query.js';

const WINDOW_SIZE = 20_000;

export function liveTransactions(workspaceId: string, where: (values: Values) => string = () => 'true'): Rows {
  return (values) => `
    select t.id, t.account_id, t.type, t.date, t.description, t.notes, t.folded_description, t.folded_notes, t.amount,
      t.currency, t.category_id, t.category_source, t.split_count, t.tag_ids, t.category_id is null as is_unfiled,
      t.category_source is not distinct from 'person' as is_chosen
    from ledger_live_transactions(${values.bind(workspaceId)}::uuid) t where ${where(values)}`;
}

/** Yields queries that together select all live transactions, newest first, in windows of `WINDOW_SIZE`. */
export async function* liveWindows(work: UnitOfWork): AsyncGenerator<Rows> {
  const { workspaceId } = work;
  let upper: { date: string; id: string } | undefined;
  for (;;) {
    const lower = await windowEnd(work, upper);
    const [from, to] = [upper, lower];
    const before = (values: Values) =>
      from ? `(t.date, t.id) < (${values.bind(from.date)}::date, ${values.bind(from.id)}::uuid)` : 'true';
    yield liveTransactions(workspaceId, (values) =>
      to
        ? `${before(values)} and (t.date, t.id) >= (${values.bind(to.date)}::date, ${values.bind(to.id)}::uuid)`
        : before(values),
    );
    if (!lower) return;
    upper = lower;
  }
}

async function windowEnd(work: UnitOfWork, after: { date: string; id: string } | undefined) {
  const values = new BoundValues();
  const source = `ledger_live_transactions(${values.bind(work.workspaceId)}::uuid) t`;
  const beyond = after
    ? `where (t.date, t.id) < (${values.bind(after.date)}::date, ${values.bind(after.id)}::uuid)`
    : '';
  const [end] = await work.query<{ date: string; id: string }>({
    text: `
      select t.date::text as date, t.id from ${source} ${beyond}
      order by t.date desc, t.id desc offset ${WINDOW_SIZE - 1} limit 1`,
    values: values.list,
  });
  return end;
}
