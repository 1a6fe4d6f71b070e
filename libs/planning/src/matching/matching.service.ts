import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import type { FitRow, MetRow } from './matching.query.js';
import { fitsOf, giveBack, meet, metBy } from './matching.query.js';
import type { Arrival } from './nearest-occurrence.js';
import { meetingsOf, occurrencesNear } from './nearest-occurrence.js';
import { candidateOf, takenNear } from './taken-dates.query.js';
import type { Candidate } from './free-occurrences.js';

/** Finds the occurrences that transactions meet. Source: contract section 20, match. */
@Injectable()
export class Matching {
  /** Has transactions meet the occurrences that they fit, one after the other, those that are no occurrence yet. */
  async meet(work: UnitOfWork, transactionIds: readonly string[]): Promise<void> {
    await this.meetOrGiveBack(work, transactionIds, new Map());
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
    const dates = seeking.map(({ date }) => date).sort();
    const candidates = seeking.flatMap((arrival) => arrival.candidates);
    const meetings = meetingsOf(arrivals, await takenNear(work, candidates, dates[0]!, dates.at(-1)!));
    if (meetings.length > 0) work.enqueue(meet(work.workspaceId, meetings));
  }
}

/** What was chosen stays as long as it can be; what was found, as long as it would be found. */
function stillFits(met: MetRow): boolean {
  if (met.isChosen) return met.canBe;
  const near = occurrencesNear(candidateOf(met).series, met.date, met.days);
  return met.fits && near.some(({ nominalDate }) => nominalDate === met.nominalDate);
}
