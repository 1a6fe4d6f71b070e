import { Injectable } from '@nestjs/common';
import type { Statement, UnitOfWork } from '@app/kernel';
import { Clock } from '@app/kernel';
import { BulkEdits } from '@app/ledger';
import { invoiceEvents } from '../invoicing.events.js';
import { lockInvoices, removeLinks, setLinks } from './links.query.js';
import type { Pair } from './matching.query.js';
import { invoicesFor, invoicesForImport, pairsOf } from './matching.query.js';

/** Links invoices and transactions that are each other's only candidates (decision 0119). */
@Injectable()
export class Matching {
  constructor(
    private readonly clock: Clock,
    private readonly bulkEdits: BulkEdits,
  ) {}

  /** Compares these invoices with all transactions. */
  async matchInvoices(work: UnitOfWork, invoiceIds: readonly string[]): Promise<void> {
    await this.link(work, invoiceIds, () => true);
  }

  /** Compares new transactions with all invoices. */
  async matchCreated(work: UnitOfWork, transactionIds: readonly string[]): Promise<void> {
    const created = new Set(transactionIds);
    await this.matchNew(work, invoicesFor(work.workspaceId, transactionIds), ({ transactionId }) =>
      created.has(transactionId),
    );
  }

  async matchImported(work: UnitOfWork, importId: string): Promise<void> {
    const found = invoicesForImport(work.workspaceId, importId);
    await this.matchNew(work, found, (pair) => pair.importId === importId);
  }

  /** Subscribes to the new transactions of a workspace if it has live invoices. Call it after invoices change. */
  async subscribe(work: UnitOfWork): Promise<void> {
    const live = await work.query({
      text: 'select from invoicing_invoices i where i.workspace_id = $1 and i.deleted_at is null limit 1',
      values: [work.workspaceId],
    });
    await this.bulkEdits.subscribe(work, 'invoicing', live.length > 0);
  }

  private async matchNew(work: UnitOfWork, found: Statement, isNew: (pair: Pair) => boolean): Promise<void> {
    const invoices = await work.query<{ id: string }>(found);
    await this.link(
      work,
      invoices.map(({ id }) => id),
      isNew,
    );
  }

  /**
   * Compares again after locking the invoices, because a concurrent call may have linked one of them. Removes links to
   * trashed transactions, so that an invoice is not paid twice after their restoration.
   */
  private async link(
    work: UnitOfWork,
    invoiceIds: readonly string[],
    isWanted: (pair: Pair) => boolean,
  ): Promise<void> {
    const { workspaceId } = work;
    const compare = async (ids: readonly string[]) =>
      ids.length === 0 ? [] : (await work.query<Pair>(pairsOf(workspaceId, ids))).filter(isWanted);
    const found = (await compare(invoiceIds)).map(({ invoiceId }) => invoiceId);
    if (found.length === 0) return;
    await work.query(lockInvoices(workspaceId, 'id', found, this.clock.now()));
    const pairs = await compare(found);
    if (pairs.length === 0) return;
    await removeLinks(
      work,
      pairs.map(({ invoiceId }) => invoiceId),
    );
    await work.query(setLinks(workspaceId, pairs, true));
    for (const { invoiceId, transactionId } of pairs) {
      work.announce(invoiceEvents.linked(invoiceId, { data: { transactionIds: [transactionId] } }));
    }
  }
}
