import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Day, UnitOfWork } from '@app/kernel';
import { addDays, Clock, Database, doEach, Log, Problem, problemOfDatabaseError } from '@app/kernel';
import { ClosedBooks } from '@app/ledger';
import { occurrencesDue } from '../schedules/occurrence.js';
import { Schedule } from '../schedules/schedule.entity.js';
import { nextPostOn } from '../schedules/wake-days.js';
import { Posting } from './posting.service.js';

/** Maximum occurrences to post in one transaction. */
const PORTION = 20;

interface DueSchedule extends Record<string, unknown> {
  readonly workspaceId: string;
  readonly id: string;
}

/**
 * Posts due occurrences. Updates `postOn` in the same transaction, so that a crash or a concurrent run can neither lose
 * an occurrence nor post it twice.
 */
@Injectable()
export class DuePosting {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly posting: Posting,
    private readonly books: ClosedBooks,
  ) {}

  async isAnyDue(): Promise<boolean> {
    return (await this.turns([])).length > 0;
  }

  /**
   * Posts all due occurrences. Workspaces take turns, one schedule each, so that a backlog does not delay the others.
   * If a schedule cannot be posted, the run of the next day tries it again.
   * @param signal stops the run between two schedules
   * @throws Error after all schedules, if one failed unexpectedly
   */
  async postAll(signal?: AbortSignal): Promise<void> {
    const failed: DueSchedule[] = [];
    const post = ({ workspaceId, id }: DueSchedule) =>
      this.database.transaction({ workspaceId }, (work) => this.postSome(work, id));
    const note = (due: DueSchedule, error: unknown): void => {
      failed.push(due);
      this.log.error({ workspaceId: due.workspaceId, scheduleId: due.id, err: error }, 'posting a schedule failed');
    };
    for (;;) {
      const due = await this.turns(failed);
      if (due.length === 0) break;
      await doEach(due, post, note, signal);
      signal?.throwIfAborted();
    }
    if (failed.length > 0) throw new Error(`posting failed for ${failed.length} schedules`);
  }

  private turns(failed: readonly DueSchedule[]): Promise<DueSchedule[]> {
    return this.database.transaction({ operator: true }, (work) =>
      work.query<DueSchedule>({
        text: `
          select distinct on (workspace_id) workspace_id as "workspaceId", id from planning_schedules
          where post_on <= $1
            and (workspace_id, id) not in (select * from unnest($2::uuid[], $3::uuid[]) as failed (workspace_id, id))
          order by workspace_id, post_on, id`,
        values: [this.clock.today(), failed.map(({ workspaceId }) => workspaceId), failed.map(({ id }) => id)],
      }),
    );
  }

  private async postSome(work: UnitOfWork, id: string): Promise<void> {
    const today = this.clock.today();
    const { workspaceId } = work;
    const schedule = await work.em.findOne(Schedule, { workspaceId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    // Another process may have posted the schedule, or the user may have paused or deleted it.
    if (schedule?.postOn == null || schedule.postOn > today) return;
    const open = await this.openOccurrences(work, schedule, today);
    const portion = open.slice(0, PORTION);
    try {
      await work.savepoint(async () => {
        for (const occurrence of portion) await this.posting.post(work, schedule, occurrence);
      });
      const last = open[PORTION];
      schedule.postOn = last === undefined ? nextPostOn(schedule.series, today) : last.date;
    } catch (error) {
      const problem = problemOfDatabaseError(error);
      if (!(problem instanceof Problem) || problem.type.status >= 500) throw error;
      // The occurrence becomes overdue, and the user is notified.
      this.log.warn({ workspaceId, scheduleId: id, code: problem.type.code }, 'a schedule could not be posted');
      schedule.postOn = addDays(today, 1);
    }
  }

  private async openOccurrences(work: UnitOfWork, schedule: Schedule, today: Day) {
    const rows = await work.query<{ nominalDate: Day }>({
      text: `
        select nominal_date::text as "nominalDate" from planning_occurrences
        where workspace_id = $1 and schedule_id = $2`,
      values: [work.workspaceId, schedule.id],
    });
    const closedThrough = await this.books.closedThrough(work);
    const taken = new Set(rows.map(({ nominalDate }) => nominalDate));
    return occurrencesDue(schedule.series, schedule.postsAfter, today).filter(
      ({ nominalDate, date }) => !taken.has(nominalDate) && (closedThrough === null || date > closedThrough),
    );
  }
}
