import { Injectable } from '@nestjs/common';
import { TrashPurges } from '@app/kernel';
import { Invoices } from './invoices.service.js';

/** Deletes invoices after 30 days in the trash. Their files stay. */
@Injectable()
export class PurgeInvoicesJob {
  constructor(purges: TrashPurges, invoices: Invoices) {
    purges.add({
      ...{ job: 'invoices.purge', cron: '40 3 * * *', table: 'invoicing_invoices', what: 'invoices', atOnce: 500 },
      deleteExpired: (work, limit) => invoices.deleteExpired(work, null, limit),
    });
  }
}
