import { Injectable } from '@nestjs/common';
import type { Occurrence, UnitOfWork } from '@app/kernel';
import { formatAmount } from '@app/kernel';
import { transactionEvents, Transactions } from '@app/ledger';
import type { Schedule } from '../schedules/schedule.entity.js';

/** What it really was, where that is another than expected. */
export interface PostedAs {
  readonly amount?: string;
  readonly date?: string;
}

/** Enters what was expected as an ordinary transaction. */
@Injectable()
export class Posting {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Enters the transaction of an occurrence. The schedule is held; where a transaction met the occurrence meanwhile, it fails.
   * @throws AccountNotActive, TransferRateRequired and whatever else entering a transaction refuses
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
    // Before the event of the transaction is published, so that no schedule looks for an occurrence for it.
    const [id] = await this.transactions.createAll(work, [request], async ([made]) => {
      await work.query({ text: POSTED, values: [work.workspaceId, schedule.id, nominalDate, made] });
    });
    const data = { accountIds: [accountId, toAccountId].filter((one) => one !== null) };
    work.announce(transactionEvents.created(id!, { data }));
  }
}

const POSTED = `
  with posted as (
    insert into planning_occurrences (workspace_id, schedule_id, nominal_date, status, transaction_id)
    values ($1, $2::uuid, $3, 'posted', $4) returning transaction_id
  )
  select ledger_set_schedules($1, array_agg(transaction_id), array[$2]::uuid[]) from posted`;
