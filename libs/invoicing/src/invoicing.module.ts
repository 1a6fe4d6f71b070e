import { MikroOrmModule } from '@mikro-orm/nestjs';
import { Module } from '@nestjs/common';
import { FilesModule } from '@app/files';
import { LedgerModule } from '@app/ledger';
import { DeductionsController } from './deductions/deductions.controller.js';
import { Deductions } from './deductions/deductions.service.js';
import { Invoice, InvoiceLink } from './invoices/invoice.entity.js';
import { InvoiceLinks } from './invoices/invoice-links.service.js';
import { InvoiceReader } from './invoices/invoice-reader.service.js';
import { InvoiceRecords } from './invoices/invoice-records.service.js';
import { InvoiceStore } from './invoices/invoice-store.service.js';
import { InvoiceUploads } from './invoices/invoice-uploads.service.js';
import { InvoicesController } from './invoices/invoices.controller.js';
import { Invoices } from './invoices/invoices.service.js';
import { PurgeInvoicesJob } from './invoices/purge-invoices.job.js';
import { MatchInvoices } from './matching/match-transactions.listener.js';
import { Matching } from './matching/matching.service.js';
import { Taxpayer } from './taxpayers/taxpayer.entity.js';
import { TaxpayersController } from './taxpayers/taxpayers.controller.js';
import { Taxpayers } from './taxpayers/taxpayers.service.js';

@Module({
  imports: [MikroOrmModule.forFeature([Taxpayer, Invoice, InvoiceLink]), LedgerModule, FilesModule],
  controllers: [TaxpayersController, InvoicesController, DeductionsController],
  providers: [
    Taxpayers,
    Invoices,
    InvoiceReader,
    InvoiceStore,
    InvoiceUploads,
    InvoiceLinks,
    InvoiceRecords,
    Matching,
    MatchInvoices,
    PurgeInvoicesJob,
    Deductions,
  ],
  exports: [Taxpayers, Invoices, InvoiceUploads, InvoiceLinks, InvoiceRecords, Matching, Deductions],
})
export class InvoicingModule {}
