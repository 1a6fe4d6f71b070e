import { expectedBalances } from '../reading/balance-chain.js';
import { links } from '../reading/choose-reading.js';
import { detailColumns, labelledDetails } from '../reading/detail-columns.js';
import { rowDetails, type RowDetails } from '../reading/spei-text.js';
import type { ReadStatement, StatementRow } from '../reading/statement.js';

/** What was read of a file, in the form in which it is stored: its description, and its rows as chunks of JSON. */
export interface StoredReading {
  readonly detected: ReadStatement['detected'];
  readonly mapping: ReadStatement['mapping'];
  readonly columns: ReadStatement['columns'];
  readonly layout: string;
  /** 1 where the rows' balances are the owner's position, -1 where they are what is owed, null where there are none. */
  readonly balanceSign: 1 | -1 | null;
  /** What the file states outside of its rows, as the owner's position. */
  readonly statedOpening: bigint | null;
  readonly statedClosing: bigint | null;
  readonly chunks: readonly string[];
}

const ROWS_PER_CHUNK = 2_000;

/** What is known of a row from the others. */
interface Surroundings {
  /** Its place in the order of time; null where the statement shows no balances. */
  readonly place: number | null;
  readonly expected: bigint | null;
  readonly details: RowDetails | null;
}

/** The stored form of a statement. The chunks are made where the file is read, so that no other thread walks all rows. */
export function storedReading(statement: ReadStatement): StoredReading {
  const { detected, mapping, columns, layout, rows, chain } = statement;
  const places = new Map([...(chain?.order ?? [])].map((index, place) => [index, place]));
  const expected = chain === null ? [] : expectedBalances(links(rows), chain);
  const labels = detailColumns(columns.map(({ header }) => header));
  const chunks: string[] = [];
  for (let first = 0; first < rows.length; first += ROWS_PER_CHUNK) {
    const chunk = rows.slice(first, first + ROWS_PER_CHUNK).map((row) =>
      storedRow(row, {
        place: places.get(row.index) ?? null,
        expected: expected[row.index] ?? null,
        details: rowDetails({ ...row, labelled: labelledDetails(row.raw, labels) }),
      }),
    );
    chunks.push(JSON.stringify(chunk));
  }
  return {
    ...{ detected, mapping, columns, layout, chunks },
    balanceSign: chain === null ? null : chain.sign === 1n ? 1 : -1,
    statedOpening: statedMinor(statement.openingBalance),
    statedClosing: statedMinor(statement.closingBalance),
  };
}

function storedRow(row: StatementRow, { place, expected, details }: Surroundings) {
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
    // Whether the balance breaks is worked out anew whenever a row is edited, so it is not kept as a warning.
    warnings: row.warnings.filter(({ code }) => code !== 'BALANCE_BREAK'),
    place,
    balance: row.balanceMinor?.toString() ?? null,
    expected_balance: expected !== null && isStorable(expected) ? expected.toString() : null,
    details,
  };
}

/** A balance that the file states, in minor units. */
function statedMinor(balance: ReadStatement['closingBalance']): bigint | null {
  return balance === null ? null : BigInt(balance.amount.replace('.', ''));
}

/** Sums of a hostile file may have more digits than a balance ever has; those are not judged. */
function isStorable(amount: bigint): boolean {
  return amount > -MOST_MINOR && amount < MOST_MINOR;
}

/** A balance has at most fifteen integer digits. Source: contract section 1, bounds. */
const MOST_MINOR = 10n ** 17n;
