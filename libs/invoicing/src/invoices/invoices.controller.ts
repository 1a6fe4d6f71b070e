import { Body, Controller, Delete, Get, Param, Post, Query, UploadedFile } from '@nestjs/common';
import type { Principal } from '@app/kernel';
import {
  AmountOutOfRange,
  Caller,
  ClientGone,
  CursorInvalid,
  EXAMPLE_IDS,
  Operation,
  operationsOn,
  PayloadTooLarge,
  ReferenceNotFound,
  Scoped,
} from '@app/kernel';
import { FileLimitReached, FileQuotaExceeded } from '@app/files';
import { AccountNotActive, TransactionInTrash } from '@app/ledger';
import {
  InvoiceAmountMismatch,
  InvoiceInTrash,
  InvoiceLimitReached,
  InvoiceLinked,
  InvoiceNotFound,
  InvoiceNotInTrash,
  InvoiceNotRecordable,
  InvoicesBusy,
  InvoiceUnreadable,
  InvoiceUuidTaken,
} from '../invoicing.problems.js';
import { invoiceExample, linkedExample } from './invoice-example.js';
import { InvoiceLinks } from './invoice-links.service.js';
import { InvoiceRecords } from './invoice-records.service.js';
import { InvoiceBody } from './invoice-upload.interceptor.js';
import { InvoiceUploads } from './invoice-uploads.service.js';
import { LinkInvoiceRequest, ListInvoicesRequest, RecordInvoiceRequest } from './invoice.request.js';
import { CandidatesView, InvoicePageView, InvoiceView, UploadedInvoicesView } from './invoice.view.js';
import { Invoices } from './invoices.service.js';

const OnInvoice = operationsOn({ answer: InvoiceView, pathIds: { id: InvoiceNotFound }, example: invoiceExample });

@Scoped('invoices')
@Controller('v1/invoices')
export class InvoicesController {
  constructor(
    private readonly invoices: Invoices,
    private readonly uploads: InvoiceUploads,
    private readonly links: InvoiceLinks,
    private readonly records: InvoiceRecords,
  ) {}

  @Operation({
    summary: 'List invoices',
    description:
      'Returns invoices, newest issue date first. A page of large invoices may have fewer items than `limit`.',
    answer: InvoicePageView,
    example: { items: [invoiceExample], nextCursor: null },
    problems: [CursorInvalid],
  })
  @Get()
  list(@Caller() caller: Principal, @Query() request: ListInvoicesRequest): Promise<InvoicePageView> {
    return this.invoices.list(caller.workspaceId, request);
  }

  @Operation({
    id: 'uploadInvoices',
    collection: { makes: ['invoiceId'] },
    summary: 'Upload invoices',
    description:
      'Stores one CFDI 4.0 as XML, or a ZIP archive of them, and keeps each XML as a file. Links an invoice to a ' +
      'transaction if each is the only candidate of the other by amount, date, and RFC or name. Uploading the same bytes ' +
      'again returns the existing invoice and restores it from the trash. An invalid file in an archive does not affect ' +
      'the others; an invalid single XML returns its problem. Files after the first 8 MiB of contents of an archive are ' +
      'refused. All checks run offline.',
    answer: UploadedInvoicesView,
    example: { items: [{ name: 'factura-1024.xml', outcome: 'created', invoice: invoiceExample, problem: null }] },
    multipart: true,
    dryRun: false,
    problems: [
      ...[InvoiceUnreadable, InvoiceUuidTaken, InvoiceLimitReached, InvoicesBusy],
      ...[FileQuotaExceeded, FileLimitReached, PayloadTooLarge],
    ],
  })
  @Post()
  @InvoiceBody()
  upload(
    @Caller() { workspaceId }: Principal,
    @UploadedFile() { originalname: name, buffer: bytes }: Express.Multer.File,
    @ClientGone() clientGone: AbortSignal,
  ): Promise<UploadedInvoicesView> {
    return this.uploads.upload({ workspaceId, name, bytes, clientGone });
  }

  @OnInvoice('Get an invoice, live or trashed', { resource: true })
  @Get(':id')
  get(@Caller() caller: Principal, @Param('id') id: string): Promise<InvoiceView> {
    return this.invoices.get(caller.workspaceId, id);
  }

  @OnInvoice('Move an invoice to the trash', {
    description:
      'Hides the links of the invoice and keeps its file. The invoice can be restored with its links for 30 days.',
    example: { ...invoiceExample, deletedAt: '2026-11-21T09:00:00.000Z' },
  })
  @Delete(':id')
  trash(@Caller() caller: Principal, @Param('id') id: string): Promise<InvoiceView> {
    return this.invoices.trash(caller.workspaceId, id);
  }

  @OnInvoice('Restore an invoice from the trash', {
    collection: { after: ['deleteInvoice'] },
    description: 'Also restores the links of the invoice.',
    problems: [InvoiceNotInTrash, InvoiceLimitReached],
  })
  @Post(':id/restore')
  restore(@Caller() caller: Principal, @Param('id') id: string): Promise<InvoiceView> {
    return this.invoices.restore(caller.workspaceId, id);
  }

  @OnInvoice('List the transactions that may pay an invoice', {
    id: 'listInvoiceCandidates',
    description:
      'Returns up to 100 transactions with the amount, currency and direction of the invoice, best first. Excludes ' +
      'transactions that already pay an invoice. A linked invoice has no candidates.',
    answer: CandidatesView,
    example: {},
  })
  @Get(':id/candidates')
  candidates(@Caller() caller: Principal, @Param('id') id: string): Promise<CandidatesView> {
    return this.invoices.candidates(caller.workspaceId, id);
  }

  @OnInvoice('Link an invoice to the transactions that pay it', {
    id: 'linkInvoice',
    description:
      'The transactions must add up to the total, or for payroll to the net pay or the total, unless `allowDifference` is ' +
      'true. Also links the file of the invoice to transactions that have fewer than 10 files.',
    collection: { after: ['unlinkInvoice'], fields: { transactionIds: () => '["{{transactionId}}"]' } },
    requestExample: { transactionIds: linkedExample.transactionIds, allowDifference: true },
    example: linkedExample,
    problems: [
      ...[InvoiceInTrash, InvoiceLinked, InvoiceAmountMismatch, InvoiceLimitReached],
      ...[ReferenceNotFound, TransactionInTrash],
    ],
  })
  @Post(':id/link')
  link(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: LinkInvoiceRequest,
  ): Promise<InvoiceView> {
    return this.links.link(caller.workspaceId, id, request);
  }

  @OnInvoice('Unlink an invoice from its transactions', {
    id: 'unlinkInvoice',
    description: 'Also unlinks the file of the invoice from them. Unlinking an invoice without links has no effect.',
    problems: [InvoiceInTrash],
  })
  @Post(':id/unlink')
  unlink(@Caller() caller: Principal, @Param('id') id: string): Promise<InvoiceView> {
    return this.links.unlink(caller.workspaceId, id);
  }

  @OnInvoice('Create the transactions of an invoice', {
    id: 'recordInvoice',
    description:
      'Creates an expense for a received invoice, an income for an issued invoice, and the opposite for a credit note. ' +
      'For received payroll, creates an income with the net pay and another with the payments in kind. Links the ' +
      'transactions to the invoice.',
    scopes: ['invoices:write', 'transactions:write'],
    touchesBooks: true,
    requestExample: { accountId: EXAMPLE_IDS.account, date: '2026-11-16' },
    collection: { after: ['unlinkInvoice'] },
    example: linkedExample,
    problems: [
      ...[InvoiceInTrash, InvoiceLinked, InvoiceNotRecordable, ReferenceNotFound],
      ...[AccountNotActive, AmountOutOfRange],
    ],
  })
  @Post(':id/record')
  record(
    @Caller() caller: Principal,
    @Param('id') id: string,
    @Body() request: RecordInvoiceRequest,
  ): Promise<InvoiceView> {
    return this.records.record(caller.workspaceId, id, request);
  }
}
