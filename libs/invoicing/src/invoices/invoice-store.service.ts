import { Injectable } from '@nestjs/common';
import type { KeptFile } from '@app/files';
import { FileQuotaExceeded, FileStore, keptName } from '@app/files';
import type { UnitOfWork } from '@app/kernel';
import { Clock, newId, Problem } from '@app/kernel';
import { invoiceEvents } from '../invoicing.events.js';
import { InvoiceLimitReached, InvoiceUuidTaken, MAX_INVOICES } from '../invoicing.problems.js';
import { Matching } from '../matching/matching.service.js';
import type { StoredInvoice } from '../matching/links.query.js';
import { lockInvoices } from '../matching/links.query.js';
import type { ReadXml } from './invoice-reader.service.js';
import type { NewInvoice } from './invoice.query.js';
import { insertInvoices, setTrashed } from './invoice.query.js';
import { Invoices } from './invoices.service.js';

/** XML of a new invoice, or of the invoice `before`. */
interface AcceptedXml extends ReadXml {
  readonly id: string;
  readonly before: StoredInvoice | undefined;
}

type Outcome = { readonly id: string; readonly outcome: 'created' | 'existing' } | Problem;

/** Stores invoices with their files, and matches them with transactions. */
@Injectable()
export class InvoiceStore {
  constructor(
    private readonly clock: Clock,
    private readonly files: FileStore,
    private readonly invoices: Invoices,
    private readonly matching: Matching,
  ) {}

  /** Stores read files, or returns the problem of each file that was not stored. */
  async store(work: UnitOfWork, read: readonly (ReadXml | Problem)[]): Promise<Outcome[]> {
    const { workspaceId } = work;
    await work.lockName('invoicing_invoices');
    const uuids = read.flatMap((file) => (file instanceof Problem ? [] : [file.uuid]));
    await this.invoices.deleteExpired(work, uuids, uuids.length);
    const known = await this.known(work, uuids);
    const stored = await this.stored(work);
    let room = MAX_INVOICES - stored.count;
    let used = stored.bytes;
    const { plan, bytes: quota } = await this.files.quota(work);
    const accepted = read.map((file): AcceptedXml | Problem => {
      if (file instanceof Problem) return file;
      const { size, sha256, uuid } = file;
      const before = known.get(uuid);
      if (before && before.sha256 !== sha256) return InvoiceUuidTaken(uuid);
      if (!before && room <= 0) return InvoiceLimitReached(`The workspace already has ${MAX_INVOICES} invoices.`);
      if (!before && used + size > quota) return FileQuotaExceeded(plan, quota, used, size);
      if (!before) room -= 1;
      if (!before) used += size;
      const id = before?.id ?? newId();
      known.set(uuid, { id, uuid, sha256, isTrashed: false });
      return { ...file, id, before };
    });
    const files = await this.keep(work, accepted);
    const created: NewInvoice[] = [];
    const restored: string[] = [];
    const kept: { fileId: string; invoiceId: string }[] = [];
    const outcomes = accepted.map((invoice): Outcome => {
      if (invoice instanceof Problem) return invoice;
      const { id, before, sha256, document } = invoice;
      const file = files.get(sha256)!;
      if (file instanceof Problem) return file;
      kept.push({ fileId: file.file.id, invoiceId: id });
      if (before?.isTrashed) restored.push(id);
      if (before) return { id, outcome: 'existing' };
      created.push({ id, sha256, document });
      return { id, outcome: 'created' };
    });
    if (created.length > 0) await work.query(insertInvoices(workspaceId, created, this.clock.now()));
    if (restored.length > 0) await work.query(setTrashed(workspaceId, restored, null));
    await work.query({
      text: 'select files_keep_invoices($1, $2::uuid[], $3::uuid[])',
      values: [workspaceId, kept.map(({ fileId }) => fileId), kept.map(({ invoiceId }) => invoiceId)],
    });
    for (const { id } of created) work.announce(invoiceEvents.created(id));
    for (const id of restored) work.announce(invoiceEvents.restored(id));
    if (kept.length > 0) await this.matching.subscribe(work);
    await this.matching.matchInvoices(
      work,
      kept.map(({ invoiceId }) => invoiceId),
    );
    return outcomes;
  }

  /** Stores XML as files, without public events. Returns the files, or the problem of a reached limit, by hash. */
  private async keep(
    work: UnitOfWork,
    accepted: readonly (AcceptedXml | Problem)[],
  ): Promise<ReadonlyMap<string, KeptFile | Problem>> {
    const files = accepted.flatMap((file) => {
      if (file instanceof Problem) return [];
      const { name, bytes, sha256 } = file;
      const kind = { source: 'invoice', mediaType: 'application/xml' } as const;
      return [{ name: keptName(name), size: bytes.length, sha256, pieces: () => [bytes], ...kind }];
    });
    const kept = await this.files.keepAll(work, files);
    return new Map(files.map(({ sha256 }, at) => [sha256, kept[at]!]));
  }

  private async known(work: UnitOfWork, uuids: readonly string[]): Promise<Map<string, StoredInvoice>> {
    const locked = await work.query<StoredInvoice>(lockInvoices(work.workspaceId, 'uuid', uuids, this.clock.now()));
    return new Map(locked.map((invoice) => [invoice.uuid.toUpperCase(), invoice]));
  }

  /** Counts the invoices and the bytes of their contents, which stay after the permanent deletion of their files. */
  private async stored(work: UnitOfWork): Promise<{ count: number; bytes: number }> {
    const [all] = await work.query<{ count: number; bytes: number }>({
      text: `
        select count(*)::int as count, coalesce(sum(size), 0)::float8 as bytes from invoicing_invoices i
        where i.workspace_id = $1`,
      values: [work.workspaceId],
    });
    return all!;
  }
}
