import { Injectable } from '@nestjs/common';
import { keptName } from '@app/files';
import type { UnitOfWork } from '@app/kernel';
import { Database, detailFor, Problem } from '@app/kernel';
import type { Upload } from './invoice-reader.service.js';
import { InvoiceReader, readHere } from './invoice-reader.service.js';
import { InvoiceStore } from './invoice-store.service.js';
import type { UploadedInvoicesView } from './invoice.view.js';
import { Invoices } from './invoices.service.js';
import type { UploadedXml } from './uploaded-files.js';
import { isArchive } from './uploaded-files.js';

/** Reads and stores uploaded invoices. */
@Injectable()
export class InvoiceUploads {
  constructor(
    private readonly database: Database,
    private readonly reader: InvoiceReader,
    private readonly store: InvoiceStore,
    private readonly invoices: Invoices,
  ) {}

  /**
   * Stores one XML file, or the XML files of a ZIP archive. An invalid file in an archive does not affect the others.
   * @throws PayloadTooLarge, InvoicesBusy, and the problem of an invalid single XML file
   */
  async upload(upload: Upload): Promise<UploadedInvoicesView> {
    const { workspaceId } = upload;
    const isSingle = !isArchive(upload.bytes);
    return this.reader.read(upload, async (files) => {
      const read = files.map((file) => file.read);
      if (isSingle && read[0] instanceof Problem) throw read[0];
      return this.database.transaction({ workspaceId, serializedBy: 'invoices' }, async (work) => {
        const outcomes = await this.store.store(work, read);
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
    });
  }

  /**
   * Stores trusted XML files in a unit of work and returns the IDs of their invoices.
   * @throws the problem of the first invalid file
   */
  async uploadIn(work: UnitOfWork, files: readonly UploadedXml[]): Promise<string[]> {
    const read = readHere(files).map((file) => file.read);
    return (await this.store.store(work, read)).map((outcome) => {
      if (outcome instanceof Problem) throw outcome;
      return outcome.id;
    });
  }
}

function refusalOf(problem: Problem) {
  const { code, status, title } = problem.type;
  return { code, status, title, detail: detailFor(problem, undefined) };
}
