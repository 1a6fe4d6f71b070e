import { detailColumns, expectedBalances, labelledDetails, rowDetails, type RowDetails } from '@app/statement-files';
import type { OpenStatement, StatementRow } from '@app/statement-files';

export interface ReadingHead {
  readonly detected: OpenStatement['detected'];
  readonly mapping: OpenStatement['mapping'];
  readonly columns: OpenStatement['columns'];
  readonly warnings: OpenStatement['warnings'];
  readonly layout: string;
  /** 1 if balances are the owner's position, -1 if they are the amount owed, null if the file has no balances. */
  readonly balanceSign: 1 | -1 | null;
  /** Balance that the file states outside the rows, as the owner's position; null if it states none. */
  readonly statedOpening: bigint | null;
  readonly statedClosing: bigint | null;
  readonly proofFacts: OpenStatement['proofFacts'];
  readonly cardStatement: OpenStatement['cardStatement'];
}

export interface StoredReading {
  readonly head: ReadingHead;
  /** Returns the chunk of rows with this index, or null after the last chunk. Chunks are built on request. */
  readonly chunk: (at: number) => string | null;
}

/** Maximum number of rows per chunk. Chunks of large rows have fewer. */
export const ROWS_PER_CHUNK = 1_000;
const MAX_CHUNK_BYTES = 512 * 1024;

interface Surroundings {
  /** Position in chronological order, counted from 0; null if the file has no balances. */
  readonly chronologicalIndex: number | null;
  readonly expected: bigint | null;
  readonly details: RowDetails | null;
}

/**
 * Returns a statement in the stored form: a head, and chunks of rows that are built on request.
 * @param size size of the file in bytes; chunks of large rows are smaller, because several chunks are in memory at once
 */
export function storedReading(statement: OpenStatement, size: number): StoredReading {
  const { detected, mapping, columns, warnings, layout, chain, links, rowCount } = statement;
  const chronological = chain === null ? null : chronologicalIndexes(chain.order);
  const expected = chain === null ? [] : expectedBalances(links, chain);
  const perChunk = Math.max(1, Math.min(ROWS_PER_CHUNK, Math.floor((rowCount * MAX_CHUNK_BYTES) / size)));
  const labels = detailColumns(columns.map(({ header }) => header));
  const stored = (row: StatementRow) =>
    storedRow(row, {
      chronologicalIndex: chronological?.[row.index] ?? null,
      expected: expected[row.index] ?? null,
      details: rowDetails({ ...row, labelled: labelledDetails(row.raw, labels) }),
    });
  return {
    head: {
      ...{ detected, mapping, columns, warnings, layout },
      balanceSign: chain === null ? null : chain.sign === 1n ? 1 : -1,
      statedOpening: statedMinor(statement.openingBalance),
      statedClosing: statedMinor(statement.closingBalance),
      ...{ proofFacts: statement.proofFacts, cardStatement: statement.cardStatement },
    },
    chunk: (at) => {
      const from = at * perChunk;
      if (from >= rowCount) return null;
      return JSON.stringify(statement.rows(from, Math.min(from + perChunk, rowCount)).map(stored));
    },
  };
}

function chronologicalIndexes(order: Uint32Array): Uint32Array {
  const indexes = new Uint32Array(order.length);
  order.forEach((row, position) => (indexes[row] = position));
  return indexes;
}

/** Returns a row in the stored form. Omits empty fields, because PostgreSQL parses every field name of each row. */
function storedRow(row: StatementRow, { chronologicalIndex, expected, details }: Surroundings) {
  // Balance breaks are recomputed after each edit, so they are not stored.
  const warnings = row.warnings.filter(({ code }) => code !== 'BALANCE_BREAK');
  return {
    index: row.index,
    line: row.line,
    page: row.page ?? undefined,
    raw: row.raw,
    date: row.date ?? undefined,
    description: row.description ?? undefined,
    amount: row.amountMinor?.toString(),
    type: row.type ?? undefined,
    category: row.category ?? undefined,
    notes: row.notes ?? undefined,
    parts: row.parts?.map(({ amountMinor, category, notes }) => ({ amount: amountMinor.toString(), category, notes })),
    external_id: row.externalId ?? undefined,
    installment_months: row.installmentMonths ?? undefined,
    errors: row.errors.length > 0 ? row.errors : undefined,
    warnings: warnings.length > 0 ? warnings : undefined,
    chronological_index: chronologicalIndex ?? undefined,
    balance: row.balanceMinor?.toString(),
    expected_balance: expected !== null && isStorable(expected) ? expected.toString() : undefined,
    details: details ?? undefined,
  };
}

function statedMinor(balance: OpenStatement['closingBalance']): bigint | null {
  return balance === null ? null : BigInt(balance.amount.replace('.', ''));
}

/** True if the amount can be stored. The sums in a hostile file may exceed any balance and are then not checked. */
function isStorable(amount: bigint): boolean {
  return amount > -MAX_MINOR && amount < MAX_MINOR;
}

/** A balance has at most 15 integer digits. */
const MAX_MINOR = 10n ** 17n;
