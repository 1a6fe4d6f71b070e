import type { ReadStatement, StatementRow } from '../reading/statement.js';

/** What was read of a file, in the form in which it is stored: its description, and its rows as chunks of JSON. */
export interface StoredReading {
  readonly detected: ReadStatement['detected'];
  readonly mapping: ReadStatement['mapping'];
  readonly columns: ReadStatement['columns'];
  readonly chunks: readonly string[];
}

const ROWS_PER_CHUNK = 2_000;
const LONGEST_CATEGORY = 120;
const LONGEST_EXTERNAL_ID = 255;

/** The stored form of a statement. The chunks are made where the file is read, so that no other thread walks all rows. */
export function storedReading({ detected, mapping, columns, rows }: ReadStatement): StoredReading {
  const chunks: string[] = [];
  for (let first = 0; first < rows.length; first += ROWS_PER_CHUNK) {
    chunks.push(JSON.stringify(rows.slice(first, first + ROWS_PER_CHUNK).map(storedRow)));
  }
  return { detected, mapping, columns, chunks };
}

function storedRow(row: StatementRow) {
  return {
    index: row.index,
    line: row.line,
    raw: row.raw,
    date: row.date,
    description: row.description,
    amount: row.amountMinor === null ? null : row.amountMinor.toString(),
    type: row.type,
    category: upTo(LONGEST_CATEGORY, row.category),
    notes: row.notes,
    external_id: upTo(LONGEST_EXTERNAL_ID, row.externalId),
    errors: row.errors,
    warnings: row.warnings,
  };
}

/** A text, or null where it is longer than the ledger takes: a part of a name or an id would be another one. */
function upTo(codePoints: number, text: string | null): string | null {
  return text !== null && [...text].length <= codePoints ? text : null;
}
