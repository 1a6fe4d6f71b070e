import type { ReadStatement, StatementRow } from '../reading/statement.js';

/** What was read of a file, in the form in which it is stored: its description, and its rows as chunks of JSON. */
export interface StoredReading {
  readonly detected: ReadStatement['detected'];
  readonly mapping: ReadStatement['mapping'];
  readonly columns: ReadStatement['columns'];
  readonly openingBalance: ReadStatement['openingBalance'];
  readonly closingBalance: ReadStatement['closingBalance'];
  readonly chunks: readonly string[];
}

const ROWS_PER_CHUNK = 2_000;

/** The stored form of a statement. The chunks are made where the file is read, so that no other thread walks all rows. */
export function storedReading({ rows, ...reading }: ReadStatement): StoredReading {
  const chunks: string[] = [];
  for (let first = 0; first < rows.length; first += ROWS_PER_CHUNK) {
    chunks.push(JSON.stringify(rows.slice(first, first + ROWS_PER_CHUNK).map(storedRow)));
  }
  return { ...reading, chunks };
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
    category: row.category,
    notes: row.notes,
    external_id: row.externalId,
    errors: row.errors,
    warnings: row.warnings,
  };
}
