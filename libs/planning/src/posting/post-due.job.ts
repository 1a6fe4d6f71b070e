import { Injectable } from '@nestjs/common';
import { Clock, Database, FiguresMoved, Jobs } from '@app/kernel';
import { DuePosting } from './due-posting.service.js';

const AT_MIDNIGHT = '0 0 * * *';

/** Posts due occurrences, and then requests a check of the workspaces that may have overdue ones. */
@Injectable()
export class PostDueJob {
  constructor(jobs: Jobs, database: Database, clock: Clock, posting: DuePosting) {
    jobs.add({
      name: 'planning.post-due',
      cron: AT_MIDNIGHT,
      isOverdue: () => posting.isAnyDue(),
      work: async (signal) => {
        try {
          await posting.postAll(signal);
        } finally {
          await database.transaction({ operator: true }, async (work) => {
            const waiting = await work.query<{ id: string }>({ text: MAY_BE_OVERDUE, values: [clock.today()] });
            await work.publish(new FiguresMoved(waiting.map(({ id }) => id)));
          });
        }
      },
    });
  }
}

const MAY_BE_OVERDUE = `select distinct workspace_id as id from planning_schedules where tell_on <= $1`;
