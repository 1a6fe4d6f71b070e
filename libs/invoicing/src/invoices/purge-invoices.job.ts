import { Injectable } from '@nestjs/common';
import { Clock, Database, doEach, Jobs, Log, TRASH_RETENTION_DAYS } from '@app/kernel';
import { Invoices } from './invoices.service.js';

const EVERY_NIGHT = '40 3 * * *';
/** Maximum invoices per transaction. */
const DELETED_AT_ONCE = 500;

/** Deletes invoices after 30 days in the trash. Their files stay. */
@Injectable()
export class PurgeInvoicesJob {
  constructor(jobs: Jobs, database: Database, invoices: Invoices, clock: Clock, log: Log) {
    const due = () => ({
      text: `
        select distinct workspace_id as id from invoicing_invoices
        where deleted_at <= $1::timestamptz - interval '${TRASH_RETENTION_DAYS} days'`,
      values: [clock.now()],
    });
    jobs.add({
      name: 'invoices.purge',
      cron: EVERY_NIGHT,
      work: async (signal) => {
        const workspaces = await database.transaction({ operator: true }, (work) => work.query<{ id: string }>(due()));
        let purged = 0;
        const purge = async (workspaceId: string): Promise<void> => {
          for (let count = DELETED_AT_ONCE; count === DELETED_AT_ONCE && !signal.aborted; purged += count) {
            count = await database.transaction({ workspaceId }, (work) =>
              invoices.deleteExpired(work, null, DELETED_AT_ONCE),
            );
          }
        };
        const note = (workspaceId: string, err: unknown) =>
          log.error({ workspaceId, err }, 'the invoices of a workspace could not be purged');
        await doEach(
          workspaces.map(({ id }) => id),
          purge,
          note,
          signal,
        );
        log.info({ purged }, 'invoices in the trash were purged');
      },
    });
  }
}
