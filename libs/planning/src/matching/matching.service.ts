import { Injectable } from '@nestjs/common';
import type { Day, UnitOfWork } from '@app/kernel';
import { addDays } from '@app/kernel';
import { amountSegments } from './amount-segments.js';
import type { CandidateRow, FitRow, ImportCandidateRow, MetRow } from './matching.query.js';
import { fitsOf, giveBack, importCandidates, importFits, meet, metBy, takenDates } from './matching.query.js';
import type { Arrival, Candidate, TakenDates } from './nearest-occurrence.js';
import { meetingsOf, occurrencesNear, reach } from './nearest-occurrence.js';

/** Finds the occurrences that transactions meet. Source: contract section 20, match. */
@Injectable()
export class Matching {
  /** Has transactions meet the occurrences that they fit, one after the other, those that are no occurrence yet. */
  async meet(work: UnitOfWork, transactionIds: readonly string[]): Promise<void> {
    await this.meetOrGiveBack(work, transactionIds, new Map());
  }

  /** The same for the transactions of an import, however many they are. */
  async meetImported(work: UnitOfWork, importId: string): Promise<void> {
    const { workspaceId } = work;
    const rows = await work.query<ImportCandidateRow>(importCandidates(workspaceId, importId));
    if (rows.length === 0) return;
    const segments = amountSegments(
      rows.map(({ amount, tolerance }) => ({
        least: BigInt(amount) - BigInt(tolerance),
        most: BigInt(amount) + BigInt(tolerance),
      })),
    );
    const candidates = rows.map(candidateOf);
    const fits = await work.query<{ transactionId: string; date: Day; range: number }>(
      importFits(workspaceId, importId, rows, segments),
    );
    await this.meetNearest(
      work,
      [...Map.groupBy(fits, ({ transactionId }) => transactionId)].map(([transactionId, some]) => ({
        transactionId,
        date: some[0]!.date,
        candidates: some.map(({ range }) => candidates[range]!),
      })),
    );
  }

  /**
   * Gives the occurrences of edited transactions back where they no longer fit, and has these look for others: one
   * transaction after the other, so that it finds free what those before it gave back.
   */
  async meetAnew(work: UnitOfWork, transactionIds: readonly string[]): Promise<void> {
    const met = await work.query<MetRow>(metBy(work.workspaceId, transactionIds));
    const [staying, leaving] = [met.filter(stillFits), met.filter((one) => !stillFits(one))];
    if (leaving.length > 0) {
      const ids = leaving.map(({ transactionId }) => transactionId);
      work.enqueue(giveBack(work.workspaceId, ids));
    }
    const stay = new Set(staying.map(({ transactionId }) => transactionId));
    const others = transactionIds.filter((id) => !stay.has(id));
    if (others.length === 0) return;
    await this.meetOrGiveBack(work, others, new Map(leaving.map((one) => [one.transactionId, one])));
  }

  private async meetOrGiveBack(
    work: UnitOfWork,
    transactionIds: readonly string[],
    leaving: ReadonlyMap<string, MetRow>,
  ): Promise<void> {
    const fits = Map.groupBy(
      await work.query<FitRow>(fitsOf(work.workspaceId, transactionIds)),
      ({ transactionId }) => transactionId,
    );
    const arrivals = transactionIds.flatMap((transactionId): Arrival[] => {
      const [some, givesBack] = [fits.get(transactionId) ?? [], leaving.get(transactionId)];
      const date = some[0]?.date ?? givesBack?.date;
      return date === undefined ? [] : [{ transactionId, date, candidates: some.map(candidateOf), givesBack }];
    });
    await this.meetNearest(work, arrivals);
  }

  private async meetNearest(work: UnitOfWork, all: readonly Arrival[]): Promise<void> {
    // What is near no occurrence is left out before anything is asked of the database.
    const arrivals = all.map(({ candidates, ...arrival }): Arrival => {
      const isNear = ({ series, days }: Candidate) => occurrencesNear(series, arrival.date, days).length > 0;
      return { ...arrival, candidates: candidates.filter(isNear) };
    });
    const seeking = arrivals.filter(({ candidates }) => candidates.length > 0);
    if (seeking.length === 0) return;
    const meetings = meetingsOf(arrivals, await this.taken(work, seeking));
    if (meetings.length > 0) work.enqueue(meet(work.workspaceId, meetings));
  }

  private async taken(work: UnitOfWork, arrivals: readonly Arrival[]): Promise<TakenDates> {
    const dates = arrivals.map(({ date }) => date).sort();
    const candidates = arrivals.flatMap((arrival) => arrival.candidates);
    const far = reach(Math.max(...new Set(candidates.map(({ days }) => days))));
    const ids = [...new Set(candidates.map(({ scheduleId }) => scheduleId))];
    const rows = await work.query<{ scheduleId: string; nominalDate: Day }>(
      takenDates(work.workspaceId, ids, addDays(dates[0]!, -far), addDays(dates.at(-1)!, far)),
    );
    const bySchedule = Map.groupBy(rows, ({ scheduleId }) => scheduleId);
    return new Map([...bySchedule].map(([id, some]) => [id, new Set(some.map(({ nominalDate }) => nominalDate))]));
  }
}

/** What was chosen stays as long as it can be; what was found, as long as it would be found. */
function stillFits(met: MetRow): boolean {
  if (met.isChosen) return met.canBe;
  const near = occurrencesNear(candidateOf(met).series, met.date, met.days);
  return met.fits && near.some(({ nominalDate }) => nominalDate === met.nominalDate);
}

function candidateOf(row: CandidateRow): Candidate {
  const { scheduleId, every, interval, businessDay, startDate, endDate, days } = row;
  return { scheduleId, days, series: { recurrence: { every, interval, businessDay }, startDate, endDate } };
}
