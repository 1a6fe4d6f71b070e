import { Injectable } from '@nestjs/common';
import { TRASH_RETENTION_DAYS, TrashPurges } from '@app/kernel';
import { Invoices } from './invoices.service.js';

/** Deletes invoices after 30 days in the trash. Keeps their files. */
@Injectable()
export class PurgeInvoicesJob {
  constructor(purges: TrashPurges, invoices: Invoices) {
    purges.add({
      ...{ job: 'invoices.purge', cron: '40 3 * * *', what: 'invoices', atOnce: 500 },
      due: (work, now) =>
        work.query<{ id: string }>({
          text: `
            select distinct workspace_id as id from invoicing_invoices
            where deleted_at <= $1::timestamptz - interval '${TRASH_RETENTION_DAYS} days'`,
          values: [now],
        }),
      deleteExpired: (work, limit) => invoices.deleteExpired(work, null, limit),
    });
  }
}
