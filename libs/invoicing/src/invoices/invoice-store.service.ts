import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Cfdi } from '@app/cfdi';
import { CfdiUnreadable, readCfdi } from '@app/cfdi';
import type { KeptFile } from '@app/files';
import { FileQuotaExceeded, FileStore, keptName } from '@app/files';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database, detailFor, newId, Pace, Problem } from '@app/kernel';
import { invoiceEvents } from '../invoicing.events.js';
import { InvoiceLimitReached, InvoiceUnreadable, InvoiceUuidTaken, MAX_INVOICES } from '../invoicing.problems.js';
import { Matching } from '../matching/matching.service.js';
import type { StoredInvoice } from '../matching/links.query.js';
import { lockInvoices } from '../matching/links.query.js';
import type { NewInvoice } from './invoice.query.js';
import { insertInvoices, setTrashed } from './invoice.query.js';
import type { UploadedInvoicesView } from './invoice.view.js';
import { Invoices } from './invoices.service.js';
import type { UploadedXml } from './uploaded-files.js';
import { isArchive, unpacked } from './uploaded-files.js';

interface ReadXml {
  readonly name: string;
  readonly bytes: Buffer;
  readonly sha256: string;
  readonly document: Cfdi;
}

/** XML of a new invoice, or of the invoice `before`. */
interface AcceptedXml extends ReadXml {
  readonly id: string;
  readonly before: StoredInvoice | undefined;
}

type Outcome = { readonly id: string; readonly outcome: 'created' | 'existing' } | Problem;

/** Stores the invoices of an upload with their files, and matches them with transactions. */
@Injectable()
export class InvoiceUploads {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly files: FileStore,
    private readonly invoices: Invoices,
    private readonly matching: Matching,
  ) {}

  /**
   * Stores one XML file, or the XML files of a ZIP archive. An invalid file in an archive does not affect the others.
   * @throws PayloadTooLarge, and the problem of an invalid single XML file
   */
  async upload(workspaceId: string, name: string, bytes: Buffer): Promise<UploadedInvoicesView> {
    const isSingle = !isArchive(bytes);
    const files = isSingle ? [{ name: keptName(name), bytes }] : await unpacked(bytes);
    const read: (ReadXml | Problem)[] = [];
    const pace = new Pace();
    for (const file of files) {
      await pace.keep();
      read.push(readXml(file));
    }
    if (isSingle && read[0] instanceof Problem) throw read[0];
    return this.database.transaction({ workspaceId, serializedBy: 'invoices' }, async (work) => {
      const outcomes = await this.store(work, read);
      if (isSingle && outcomes[0] instanceof Problem) throw outcomes[0];
      const ids = outcomes.flatMap((outcome) => (outcome instanceof Problem ? [] : [outcome.id]));
      if (isSingle) work.audit(ids[0]!);
      const invoices = new Map((await this.invoices.all(work, ids)).map((invoice) => [invoice.id, invoice]));
      const items = outcomes.map((outcome, at) => {
        const shown = keptName(files[at]!.name);
        if (outcome instanceof Problem)
          return { name: shown, outcome: 'refused' as const, invoice: null, problem: refusalOf(outcome) };
        return { name: shown, outcome: outcome.outcome, invoice: invoices.get(outcome.id)!, problem: null };
      });
      return { items };
    });
  }

  /**
   * Stores XML files in a unit of work and returns the IDs of their invoices.
   * @throws the problem of the first invalid file
   */
  async uploadIn(work: UnitOfWork, files: readonly UploadedXml[]): Promise<string[]> {
    return (await this.store(work, files.map(readXml))).map((outcome) => {
      if (outcome instanceof Problem) throw outcome;
      return outcome.id;
    });
  }

  private async store(work: UnitOfWork, read: readonly (ReadXml | Problem)[]): Promise<Outcome[]> {
    const { workspaceId } = work;
    await work.lockName('invoicing_invoices');
    const uuids = read.flatMap((file) => (file instanceof Problem ? [] : [file.document.uuid]));
    await this.invoices.deleteExpired(work, uuids, uuids.length);
    const known = await this.known(work, uuids);
    const stored = await this.stored(work);
    let room = MAX_INVOICES - stored.count;
    let used = stored.bytes;
    const { plan, bytes: quota } = await this.files.quota(work);
    const accepted = read.map((file): AcceptedXml | Problem => {
      if (file instanceof Problem) return file;
      const { bytes, sha256, document } = file;
      const before = known.get(document.uuid);
      if (before && before.sha256 !== sha256) return InvoiceUuidTaken(document.uuid);
      if (!before && room <= 0) return InvoiceLimitReached(`The workspace already has ${MAX_INVOICES} invoices.`);
      if (!before && used + bytes.length > quota) return FileQuotaExceeded(plan, quota, used, bytes.length);
      if (!before) room -= 1;
      if (!before) used += bytes.length;
      const id = before?.id ?? newId();
      known.set(document.uuid, { id, uuid: document.uuid, sha256, isTrashed: false });
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

function readXml({ name, bytes }: UploadedXml): ReadXml | Problem {
  if (bytes === null) return InvoiceUnreadable('the file in the archive is damaged or encrypted');
  try {
    return { name, bytes, sha256: hash('sha256', bytes), document: readCfdi(bytes) };
  } catch (error) {
    if (error instanceof CfdiUnreadable) return InvoiceUnreadable(error.reason);
    throw error;
  }
}

function refusalOf(problem: Problem) {
  const { code, status, title } = problem.type;
  return { code, status, title, detail: detailFor(problem, undefined) };
}
