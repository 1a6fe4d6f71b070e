import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Values } from '@app/kernel';
import type { ActivityJson } from '../ledger.events.js';
import { TransactionsBulkEdited } from '../ledger.events.js';
import { TransactionNotFound } from '../ledger.problems.js';
import { notExpired } from '../trash-retention.query.js';

/** The category of a transaction, and who chose it. */
export interface Filing {
  readonly categoryId: string | null;
  readonly source: 'person' | 'rule' | 'import' | null;
}

interface Amended extends Record<string, unknown> {
  readonly ids: string[];
  readonly counted: ActivityJson | null;
}

/** Changes of descriptions, notes and categories that no person's edit makes: by rules, and back again. */
@Injectable()
export class BulkEdits {
  /**
   * Amends transactions, however many they are, in one statement, and tells what that moved. A transaction that is no
   * longer as the caller saw it stays as it is: what a person did meanwhile is not overwritten.
   * @param rows writes the query for them, with the columns id; category_id, category_source, description and notes as
   *   they are to be; and each of these four with the ending _before, as they were seen
   * @returns the ids of the transactions that were amended
   */
  async apply(work: UnitOfWork, rows: (values: Values) => string): Promise<string[]> {
    const values = new Values();
    const workspace = `${values.bind(work.workspaceId)}::uuid`;
    const [amended] = await work.query<Amended>({
      text: `
        with change as materialized (${rows(values)}
        ), amended as (
          update ledger_transactions t set category_id = c.category_id,
            category_source = nullif(c.category_source, 'person'), description = c.description, notes = c.notes
          from change c
          where t.workspace_id = ${workspace} and t.id = c.id and t.deleted_at is null
            and t.category_id is not distinct from c.category_id_before
            and case when t.category_id is not null then coalesce(t.category_source, 'person') end
              is not distinct from c.category_source_before
            and t.description = c.description_before and t.notes is not distinct from c.notes_before
            and (c.category_id is null or (t.split_count = 0 and t.type in ('expense', 'income')))
          returning t.id, c.category_id_before, t.category_id, t.date,
            case t.type when 'expense' then t.base_amount else -t.base_amount end as counted
        ), change_of_count as (
          select side.category_id, amended.date as day, sum(side.amount) as amount
          from amended cross join lateral (
            values (amended.category_id_before, -amended.counted), (amended.category_id, amended.counted)
          ) side (category_id, amount)
          where side.category_id is not null and side.amount is not null
          group by 1, 2 having sum(side.amount) <> 0)
        select coalesce((select array_agg(id) from amended), '{}') as ids,
          (select json_agg(json_build_object('workspace_id', ${workspace}, 'category_id', category_id, 'day', day,
            'amount', amount))::text from change_of_count) as counted`,
      values: values.list,
    });
    const { ids, counted } = amended!;
    if (ids.length > 0) await work.publish(new TransactionsBulkEdited(ids, counted ?? '[]'));
    return ids;
  }

  /**
   * The category of a transaction, live or in the trash.
   * @throws TransactionNotFound
   */
  async filing(work: UnitOfWork, id: string, now: Date): Promise<Filing> {
    const [found] = await work.query<{ categoryId: string | null; source: Filing['source'] }>({
      text: `
        select t.category_id as "categoryId",
          case when t.category_id is not null then coalesce(t.category_source, 'person') end as source
        from ledger_transactions t where t.workspace_id = $1 and t.id = $2 and ${notExpired('t', '$3')}`,
      values: [work.workspaceId, id, now],
    });
    if (!found) throw TransactionNotFound(id);
    return found;
  }

  /**
   * Subscribes a context above to every new transaction of the workspace, or ends that; elsewhere the event is saved.
   * @param subscriber the context, in one word
   */
  async subscribe(work: UnitOfWork, subscriber: string, wanted: boolean): Promise<void> {
    await work.query({
      text: wanted
        ? `insert into ledger_subscriptions (workspace_id, subscriber) values ($1, $2) on conflict do nothing`
        : `delete from ledger_subscriptions where workspace_id = $1 and subscriber = $2`,
      values: [work.workspaceId, subscriber],
    });
  }
}
