import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Pace } from '@app/kernel/pure';
import type { FitRow, MatchedRow } from './matching.query.js';
import { fitsOf, matchedBy, recordMatches, unlink } from './matching.query.js';
import type { Arrival } from './nearest-occurrence.js';
import { matchesOf, occurrencesNear } from './nearest-occurrence.js';
import { candidateOf, takenNear } from './taken-dates.query.js';
import type { Candidate } from './free-occurrences.js';

@Injectable()
export class Matching {
  async matchCreated(work: UnitOfWork, transactionIds: readonly string[]): Promise<void> {
    await this.matchOrUnlink(work, transactionIds, new Map());
  }

  /**
   * Unlinks edited transactions that no longer fit, and then matches them again in order. They may match occurrences
   * that have just become free.
   */
  async rematch(work: UnitOfWork, transactionIds: readonly string[]): Promise<void> {
    const matched = await work.query<MatchedRow>(matchedBy(work.workspaceId, transactionIds));
    const [staying, leaving] = [matched.filter(stillFits), matched.filter((row) => !stillFits(row))];
    if (leaving.length > 0) {
      const ids = leaving.map(({ transactionId }) => transactionId);
      work.enqueue(unlink(work.workspaceId, ids));
    }
    const stay = new Set(staying.map(({ transactionId }) => transactionId));
    const unmatched = transactionIds.filter((id) => !stay.has(id));
    if (unmatched.length === 0) return;
    await this.matchOrUnlink(work, unmatched, new Map(leaving.map((row) => [row.transactionId, row])));
  }

  private async matchOrUnlink(
    work: UnitOfWork,
    transactionIds: readonly string[],
    leaving: ReadonlyMap<string, MatchedRow>,
  ): Promise<void> {
    const fits = Map.groupBy(
      await work.query<FitRow>(fitsOf(work.workspaceId, transactionIds)),
      ({ transactionId }) => transactionId,
    );
    const arrivals = transactionIds.flatMap((transactionId): Arrival[] => {
      const [rows, released] = [fits.get(transactionId) ?? [], leaving.get(transactionId)];
      const date = rows[0]?.date ?? released?.date;
      return date === undefined ? [] : [{ transactionId, date, candidates: rows.map(candidateOf), released }];
    });
    await this.matchNearest(work, arrivals);
  }

  private async matchNearest(work: UnitOfWork, all: readonly Arrival[]): Promise<void> {
    // Skips transactions that are far from any occurrence before it queries the database.
    const arrivals: Arrival[] = [];
    const pace = new Pace();
    for (const { candidates, ...arrival } of all) {
      await pace.keep();
      const isNear = ({ series, days }: Candidate) => occurrencesNear(series, arrival.date, days).length > 0;
      arrivals.push({ ...arrival, candidates: candidates.filter(isNear) });
    }
    const seeking = arrivals.filter(({ candidates }) => candidates.length > 0);
    if (seeking.length === 0) return;
    const dates = seeking.map(({ date }) => date).sort();
    const candidates = seeking.flatMap((arrival) => arrival.candidates);
    const matches = await matchesOf(arrivals, await takenNear(work, candidates, dates[0]!, dates.at(-1)!));
    if (matches.length > 0) work.enqueue(recordMatches(work.workspaceId, matches));
  }
}

/**
 * True if the match remains. A linked or posted transaction needs only the same account and type. An automatically
 * matched transaction must still match the occurrence.
 */
function stillFits(match: MatchedRow): boolean {
  if (match.isChosen) return match.canBe;
  const near = occurrencesNear(candidateOf(match).series, match.date, match.days);
  return match.fits && near.some(({ nominalDate }) => nominalDate === match.nominalDate);
}
