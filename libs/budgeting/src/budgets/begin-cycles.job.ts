import { Injectable } from '@nestjs/common';
import { Clock, Database, FiguresMoved, Jobs } from '@app/kernel';

const AT_MIDNIGHT = '0 0 * * *';

/**
 * At midnight, checks the budgets of all workspaces in which a budget cycle begins. Transactions dated in that cycle
 * may already exist.
 */
@Injectable()
export class BeginCyclesJob {
  constructor(jobs: Jobs, database: Database, clock: Clock) {
    jobs.add({
      name: 'budgeting.begin-cycles',
      cron: AT_MIDNIGHT,
      work: async () => {
        await database.transaction({ operator: true }, async (work) => {
          const workspaces = await work.query<{ id: string }>({ text: MAY_BEGIN, values: [clock.today()] });
          await work.publish(new FiguresMoved(workspaces.map(({ id }) => id)));
        });
      },
    });
  }
}

/**
 * SQL that selects the workspaces in which a cycle may begin on a day. Weekly cycles begin on their weekday; other
 * cycles begin on their day of the month, or on the last day of a shorter month.
 */
const MAY_BEGIN = `
  select distinct workspace_id as id from budgeting_budgets
  where start_date <= $1::date and type = 'expense'
    and (extract(day from start_date) = extract(day from $1::date)
      or (extract(day from start_date) > extract(day from $1::date) and extract(day from $1::date + 1) = 1)
      or repeat in ('week', 'two_weeks') and ($1::date - start_date) % 7 = 0)`;
