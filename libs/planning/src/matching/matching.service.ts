import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import type { FitRow, MetRow } from './matching.query.js';
import { fitsOf, giveBack, meet, metBy } from './matching.query.js';
import type { Arrival } from './nearest-occurrence.js';
import { meetingsOf, occurrencesNear } from './nearest-occurrence.js';
import { candidateOf, takenNear } from './taken-dates.query.js';
import type { Candidate } from './free-occurrences.js';

@Injectable()
export class Matching {
  async meet(work: UnitOfWork, transactionIds: readonly string[]): Promise<void> {
    await this.meetOrGiveBack(work, transactionIds, new Map());
  }

  /** Unlinks edited transactions that no longer fit and matches them again in order, also with occurrences freed before. */
  async meetAnew(work: UnitOfWork, transactionIds: readonly string[]): Promise<void> {
    const met = await work.query<MetRow>(metBy(work.workspaceId, transactionIds));
    const [staying, leaving] = [met.filter(stillFits), met.filter((row) => !stillFits(row))];
    if (leaving.length > 0) {
      const ids = leaving.map(({ transactionId }) => transactionId);
      work.enqueue(giveBack(work.workspaceId, ids));
    }
    const stay = new Set(staying.map(({ transactionId }) => transactionId));
    const unmatched = transactionIds.filter((id) => !stay.has(id));
    if (unmatched.length === 0) return;
    await this.meetOrGiveBack(work, unmatched, new Map(leaving.map((row) => [row.transactionId, row])));
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
      const [rows, givesBack] = [fits.get(transactionId) ?? [], leaving.get(transactionId)];
      const date = rows[0]?.date ?? givesBack?.date;
      return date === undefined ? [] : [{ transactionId, date, candidates: rows.map(candidateOf), givesBack }];
    });
    await this.meetNearest(work, arrivals);
  }

  private async meetNearest(work: UnitOfWork, all: readonly Arrival[]): Promise<void> {
    // Skip transactions that are near no occurrence before querying the database.
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

/** A linked or posted transaction stays while its account and type fit, a matched one while it would match again. */
function stillFits(met: MetRow): boolean {
  if (met.isChosen) return met.canBe;
  const near = occurrencesNear(candidateOf(met).series, met.date, met.days);
  return met.fits && near.some(({ nominalDate }) => nominalDate === met.nominalDate);
}
