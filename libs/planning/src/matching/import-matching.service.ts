import { setImmediate as nextTurn } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { Day, UnitOfWork } from '@app/kernel';
import type { ScheduledRows, TransactionsImporting } from '@app/ledger';
import { amountBounds } from './amount-bounds.js';
import type { Candidate } from './free-occurrences.js';
import { FreeOccurrences } from './free-occurrences.js';
import type { ImportCandidateRow, ImportedRow, RowMeeting } from './matching.query.js';
import { importCandidates, importDays, importedOn, meetByRows } from './matching.query.js';
import { candidateOf, takenNear } from './taken-dates.query.js';

/** A schedule with what it looks for in rows for its account. */
interface Seeker extends Candidate {
  readonly type: string;
  /** The least and the most that fits, in minor units. */
  readonly least: bigint;
  readonly most: bigint;
  /** Folded; null for any description. */
  readonly text: string | null;
}

/** After so many rows, the requests of others have their turn. */
const PORTION = 2_000;

/** Finds the occurrences that the rows of an import meet, however many these are. Source: contract section 20, match. */
@Injectable()
export class ImportMatching {
  /**
   * Has the rows of an import meet occurrences in their order, before they become transactions: a transaction that is written
   * again for its schedule costs as much as another one. Which rows may fit any schedule is asked of the database, by amounts
   * first and then by days: those that are left are few beside all of them.
   */
  async meet(work: UnitOfWork, importing: TransactionsImporting): Promise<void> {
    const { accountId, rows, at } = importing;
    const seekers = (await work.query<ImportCandidateRow>(importCandidates(work.workspaceId, accountId))).map(seekerOf);
    if (seekers.length === 0) return;
    const filter = { types: [...new Set(seekers.map(({ type }) => type))], amountBounds: amountBounds(seekers) };
    const days = (await work.query<{ date: Day }>(importDays(rows, filter))).map(({ date }) => date);
    if (days.length === 0) return;
    const free = new FreeOccurrences(seekers, await takenNear(work, seekers, days[0]!, days.at(-1)!));
    const near = days.filter((day) => free.isAnyNear(day));
    if (near.length === 0) return;
    const meetings = await meetingsOf(await work.query<ImportedRow>(importedOn(rows, filter, near)), free);
    if (meetings.length === 0) return;
    const [scheduled] = await work.query<ScheduledRows & Record<string, unknown>>(
      meetByRows(work.workspaceId, at, meetings),
    );
    importing.scheduled = scheduled!;
  }
}

async function meetingsOf(rows: readonly ImportedRow[], free: FreeOccurrences<Seeker>): Promise<RowMeeting[]> {
  const meetings: RowMeeting[] = [];
  for (const [n, { row, ordinal, date, type, amount, folded }] of rows.entries()) {
    if (n % PORTION === PORTION - 1) await nextTurn();
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
    meetings.push({ row, ordinal, scheduleId: met.candidate.scheduleId, nominalDate: met.nominalDate });
  }
  return meetings;
}

function seekerOf(row: ImportCandidateRow): Seeker {
  const [amount, tolerance] = [BigInt(row.amount), BigInt(row.tolerance)];
  return {
    ...candidateOf(row),
    ...{ type: row.type, text: row.text, least: amount - tolerance, most: amount + tolerance },
  };
}
