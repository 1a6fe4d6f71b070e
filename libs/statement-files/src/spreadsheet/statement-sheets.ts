import { filledWidth, findTable, headerText, isComplete, type FoundTable } from '../tables/find-table.js';
import { isTelling } from '../tables/sections.js';
import { isBlank } from '../text/fold-text.js';
import { matchedRoles, readHeading } from '../tables/header-words.js';
import { looksLikeMovement } from '../cells/movement-signs.js';
import type { SourceRecord } from '../records/source-table.js';
import { StatementUnreadable } from '../limits/unreadable.js';
import { serialDate } from '../cells/workbook-cells.js';

export interface Sheet {
  readonly name: string;
  readonly records: readonly SourceRecord[];
}

interface TableSheet extends Sheet {
  readonly table: FoundTable | null;
  readonly rank: number;
}

const MOVEMENTS = 3;
/** Maximum number of visible sheets. It is enough for more than five years with a sheet per month. */
const MAX_SHEETS = 64;

/**
 * Returns the rows of all sheets with transactions. In a workbook without transactions, returns the first sheet with a
 * table, or else the first sheet.
 * @throws StatementUnreadable if all sheets are empty, if there are too many, or if sheets with transactions have
 * different layouts
 */
export function statementIn(sheets: Iterable<Sheet>, from1904: boolean): SourceRecord[] {
  let best: TableSheet | null = null;
  const withMovements: TableSheet[] = [];
  let count = 0;
  for (const sheet of sheets) {
    count += 1;
    if (count > MAX_SHEETS) throw new StatementUnreadable('the workbook has more than 64 visible sheets', sheet.name);
    const ranked = rankedSheet({ ...sheet, records: withSerialDates(sheet.records, from1904) });
    if (ranked.rank === MOVEMENTS) withMovements.push(ranked);
    if (ranked.rank > (best?.rank ?? 0)) best = ranked;
  }
  if (best === null) throw new StatementUnreadable('the workbook has no visible sheet with content');
  return best.rank === MOVEMENTS ? together(withMovements) : [...best.records];
}

/**
 * Joins the sheets that have a header. All headers must have the same layout. Ignores the other sheets, because they
 * may be summaries. If no sheet has a header, returns the first one.
 */
function together(sheets: readonly TableSheet[]): SourceRecord[] {
  const headed = sheets.filter(({ table }) => table!.header && isComplete(matchedRoles(table!.header.cells)));
  const [first, ...more] = headed.length > 0 ? headed : sheets.slice(0, 1);
  const strange = more.find((sheet) => headOf(sheet) !== headOf(first!));
  if (strange !== undefined) {
    const what = 'several sheets with transactions are laid out differently: keep only the one to import';
    throw new StatementUnreadable(what, headed.map(({ name }) => name).join(', '));
  }
  const width = first!.records[0]!.cells.length;
  return [
    ...nameOf(first!, width),
    ...first!.records,
    ...more.flatMap((sheet) => [...nameOf(sheet, width), ...sheet.table!.body.map((record) => inWidth(record, width))]),
  ];
}

/** Returns the sheet name as a line above the rows if it describes them, such as `Pendientes` or `Cuenta 222`. */
function nameOf({ name, records }: Sheet, width: number): SourceRecord[] {
  return isTelling(name) ? [inWidth({ line: records[0]!.line, cells: [name] }, width)] : [];
}

function headOf({ table }: TableSheet): string {
  return headerText(table!.header!.cells);
}

function inWidth({ line, cells }: SourceRecord, width: number): SourceRecord {
  const filled = cells.slice(0, Math.max(width, filledWidth(cells)));
  return { line, cells: [...filled, ...Array.from({ length: Math.max(0, width - filled.length) }, () => '')] };
}

function rankedSheet(sheet: Sheet): TableSheet {
  if (sheet.records.length === 0) return { ...sheet, table: null, rank: 0 };
  const table = tableIn(sheet.records);
  if (table === null) return { ...sheet, table, rank: 1 };
  return { ...sheet, table, rank: table.body.some(({ cells }) => looksLikeMovement(cells)) ? MOVEMENTS : 2 };
}

function tableIn(records: readonly SourceRecord[]) {
  try {
    return findTable(records);
  } catch (error) {
    if (error instanceof StatementUnreadable) return null;
    throw error;
  }
}

/**
 * Matches serial numbers of days from 1990 to 2100, for cells below a heading such as `Fecha` that have no date format.
 */
const SERIAL = /^(?:3[3-9]|[4-6]\d|7[0-2])\d{3}(?:\.\d+)?$/;

function withSerialDates(records: readonly SourceRecord[], from1904: boolean): SourceRecord[] {
  const table = tableIn(records);
  const columns = (table?.header?.cells ?? []).flatMap((heading, index) => {
    const isDate = readHeading(heading.trim())[0]?.role === 'date';
    return isDate && table!.body.every(({ cells }) => isBlank(cells[index]!) || SERIAL.test(cells[index]!))
      ? [index]
      : [];
  });
  if (columns.length === 0) return [...records];
  return records.map(({ line, cells }) => {
    const dated = cells.map((cell, index) =>
      columns.includes(index) && SERIAL.test(cell) ? (serialDate(cell, from1904) ?? cell) : cell,
    );
    return { line, cells: dated };
  });
}
