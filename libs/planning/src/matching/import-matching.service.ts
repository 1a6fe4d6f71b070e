import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Day, UnitOfWork } from '@app/kernel';
import { amountBounds } from './amount-bounds.js';
import type { Candidate } from './free-occurrences.js';
import { FreeOccurrences } from './free-occurrences.js';
import type { ImportCandidateRow, ImportedRow, ImportFilter } from './matching.query.js';
import { importCandidates, importDays, importedOn, meet } from './matching.query.js';
import type { Meeting } from './nearest-occurrence.js';
import { candidateOf, takenNear } from './taken-dates.query.js';

/** A schedule with what it looks for in transactions of its account. */
interface Seeker extends Candidate {
  readonly type: string;
  /** The least and the most that fits, in minor units. */
  readonly least: bigint;
  readonly most: bigint;
  /** Folded; null for any description. */
  readonly text: string | null;
}

/** After so many transactions, the requests of others have their turn. */
const PORTION = 2_000;

/** Finds the occurrences that the transactions of an import meet, however many these are. Source: contract section 20, match. */
@Injectable()
export class ImportMatching {
  /**
   * Has the transactions of an import meet occurrences in their order. Which of them may fit any schedule is asked of the
   * database, by amounts first and then by days: those that are left are few beside all of them.
   */
  async meet(work: UnitOfWork, importId: string): Promise<void> {
    const { workspaceId } = work;
    const seekers = (await work.query<ImportCandidateRow>(importCandidates(workspaceId, importId))).map(seekerOf);
    if (seekers.length === 0) return;
    const filter = { types: [...new Set(seekers.map(({ type }) => type))], amountBounds: amountBounds(seekers) };
    const days = (await work.query<{ date: Day }>(importDays(workspaceId, importId, filter))).map(({ date }) => date);
    if (days.length === 0) return;
    const free = new FreeOccurrences(seekers, await takenNear(work, seekers, days[0]!, days.at(-1)!));
    const near = days.filter((day) => free.isAnyNear(day));
    if (near.length === 0) return;
    const meetings = await this.meetings(work, importId, filter, near, free);
    if (meetings.length > 0) work.enqueue(meet(workspaceId, meetings));
  }

  private async meetings(
    work: UnitOfWork,
    importId: string,
    filter: ImportFilter,
    days: readonly Day[],
    free: FreeOccurrences<Seeker>,
  ): Promise<Meeting[]> {
    const rows = await work.query<ImportedRow>(importedOn(work.workspaceId, importId, filter, days));
    const meetings: Meeting[] = [];
    for (const [at, { id, date, type, amount, folded }] of rows.entries()) {
      if (at % PORTION === PORTION - 1) await nextTurn();
      const minor = BigInt(amount);
      const met = free.take(
        date,
        (one) =>
          one.type === type &&
          one.least <= minor &&
          minor <= one.most &&
          (one.text === null || folded.includes(one.text)),
      );
      if (met === undefined) continue;
      meetings.push({ transactionId: id, scheduleId: met.candidate.scheduleId, nominalDate: met.nominalDate });
    }
    return meetings;
  }
}

function seekerOf(row: ImportCandidateRow): Seeker {
  const [amount, tolerance] = [BigInt(row.amount), BigInt(row.tolerance)];
  return {
    ...candidateOf(row),
    ...{ type: row.type, text: row.text, least: amount - tolerance, most: amount + tolerance },
  };
}
