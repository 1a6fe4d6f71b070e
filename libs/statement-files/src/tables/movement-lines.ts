import { beginsOtherTable, filledWidth, headerText, type FoundTable } from './find-table.js';
import { foldText, isBlank } from '../text/fold-text.js';
import type { Mapping } from '../records/mapping.js';
import type { SkippedLine, SourceRecord } from '../records/source-table.js';
import { listed } from '../records/skipped-lines.js';
import { looksLikeMovement } from '../cells/movement-signs.js';
import { proveSummaries } from './summary-proof.js';
import { summaryReason } from './summary-words.js';

/**
 * Parts the movements of a table from the lines that are none: blank ones, the header repeated, totals, balances,
 * notes between the movements, and whatever stands behind the last one.
 *
 * A line with a date and an amount is a movement whatever its description begins with, unless that is nothing but a
 * total's or a balance's name. What has one of the two is kept as well, as a row in error: nothing is lost silently.
 * `doubted` are the skipped lines that may be movements all the same: named like totals among rows that do not prove them
 * so, or the rows of another table.
 * @param isDate whether a cell of the date column is shaped like a date
 */
export function movementLines(
  table: FoundTable,
  mapping: Mapping,
  isDate: (cell: string) => boolean,
): { movements: SourceRecord[]; skipped: SkippedLine[]; doubted: number[] } {
  const judge = new LineJudge(table, mapping, isDate);
  const reasons = table.body.map(({ cells }, at) => judge.reasonToSkip(cells, at));
  const proofs = proofsOf(table, mapping, reasons, (cells) => judge.isFull(cells));
  const movements: SourceRecord[] = [];
  const skipped: SkippedLine[] = [];
  const doubted: number[] = [];
  for (const [at, record] of table.body.entries()) {
    const proof = proofs.get(record);
    const reason = proof === 'movement' ? null : reasons[at]!;
    if (reason === null) movements.push(record);
    else skipped.push({ line: record.line, reason });
    if (proof === 'doubt' || (reason === 'other-table' && looksLikeMovement(record.cells))) doubted.push(record.line);
  }
  return { movements, skipped: listed(skipped), doubted };
}

/** What the figures say of the lines that were taken for totals and balances though they have a date and an amount. */
function proofsOf(
  { body }: FoundTable,
  mapping: Mapping,
  reasons: readonly (string | null)[],
  isFull: (cells: readonly string[]) => boolean,
): ReturnType<typeof proveSummaries> {
  const isNamed = (at: number) => reasons[at] !== null && reasons[at] !== 'other-table' && isFull(body[at]!.cells);
  if (!body.some((_, at) => isNamed(at))) return new Map();
  const lines = body.flatMap((record, at) =>
    (reasons[at] === null && isFull(record.cells)) || isNamed(at) ? [{ record, isNamedSummary: isNamed(at) }] : [],
  );
  return proveSummaries(lines, mapping);
}

class LineJudge {
  private readonly header: string | null;
  private readonly amounts: readonly number[];
  private readonly first: number;
  private readonly last: number;
  private inOtherTable = false;

  constructor(
    private readonly table: FoundTable,
    private readonly mapping: Mapping,
    private readonly isDate: (cell: string) => boolean,
  ) {
    const { amount, debit, credit } = mapping;
    this.header = table.header ? headerText(table.header.cells) : null;
    this.amounts = [amount, debit, credit].filter((column) => column !== null);
    this.first = table.body.findIndex(({ cells }) => this.isFull(cells));
    this.last = table.body.findLastIndex(({ cells }) => this.isFull(cells));
  }

  /** Whether a line has a date and an amount. */
  isFull(cells: readonly string[]): boolean {
    return this.isDated(cells) && this.hasAmount(cells);
  }

  reasonToSkip(cells: readonly string[], at: number): string | null {
    const dated = this.isDated(cells);
    const paid = this.hasAmount(cells);
    if (!dated && cells.every(isBlank)) return 'blank';
    if (!dated && this.header !== null && headerText(cells) === this.header) {
      this.inOtherTable = false;
      return 'header';
    }
    if (!dated && !paid && beginsOtherTable(cells, this.header)) this.inOtherTable = true;
    if (this.inOtherTable) return 'other-table';
    return this.summary(cells, dated, paid) ?? (dated ? null : this.reasonUndated(cells, paid, at));
  }

  private isDated(cells: readonly string[]): boolean {
    const { date } = this.mapping;
    return date !== null && this.isDate(cells[date] ?? '');
  }

  private hasAmount(cells: readonly string[]): boolean {
    return this.amounts.some((column) => /\d/.test(cells[column] ?? ''));
  }

  private summary(cells: readonly string[], dated: boolean, paid: boolean): string | null {
    const { date, description } = this.mapping;
    const isLabel = (cell: string, column: number) => !(dated && column === date) && /\p{L}{2}/u.test(cell);
    const isDescribed = description !== null && !isBlank(cells[description] ?? '');
    const column = dated && paid && isDescribed ? description : cells.findIndex(isLabel);
    const label = cells[column] ?? '';
    return summaryReason(label, { dated, paid, described: column === description });
  }

  /** A line without a date is still a movement with its date lost when it looks like one otherwise. */
  private reasonUndated(cells: readonly string[], paid: boolean, at: number): string | null {
    const { date, description } = this.mapping;
    if (this.first < 0) return cells.filter((cell) => !isBlank(cell)).length > 1 ? null : 'note';
    const isTail = at > this.last;
    if (paid) {
      const worded = date !== null && foldText(cells[date] ?? '') !== '' && !/\d/.test(cells[date] ?? '');
      return isTail && (worded || filledWidth(cells) < this.table.width / 2) ? 'footer' : null;
    }
    if (isTail) return 'footer';
    const described = description !== null && description !== date && !isBlank(cells[description] ?? '');
    const filled = cells.filter((cell) => !isBlank(cell)).length;
    return at > this.first && described && filled > 1 && this.table.usualLengths.has(cells.length) ? null : 'note';
  }
}
