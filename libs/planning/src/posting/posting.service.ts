import { Injectable } from '@nestjs/common';
import type { Occurrence, UnitOfWork } from '@app/kernel';
import { formatAmount } from '@app/kernel';
import { transactionEvents, Transactions } from '@app/ledger';
import type { Schedule } from '../schedules/schedule.entity.js';

export interface PostedAs {
  readonly amount?: string;
  readonly date?: string;
}

@Injectable()
export class Posting {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Posts an occurrence as a transaction. The caller must lock the schedule. Fails if a concurrent transaction has
   * matched the occurrence.
   * @throws all errors of `Transactions.createAll`
   */
  async post(
    work: UnitOfWork,
    schedule: Schedule,
    { nominalDate, date }: Occurrence,
    as: PostedAs = {},
  ): Promise<void> {
    const { accountId, toAccountId, type, description, categoryId, tags } = schedule;
    const request = {
      ...{ accountId, toAccountId, type, description, categoryId, tags },
      date: as.date ?? date,
      amount: as.amount ?? formatAmount(schedule.amount),
    };
    // Records the match before TransactionsCreated is published, so that no other schedule can match the transaction.
    const [id] = await this.transactions.createAll(work, [request], async ([transactionId]) => {
      await work.query({ text: POSTED, values: [work.workspaceId, schedule.id, nominalDate, transactionId] });
    });
    const data = { accountIds: [accountId, toAccountId].filter((affectedId) => affectedId !== null) };
    work.announce(transactionEvents.created(id!, { data }));
  }
}

const POSTED = `
  with posted as (
    insert into planning_occurrences (workspace_id, schedule_id, nominal_date, status, transaction_id)
    values ($1, $2::uuid, $3, 'posted', $4) returning transaction_id
  )
  select ledger_set_schedules($1, array_agg(transaction_id), array[$2]::uuid[]) from posted`;
