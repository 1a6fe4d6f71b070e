import { Injectable } from '@nestjs/common';
import type { Page, UnitOfWork } from '@app/kernel';
import { Clock, Database, isId, pageOf, pageStart } from '@app/kernel';
import { invoiceEvents } from '../invoicing.events.js';
import { InvoiceNotFound, InvoiceNotInTrash } from '../invoicing.problems.js';
import type { CandidateRow } from '../matching/matching.query.js';
import { candidatesOf } from '../matching/matching.query.js';
import { Matching } from '../matching/matching.service.js';
import type { StoredInvoice } from '../matching/links.query.js';
import { lockInvoices } from '../matching/links.query.js';
import type { InvoiceRow } from './invoice.query.js';
import { deleteExpired, listInvoices, selectInvoices, setTrashed } from './invoice.query.js';
import type { ListInvoicesRequest } from './invoice.request.js';
import type { CandidatesView, InvoiceView } from './invoice.view.js';
import { invoiceView } from './known-invoice.js';

const LIST = 'invoices';

@Injectable()
export class Invoices {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly matching: Matching,
  ) {}

  /** Lists invoices, newest issue date first. A page of large invoices may have fewer items than its limit. */
  async list(workspaceId: string, request: ListInvoicesRequest): Promise<Page<InvoiceView>> {
    const position = pageStart(LIST, request, isLocalTime, isId);
    const statement = listInvoices(workspaceId, request, position, this.clock.now());
    const rows = await this.database.read<InvoiceRow>(workspaceId, statement);
    const fitting = rows.findIndex(({ document }) => document === null);
    const page = { ...request, limit: fitting === -1 ? request.limit : Math.min(fitting, request.limit) };
    const { items, nextCursor } = pageOf(LIST, page, rows, ({ issuedAt, id }) => [issuedAt, id]);
    return { items: items.map(invoiceView), nextCursor };
  }

  /** @throws InvoiceNotFound */
  async get(workspaceId: string, id: string): Promise<InvoiceView> {
    const statement = selectInvoices(workspaceId, [id], this.clock.now());
    const [row] = await this.database.read<InvoiceRow>(workspaceId, statement);
    if (!row) throw InvoiceNotFound(id);
    return invoiceView(row);
  }

  /** Returns the transactions that may pay an invoice. A linked invoice has none. @throws InvoiceNotFound */
  async candidates(workspaceId: string, id: string): Promise<CandidatesView> {
    await this.get(workspaceId, id);
    return { items: await this.database.read<CandidateRow>(workspaceId, candidatesOf(workspaceId, id)) };
  }

  /** Moves an invoice to the trash. Idempotent. @throws InvoiceNotFound */
  trash(workspaceId: string, id: string): Promise<InvoiceView> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const { isTrashed } = await this.lock(work, id);
      if (!isTrashed) {
        await work.query(setTrashed(workspaceId, [id], this.clock.now()));
        await this.matching.subscribe(work);
        work.announce(invoiceEvents.trashed(id));
      }
      return this.one(work, id);
    });
  }

  /** @throws InvoiceNotFound, InvoiceNotInTrash */
  restore(workspaceId: string, id: string): Promise<InvoiceView> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const { isTrashed } = await this.lock(work, id);
      if (!isTrashed) throw InvoiceNotInTrash();
      await work.query(setTrashed(workspaceId, [id], null));
      await this.matching.subscribe(work);
      work.announce(invoiceEvents.restored(id));
      return this.one(work, id);
    });
  }

  /** Locks an invoice, live or in the trash. @throws InvoiceNotFound */
  async lock(work: UnitOfWork, id: string): Promise<StoredInvoice> {
    const [locked] = await work.query<StoredInvoice>(lockInvoices(work.workspaceId, 'id', [id], this.clock.now()));
    if (!locked) throw InvoiceNotFound(id);
    return locked;
  }

  /** @throws InvoiceNotFound */
  async one(work: UnitOfWork, id: string): Promise<InvoiceView> {
    const [invoice] = await this.all(work, [id]);
    if (!invoice) throw InvoiceNotFound(id);
    return invoice;
  }

  async all(work: UnitOfWork, ids: readonly string[]): Promise<InvoiceView[]> {
    return (await work.query<InvoiceRow>(selectInvoices(work.workspaceId, ids, this.clock.now()))).map(invoiceView);
  }

  /** Deletes expired invoices and returns their number. `uuids` selects fiscal UUIDs; null selects all. */
  async deleteExpired(work: UnitOfWork, uuids: readonly string[] | null, limit: number): Promise<number> {
    const { workspaceId } = work;
    const deleted = await work.query<{ id: string }>(deleteExpired(workspaceId, uuids, this.clock.now(), limit));
    for (const { id } of deleted) work.announceIn(workspaceId, invoiceEvents.deleted(id));
    return deleted.length;
  }
}

const isLocalTime = (text: string): boolean => /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/.test(text);
