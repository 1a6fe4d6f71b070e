import { createHash } from 'node:crypto';
import { sampleRows } from './column-content.js';
import type { FoundTable } from '../tables/find-table.js';
import { foldText, isBlank } from '../text/fold-text.js';
import { looksLikeAmount, looksLikeDate } from '../cells/movement-signs.js';
import type { StatementFormat } from '../records/source-table.js';

const SAMPLED_ROWS = 200;

/**
 * Returns a fingerprint shared by statements of one bank: the format and the header words, ignoring case, accents and
 * punctuation. Without a header, it uses the number of columns and their kinds of cells.
 */
export function layoutOf(format: StatementFormat, table: FoundTable): string {
  const columns = table.header ? table.header.cells.slice(0, table.width).map(foldText) : kindsOf(table);
  const fingerprint = JSON.stringify([format, table.header !== null, columns]);
  return createHash('sha256').update(fingerprint).digest('base64url').slice(0, 22);
}

/** Returns the most common kind of cell per column. Mostly empty columns are `sparse`. */
function kindsOf(table: FoundTable): string[] {
  const sample = sampleRows(table).slice(0, SAMPLED_ROWS);
  return Array.from({ length: table.width }, (_, index) => {
    const cells = sample.map(({ cells }) => cells[index] ?? '').filter((cell) => !isBlank(cell));
    if (cells.length < sample.length / 2) return 'sparse';
    const most = (holds: (cell: string) => boolean) => cells.filter(holds).length > cells.length / 2;
    return most(looksLikeDate) ? 'date' : most(looksLikeAmount) ? 'amount' : 'text';
  });
}
