import { Injectable } from '@nestjs/common';
import { Clock, Jobs, Log } from '@app/kernel';
import { TrashPurge } from './trash-purge.service.js';

const EVERY_NIGHT = '20 3 * * *';

@Injectable()
export class PurgeTrashJob {
  constructor(jobs: Jobs, trash: TrashPurge, clock: Clock, log: Log) {
    jobs.add({
      name: 'ledger.purge-trash',
      cron: EVERY_NIGHT,
      work: async (signal) => {
        const purged = await trash.purge(null, clock.now(), signal);
        log.info({ purged }, 'the trash was purged');
        await trash.forgetChanges();
      },
    });
  }
}
