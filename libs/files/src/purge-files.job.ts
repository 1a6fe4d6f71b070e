import { Injectable } from '@nestjs/common';
import { TrashPurges } from '@app/kernel';
import { FileStore } from './file-store.service.js';

/** Deletes files after 30 days in the trash. Each may have 20 MiB. */
@Injectable()
export class PurgeFilesJob {
  constructor(purges: TrashPurges, store: FileStore) {
    purges.add({
      ...{ job: 'files.purge', cron: '30 3 * * *', table: 'files_files', what: 'files', atOnce: 20 },
      deleteExpired: (work, limit) => store.deleteExpired(work, null, limit),
    });
  }
}
