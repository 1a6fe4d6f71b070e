import { Injectable } from '@nestjs/common';
import type { Day, UnitOfWork } from '@app/kernel';
import { Pace } from '@app/kernel/pure';
import type { ScheduledRows, TransactionsImporting } from '@app/ledger';
import { amountBounds } from './amount-bounds.js';
import type { Candidate } from './free-occurrences.js';
import { FreeOccurrences } from './free-occurrences.js';
import type { ImportCandidateRow, ImportedRow, RowMatch } from './matching.query.js';
import { importCandidates, importDays, importedOn, recordRowMatches } from './matching.query.js';
import { candidateOf, takenNear } from './taken-dates.query.js';
import { TextSearch } from './text-search.js';

interface Seeker extends Candidate {
  readonly type: string;
  /** Inclusive range in minor units. */
  readonly least: bigint;
  readonly most: bigint;
  /** Folded text; null matches any description. */
  readonly text: string | null;
}

@Injectable()
export class ImportMatching {
  /**
   * Matches rows before their insertion, because updating a transaction afterwards would cost nearly as much as
   * inserting it. The database filters rows by amount and then by day, so that this process sees only a few of them.
   */
  async matchImported(work: UnitOfWork, importing: TransactionsImporting): Promise<void> {
    const { accountId, rows, at } = importing;
    const seekers = (await work.query<ImportCandidateRow>(importCandidates(work.workspaceId, accountId))).map(seekerOf);
    if (seekers.length === 0) return;
    const filter = { types: [...new Set(seekers.map(({ type }) => type))], amountBounds: amountBounds(seekers) };
    const days = (await work.query<{ date: Day }>(importDays(rows, filter))).map(({ date }) => date);
    if (days.length === 0) return;
    const free = new FreeOccurrences(seekers, await takenNear(work, seekers, days[0]!, days.at(-1)!));
    const near = await daysNear(days, free);
    if (near.length === 0) return;
    const matches = await matchesOf(await work.query<ImportedRow>(importedOn(rows, filter, near)), seekers, free);
    if (matches.length === 0) return;
    const [scheduled] = await work.query<ScheduledRows & Record<string, unknown>>(
      recordRowMatches(work.workspaceId, at, matches),
    );
    importing.scheduled = scheduled!;
  }
}

async function daysNear(days: readonly Day[], free: FreeOccurrences<Seeker>): Promise<Day[]> {
  const near: Day[] = [];
  const pace = new Pace();
  for (const day of days) {
    await pace.keep();
    if (free.isAnyNear(day)) near.push(day);
  }
  return near;
}

async function matchesOf(
  rows: readonly ImportedRow[],
  seekers: readonly Seeker[],
  free: FreeOccurrences<Seeker>,
): Promise<RowMatch[]> {
  const matches: RowMatch[] = [];
  const texts = new TextSearch(seekers.flatMap(({ text }) => text ?? []));
  const pace = new Pace();
  for (const { row, ordinal, date, type, amount, folded } of rows) {
    await pace.keep();
    const [minor, found] = [BigInt(amount), texts.foundIn(folded)];
    const fitting = new Set(
      seekers.filter(
        (seeker) =>
          (seeker.text === null || found.has(seeker.text)) &&
          seeker.type === type &&
          seeker.least <= minor &&
          minor <= seeker.most,
      ),
    );
    const match = fitting.size === 0 ? undefined : free.take(date, (seeker) => fitting.has(seeker));
    if (match === undefined) continue;
    matches.push({ row, ordinal, scheduleId: match.candidate.scheduleId, nominalDate: match.nominalDate });
  }
  return matches;
}

function seekerOf(row: ImportCandidateRow): Seeker {
  const [amount, tolerance] = [BigInt(row.amount), BigInt(row.tolerance)];
  return {
    ...candidateOf(row),
    ...{ type: row.type, text: row.text, least: amount - tolerance, most: amount + tolerance },
  };
}
