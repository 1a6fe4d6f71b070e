import { detailColumns, expectedBalances, labelledDetails, rowDetails, type RowDetails } from '@app/statement-files';
import type { OpenStatement, StatementRow } from '@app/statement-files';

/** What was read of a file but its rows, in the form in which it is stored. */
export interface ReadingHead {
  readonly detected: OpenStatement['detected'];
  readonly mapping: OpenStatement['mapping'];
  readonly columns: OpenStatement['columns'];
  readonly warnings: OpenStatement['warnings'];
  readonly layout: string;
  /** 1 where the rows' balances are the owner's position, -1 where they are what is owed, null where there are none. */
  readonly balanceSign: 1 | -1 | null;
  /** What the file states outside of its rows, as the owner's position. */
  readonly statedOpening: bigint | null;
  readonly statedClosing: bigint | null;
}

/** A statement in the form in which it is stored: its head, and its rows as chunks of JSON. */
export interface StoredReading {
  readonly head: ReadingHead;
  /** A chunk of the rows, counted from 0; null behind the last. They are made one at a time, where the file is read. */
  readonly chunk: (at: number) => string | null;
}

/** All chunks but the last have so many, or fewer where so many take more than this of the file. */
export const ROWS_PER_CHUNK = 1_000;
const MAX_CHUNK_BYTES = 512 * 1024;

/** What is known of a row from the others. */
interface Surroundings {
  /** Its position in the order of time; null where the statement shows no balances. */
  readonly chronologicalIndex: number | null;
  readonly expected: bigint | null;
  readonly details: RowDetails | null;
}

/**
 * The stored form of a statement.
 * @param size the bytes of its file: several chunks are in memory at a time, so large rows come in smaller ones
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
    },
    chunk: (at) => {
      const from = at * perChunk;
      if (from >= rowCount) return null;
      return JSON.stringify(statement.rows(from, Math.min(from + perChunk, rowCount)).map(stored));
    },
  };
}

/** Of each row its position in the order of time. */
function chronologicalIndexes(order: Uint32Array): Uint32Array {
  const indexes = new Uint32Array(order.length);
  order.forEach((row, position) => (indexes[row] = position));
  return indexes;
}

/** A row as JSON, without the members that have nothing to say: most of them, and PostgreSQL reads every name of each row. */
function storedRow(row: StatementRow, { chronologicalIndex, expected, details }: Surroundings) {
  // Whether the balance breaks is computed again at each edit of a row, so it is not stored as a warning.
  const warnings = row.warnings.filter(({ code }) => code !== 'BALANCE_BREAK');
  return {
    index: row.index,
    line: row.line,
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

/** A balance that the file states, in minor units. */
function statedMinor(balance: OpenStatement['closingBalance']): bigint | null {
  return balance === null ? null : BigInt(balance.amount.replace('.', ''));
}

/** Sums of a hostile file may have more digits than a balance ever has; those are not judged. */
function isStorable(amount: bigint): boolean {
  return amount > -MAX_MINOR && amount < MAX_MINOR;
}

/** A balance has at most fifteen integer digits. Source: contract section 1, bounds. */
const MAX_MINOR = 10n ** 17n;
