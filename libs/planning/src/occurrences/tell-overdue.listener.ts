import { LockMode } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Day, UnitOfWork } from '@app/kernel';
import { addDays, Clock, CrossingsDue, DomainEvents } from '@app/kernel';
import { scheduleEvents } from '../planning.events.js';
import { Schedule } from '../schedules/schedule.entity.js';
import { announcedUntil, firstTellOn } from '../schedules/wake-days.js';
import { MAX_MOVE_DAYS, occurrencesDue, OVERDUE_AFTER_DAYS } from '../schedules/occurrence.js';

@Injectable()
export class TellOverdue {
  constructor(
    events: DomainEvents,
    private readonly clock: Clock,
  ) {
    events.on(CrossingsDue, (_, work) => this.tell(work));
  }

  private async tell(work: UnitOfWork): Promise<void> {
    const { workspaceId } = work;
    const today = this.clock.today();
    const due = await work.em.find(
      Schedule,
      // Schedules with an occurrence to post are excluded, because posting comes first.
      { workspaceId, tellOn: { $lte: today }, $or: [{ postOn: null }, { postOn: { $gt: today } }] },
      { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } },
    );
    for (const schedule of due) {
      const [after, until] = [announcedUntil(schedule.toldUntil, today), today].map((day) =>
        addDays(day, -OVERDUE_AFTER_DAYS),
      );
      const taken = await this.takenAfter(work, schedule.id, addDays(after!, -MAX_MOVE_DAYS));
      for (const { nominalDate, date } of occurrencesDue(schedule.series, after!, until!)) {
        if (taken.has(nominalDate)) continue;
        work.announce(scheduleEvents.overdue(schedule.id, { data: { nominalDate, date } }));
      }
      schedule.toldUntil = today;
      schedule.tellOn = firstTellOn(schedule.series, today);
    }
    await work.flush();
  }

  private async takenAfter(work: UnitOfWork, scheduleId: string, after: Day): Promise<Set<Day>> {
    const rows = await work.query<{ nominalDate: Day }>({
      text: `
        select nominal_date::text as "nominalDate" from planning_occurrences
        where workspace_id = $1 and schedule_id = $2 and nominal_date >= $3`,
      values: [work.workspaceId, scheduleId, after],
    });
    return new Set(rows.map(({ nominalDate }) => nominalDate));
  }
}
