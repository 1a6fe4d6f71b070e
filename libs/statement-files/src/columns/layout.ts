import { createHash } from 'node:crypto';
import { sampleRows } from './column-content.js';
import type { FoundTable } from '../tables/find-table.js';
import { foldText, isBlank } from '../text/fold-text.js';
import { looksLikeAmount, looksLikeDate } from '../cells/movement-signs.js';
import type { StatementFormat } from '../records/source-table.js';

const SAMPLED_ROWS = 200;

/**
 * A fingerprint that the statements of one bank share and others hardly do: the format and the words of the header, without
 * regard to case, accents and punctuation, or where there is no header the number of columns and what kind of cells each
 * holds.
 */
export function layoutOf(format: StatementFormat, table: FoundTable): string {
  const columns = table.header ? table.header.cells.slice(0, table.width).map(foldText) : kindsOf(table);
  const said = JSON.stringify([format, table.header !== null, columns]);
  return createHash('sha256').update(said).digest('base64url').slice(0, 22);
}

/** What each column mostly holds. Columns that are filled only here and there say nothing of the layout. */
function kindsOf(table: FoundTable): string[] {
  const sample = sampleRows(table).slice(0, SAMPLED_ROWS);
  return Array.from({ length: table.width }, (_, index) => {
    const cells = sample.map(({ cells }) => cells[index] ?? '').filter((cell) => !isBlank(cell));
    if (cells.length < sample.length / 2) return 'sparse';
    const most = (holds: (cell: string) => boolean) => cells.filter(holds).length > cells.length / 2;
    return most(looksLikeDate) ? 'date' : most(looksLikeAmount) ? 'amount' : 'text';
  });
}
