import type { Day, UnitOfWork } from '@app/kernel';
import { addDays } from '@app/kernel';
import type { Candidate, TakenDates } from './free-occurrences.js';
import type { CandidateRow } from './matching.query.js';
import { takenDates } from './matching.query.js';
import { reach } from './nearest-occurrence.js';

export function candidateOf(row: CandidateRow): Candidate {
  const { scheduleId, every, interval, businessDay, startDate, endDate, days } = row;
  return { scheduleId, days, series: { recurrence: { every, interval, businessDay }, startDate, endDate } };
}

export async function takenNear(
  work: UnitOfWork,
  candidates: readonly Candidate[],
  from: Day,
  to: Day,
): Promise<TakenDates> {
  const far = reach(Math.max(...new Set(candidates.map(({ days }) => days))));
  const ids = [...new Set(candidates.map(({ scheduleId }) => scheduleId))];
  const rows = await work.query<{ scheduleId: string; nominalDate: Day }>(
    takenDates(work.workspaceId, ids, addDays(from, -far), addDays(to, far)),
  );
  const bySchedule = Map.groupBy(rows, ({ scheduleId }) => scheduleId);
  return new Map(
    [...bySchedule].map(([id, occurrences]) => [id, new Set(occurrences.map(({ nominalDate }) => nominalDate))]),
  );
}
