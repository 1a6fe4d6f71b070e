import { beginsOtherTable, filledWidth, headerText, type FoundTable } from './find-table.js';
import { MAX_NOTES_LENGTH, notesText } from '../text/cell-text.js';
import { foldText, isBlank } from '../text/fold-text.js';
import type { Mapping } from '../records/mapping.js';
import type { SkippedLine, SourceRecord } from '../records/source-table.js';
import { listed } from '../records/skipped-lines.js';
import { readAmountText } from '../cells/parse-amount.js';
import { looksLikeMovement } from '../cells/movement-signs.js';
import { isTelling } from './sections.js';
import { proveSummaries, type FullLine, type LineName } from './summary-proof.js';
import { summaryName } from './summary-words.js';

export interface PartedLines {
  readonly movements: SourceRecord[];
  readonly skipped: SkippedLine[];
  readonly ofOtherTables: number[];
  readonly doubtful: DoubtfulLines;
  /**
   * Text of continuation lines, by the cells of the transaction that they continue. The cells of the continuation lines
   * themselves lead to an empty text.
   */
  readonly continued: ReadonlyMap<readonly string[], string>;
}

export interface DoubtfulLines {
  readonly kept: ReadonlySet<readonly string[]>;
  readonly lines: readonly number[];
}

/**
 * Separates transactions from other lines. A line with only a date or only an amount becomes a row with errors, so that
 * nothing is lost silently. A dated line with the name of a total is a transaction, unless the amounts prove that it is
 * a total. A line with the name of an opening or closing balance is skipped, unless the amounts prove that it is a
 * transaction.
 */
export function movementLines(table: FoundTable, mapping: Mapping, isDate: (cell: string) => boolean): PartedLines {
  const judge = new LineJudge(table, mapping, isDate);
  const verdicts = table.body.map(({ cells }, at) => judge.verdictOn(cells, at));
  const proofs = proofsOf(table, mapping, verdicts, judge);
  const parted = { movements: [] as SourceRecord[], skipped: [] as SkippedLine[], ofOtherTables: [] as number[] };
  const [kept, lines] = [new Set<readonly string[]>(), [] as number[]];
  const continued = new Map<readonly string[], string>();
  let above: readonly string[] | null = null;
  for (const [at, record] of table.body.entries()) {
    const { reason, name, mayBeRow } = verdicts[at]!;
    const proof = proofs.get(record);
    const isKept = proof === 'movement' || (proof === 'doubt' && mayBeRow);
    const text = above === null || reason === null ? null : judge.continuation(record.cells, reason);
    if (text !== null) {
      const before = continued.get(above!) ?? '';
      // The notes are shortened later. Appending without a limit would take quadratic time.
      if (before.length <= 2 * MAX_NOTES_LENGTH) continued.set(above!, [before, text].filter(Boolean).join('\n'));
      continued.set(record.cells, '');
      parted.skipped.push({ line: record.line, reason: 'continued' });
      continue;
    }
    const isMovement = isKept || (reason === null && proof === undefined);
    if (isMovement) parted.movements.push(record);
    else parted.skipped.push({ line: record.line, reason: reason ?? 'balance' });
    above = isMovement ? record.cells : null;
    if (proof === 'doubt' && name !== 'repeat') {
      lines.push(record.line);
      if (isKept) kept.add(record.cells);
    }
    if (reason === 'other-table' && looksLikeMovement(record.cells)) parted.ofOtherTables.push(record.line);
  }
  return { ...parted, skipped: listed(parted.skipped), doubtful: { kept, lines }, continued };
}

/** Maximum length of a continuation line after the last row. Longer lines are terms and notices. */
const MAX_LAST_CONTINUATION = 200;
const END =
  /^((fim|fine|ende|koniec|pagina|pag|page|seite|hoja)(?!\p{L})|(fin|end)( (del?|of|los|las|the))*( (movimientos|operaciones|transacciones|estado|reporte|listado|lista|documento|archivo|pagina|consulta|statement|report|list|table|page|file|transactions|movements)\b|$))/u;

interface Verdict {
  readonly reason: string | null;
  readonly name: LineName | null;
  /** True if the line is a transaction unless the amounts prove otherwise. */
  readonly mayBeRow: boolean;
}

function proofsOf(
  { body }: FoundTable,
  mapping: Mapping,
  verdicts: readonly Verdict[],
  judge: LineJudge,
): ReturnType<typeof proveSummaries> {
  if (!verdicts.some(({ name }) => name !== null)) return new Map();
  // If most rows repeat the amount in another column, a repeated amount does not indicate a balance.
  const repeats = verdicts.filter(({ name }) => name === 'repeat').length;
  const isTelling = repeats * 2 <= verdicts.filter(({ reason }) => reason === null).length;
  const lines = body.flatMap((record, at): FullLine[] => {
    const { reason, name } = verdicts[at]!;
    if (name !== null && (name !== 'repeat' || isTelling)) return [{ record, named: name }];
    return reason === null && judge.isFull(record.cells) ? [{ record, named: 'movement' }] : [];
  });
  return proveSummaries(lines, mapping);
}

/** Matches headings for the record type of each line, such as `RECORD_TYPE` or `Tipo de registro`. */
const KINDS =
  /^((record|row|line|entry|transaction|operation|movement) )?(type|kind)$|^(tipo|clase)( (de )?(registro|renglon|linea|movimiento|operacion|transaccion))?$|^(satzart|buchungsart|umsatzart|tipo (di )?(riga|record)|type (de )?(ligne|operation|mouvement)|tipo de lancamento|rodzaj|soort|typ)$/u;

const BALANCE_KIND = /^(opening|initial|inicial|apertura|closing|cierre|final|saldos?|balances?)$/;

function isEmpty(cell: string): boolean {
  return isBlank(cell) || readAmountText(cell) === 'empty';
}

function skip(reason: string | null): Verdict {
  return { reason, name: null, mayBeRow: false };
}

class LineJudge {
  private readonly header: string | null;
  private readonly amounts: readonly number[];
  private readonly first: number;
  private readonly last: number;
  private readonly kinds: readonly number[];
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
    this.kinds = (table.header?.cells ?? []).flatMap((cell, column) => (KINDS.test(foldText(cell)) ? [column] : []));
  }

  isFull(cells: readonly string[]): boolean {
    return this.isDated(cells) && this.hasAmount(cells);
  }

  verdictOn(cells: readonly string[], at: number): Verdict {
    const dated = this.isDated(cells);
    const paid = this.hasAmount(cells);
    if (!dated && cells.every(isBlank)) return skip('blank');
    if (!dated && this.header !== null && headerText(cells) === this.header) {
      this.inOtherTable = false;
      return skip('header');
    }
    if (!dated && !paid && beginsOtherTable(cells, this.header)) this.inOtherTable = true;
    if (this.inOtherTable) return skip('other-table');
    return this.summary(cells, dated, paid) ?? (dated ? this.dated(cells) : skip(this.reasonUndated(cells, paid, at)));
  }

  /**
   * Returns the text of a continuation line, whose only text is in the description column. Returns null for titles and
   * other lines.
   */
  continuation(cells: readonly string[], reason: string): string | null {
    const { description } = this.mapping;
    if (description === null || (reason !== 'note' && reason !== 'footer')) return null;
    const text = cells[description] ?? '';
    const isAlone = cells.every((cell, column) => column === description || isEmpty(cell));
    const isInColumn = description > 0 || this.table.usualLengths.has(cells.length);
    if (!isAlone || !isInColumn || isBlank(text)) return null;
    if (reason === 'footer' && text.length > MAX_LAST_CONTINUATION) return null;
    const beginning = foldText(text.slice(0, MAX_LAST_CONTINUATION));
    const isHeading = beginning === foldText(this.table.header?.cells[description] ?? '');
    return isHeading || isTelling(text) || END.test(beginning) ? null : notesText(text, MAX_NOTES_LENGTH + 1);
  }

  /**
   * Judges a line with a date and an amount. If the amount is the same as the balance, the line may be a balance,
   * regardless of its words.
   */
  private dated(cells: readonly string[]): Verdict {
    const { balance } = this.mapping;
    const shown = balance === null ? '' : (cells[balance] ?? '');
    const repeats = /[1-9]/.test(shown) && this.amounts.some((column) => cells[column] === shown);
    return { reason: null, name: repeats ? 'repeat' : null, mayBeRow: true };
  }

  private isDated(cells: readonly string[]): boolean {
    const { date } = this.mapping;
    return date !== null && this.isDate(cells[date] ?? '');
  }

  private hasAmount(cells: readonly string[]): boolean {
    return this.amounts.some((column) => /\d/.test(cells[column] ?? ''));
  }

  /**
   * Judges a line with the name of a total or balance. Skips it if the name is in a record type column or the line has
   * no amount. Also skips a line without a date, unless its description is only the name. Otherwise, the amounts
   * decide.
   */
  private summary(cells: readonly string[], dated: boolean, paid: boolean): Verdict | null {
    const { date, description } = this.mapping;
    for (const kind of this.kinds) {
      const named = summaryName(cells[kind] ?? '', { dated: true, paid: true, described: false });
      if (named !== null || BALANCE_KIND.test(foldText(cells[kind] ?? ''))) return skip(named?.reason ?? 'balance');
    }
    const isLabel = (cell: string, column: number) => !(dated && column === date) && /\p{L}{2}/u.test(cell);
    const isDescribed = description !== null && !isBlank(cells[description] ?? '');
    const column = dated && paid && isDescribed ? description : cells.findIndex(isLabel);
    const described = column === description;
    const named = summaryName(cells[column] ?? '', { dated, paid, described });
    if (named === null) return null;
    const { reason, isBare } = named;
    if (!paid || !(dated || (described && isBare))) return skip(reason);
    return { reason, name: isBare || reason === 'total' ? 'total' : 'balance', mayBeRow: isBare && dated };
  }

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
    const filled = cells.filter((cell) => !isEmpty(cell)).length;
    return at > this.first && described && filled > 1 && this.table.usualLengths.has(cells.length) ? null : 'note';
  }
}
