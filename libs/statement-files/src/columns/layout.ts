import { createHash } from 'node:crypto';
import { sampleRows } from './column-content.js';
import type { FoundTable } from '../tables/find-table.js';
import { foldText, isBlank } from '../text/fold-text.js';
import { looksLikeAmount, looksLikeDate } from '../cells/movement-signs.js';
import type { StatementFormat } from '../records/source-table.js';

const SAMPLED_ROWS = 200;

/** Returns a fingerprint of the format and the words in the header. Without a header, uses the kinds of the columns. */
export function layoutOf(format: StatementFormat, table: FoundTable): string {
  const columns = table.header ? table.header.cells.slice(0, table.width).map(foldText) : kindsOf(table);
  const fingerprint = JSON.stringify([format, table.header !== null, columns]);
  return createHash('sha256').update(fingerprint).digest('base64url').slice(0, 22);
}

function kindsOf(table: FoundTable): string[] {
  const sample = sampleRows(table).slice(0, SAMPLED_ROWS);
  return Array.from({ length: table.width }, (_, index) => {
    const cells = sample.map(({ cells }) => cells[index] ?? '').filter((cell) => !isBlank(cell));
    if (cells.length < sample.length / 2) return 'sparse';
    const most = (holds: (cell: string) => boolean) => cells.filter(holds).length > cells.length / 2;
    return most(looksLikeDate) ? 'date' : most(looksLikeAmount) ? 'amount' : 'text';
  });
}
