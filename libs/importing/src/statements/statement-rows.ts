import {
  detailColumns,
  expectedBalances,
  labelledDetails,
  rowDetails,
  StatementUnreadable,
} from '@app/statement-files';
import type { OpenStatement, RowDetails, StatementRow } from '@app/statement-files';

export interface ReadingHead {
  readonly detected: OpenStatement['detected'];
  readonly mapping: OpenStatement['mapping'];
  readonly columns: OpenStatement['columns'];
  readonly warnings: OpenStatement['warnings'];
  readonly layout: string;
  readonly rowCount: number;
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
  /**
   * Yields the rows as chunks of JSON, which are built on request.
   * @throws StatementUnreadable if the stored rows would be much larger than the file
   */
  readonly chunks: () => Generator<string, undefined>;
}

/** Maximum number of rows per chunk. */
const ROWS_PER_CHUNK = 1_000;
/** A chunk ends with the row that reaches this size. */
const MAX_CHUNK_LENGTH = 512 * 1024;
/** Number of rows that are read at once. */
const ROWS_PER_READ = 100;

const MIB = 1024 * 1024;
/**
 * Maximum size of the stored rows of a small file, because rows with short lines can take a hundred times the size of
 * the file. An xlsx file is compressed. The rows of a large file may take 20 times its size.
 */
const MAX_STORED_LENGTH = { xlsx: 64 * MIB, other: 16 * MIB };
const MAX_TIMES_THE_FILE = 20;
const LENGTH_BESIDE_JSON = 160;

/** Maximum length of a stored cell or description. Longer ones are cut. */
const MAX_TEXT_LENGTH = 2_000;

interface Surroundings {
  /** Position in chronological order, counted from 0; null if the file has no balances. */
  readonly chronologicalIndex: number | null;
  readonly expected: bigint | null;
  readonly details: RowDetails | null;
}

/**
 * Returns a statement in the stored form: a head, and chunks of rows that are built on request.
 * @param size size of the file in bytes
 */
export function storedReading(statement: OpenStatement, size: number): StoredReading {
  const { detected, mapping, columns, warnings, layout, chain, links, rowCount } = statement;
  const chronological = chain === null ? null : chronologicalIndexes(chain.order);
  const expected = chain === null ? [] : expectedBalances(links, chain);
  const labels = detailColumns(columns.map(({ header }) => header));
  const stored = (row: StatementRow) =>
    storedRow(row, {
      chronologicalIndex: chronological?.[row.index] ?? null,
      expected: expected[row.index] ?? null,
      details: rowDetails({ ...row, labelled: labelledDetails(row.raw, labels) }),
    });
  return {
    head: {
      ...{ detected, mapping, columns, warnings, layout, rowCount },
      balanceSign: chain === null ? null : chain.sign === 1n ? 1 : -1,
      statedOpening: statedMinor(statement.openingBalance),
      statedClosing: statedMinor(statement.closingBalance),
      ...{ proofFacts: statement.proofFacts, cardStatement: statement.cardStatement },
    },
    *chunks() {
      const most = mostStored(statement, size);
      let total = 0;
      let [rows, length]: [string[], number] = [[], 0];
      for (let from = 0; from < rowCount; from += ROWS_PER_READ) {
        for (const row of statement.rows(from, Math.min(from + ROWS_PER_READ, rowCount))) {
          const text = JSON.stringify(stored(row));
          rows.push(text);
          length += text.length;
          total += text.length + LENGTH_BESIDE_JSON;
          if (total > most) {
            throw new StatementUnreadable('its rows would take many times as much space as the file itself');
          }
          if (rows.length < ROWS_PER_CHUNK && length < MAX_CHUNK_LENGTH) continue;
          yield `[${rows.join()}]`;
          [rows, length] = [[], 0];
        }
      }
      if (rows.length > 0) yield `[${rows.join()}]`;
      return undefined;
    },
  };
}

function mostStored({ detected }: OpenStatement, size: number): number {
  const least = detected.format === 'xlsx' ? MAX_STORED_LENGTH.xlsx : MAX_STORED_LENGTH.other;
  return Math.max(least, size * MAX_TIMES_THE_FILE);
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
    raw: row.raw.map(cut),
    date: row.date ?? undefined,
    description: row.description === null ? undefined : cut(row.description),
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

/** Cuts a text that is too long, but no surrogate pair. */
function cut(text: string): string {
  return text.length <= MAX_TEXT_LENGTH ? text : text.slice(0, MAX_TEXT_LENGTH).replace(/[\ud800-\udbff]$/, '');
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
