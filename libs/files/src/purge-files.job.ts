import { Injectable } from '@nestjs/common';
import { TRASH_RETENTION_DAYS, TrashPurges } from '@app/kernel';
import { FileStore } from './file-store.service.js';

/** Deletes files after 30 days in the trash. Deletes in small batches, because a file can be 20 MiB. */
@Injectable()
export class PurgeFilesJob {
  constructor(purges: TrashPurges, store: FileStore) {
    purges.add({
      ...{ job: 'files.purge', cron: '30 3 * * *', what: 'files', atOnce: 20 },
      due: (work, now) =>
        work.query<{ id: string }>({
          text: `
            select distinct workspace_id as id from files_files
            where deleted_at <= $1::timestamptz - interval '${TRASH_RETENTION_DAYS} days'`,
          values: [now],
        }),
      deleteExpired: (work, limit) => store.deleteExpired(work, null, limit),
    });
  }
}
