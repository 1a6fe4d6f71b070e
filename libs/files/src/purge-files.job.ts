import { Injectable } from '@nestjs/common';
import { Clock, Database, doEach, Jobs, Log, TRASH_RETENTION_DAYS } from '@app/kernel';
import { FileStore } from './file-store.service.js';

const EVERY_NIGHT = '30 3 * * *';
/** Maximum files per transaction. Each file may have 20 MiB. */
const DELETED_AT_ONCE = 20;

/** Deletes files after 30 days in the trash. */
@Injectable()
export class PurgeFilesJob {
  constructor(jobs: Jobs, database: Database, store: FileStore, clock: Clock, log: Log) {
    const due = () => ({
      text: `
        select distinct workspace_id as id from files_files
        where deleted_at <= $1::timestamptz - interval '${TRASH_RETENTION_DAYS} days'`,
      values: [clock.now()],
    });
    jobs.add({
      name: 'files.purge',
      cron: EVERY_NIGHT,
      work: async (signal) => {
        const workspaces = await database.transaction({ operator: true }, (work) => work.query<{ id: string }>(due()));
        let purged = 0;
        const purge = async (workspaceId: string): Promise<void> => {
          for (let count = DELETED_AT_ONCE; count === DELETED_AT_ONCE && !signal.aborted; purged += count) {
            count = await database.transaction({ workspaceId }, (work) =>
              store.deleteExpired(work, null, DELETED_AT_ONCE),
            );
          }
        };
        const note = (workspaceId: string, err: unknown) =>
          log.error({ workspaceId, err }, 'the files of a workspace could not be purged');
        await doEach(
          workspaces.map(({ id }) => id),
          purge,
          note,
          signal,
        );
        log.info({ purged }, 'files in the trash were purged');
      },
    });
  }
}
