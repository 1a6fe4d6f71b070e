import { CATEGORY, readName, readNotes } from './row-texts.js';
import { readSignedAmount } from './row-amount.js';
import type { SourceRecord } from '../records/source-table.js';
import type { RowPart, RowReading, RowWarning } from './statement-row.js';

const MOST_PARTS = 50;
const TRANSFER_PART =
  'A split names another account, so it has no category. If that account exists here, record the split as a transfer.';
const PARTS_MIXED =
  'The splits do not add up to the amount with one sign, so the transaction is imported whole and its splits are in the notes. Set a category, or add splits after the commit.';

interface DividedMovement {
  readonly parts: readonly RowPart[] | null;
  readonly category: string;
  readonly notes: string;
}

export function readParts(
  { cells, parts }: SourceRecord,
  minor: bigint | null,
  reading: RowReading,
  warnings: RowWarning[],
): DividedMovement | null {
  if (parts === undefined || parts.length === 0) return null;
  const column = reading.mapping.amount;
  const amounts = parts.map(({ amount }) =>
    readSignedAmount(
      cells.map((cell, at) => (at === column ? amount : cell)),
      reading,
    ),
  );
  const read = amounts.flatMap((amount, at) => ('minor' in amount ? [{ ...parts[at]!, ...amount }] : []));
  const moving = read.filter((part) => part.minor !== 0n);
  // Each split may be rounded by up to half a cent, so the last one gets the difference to the amount of the row.
  const rest = moving.reduce((left, part) => left - part.minor, minor ?? 0n);
  const isWhole =
    minor !== null && 4n * rest * rest <= BigInt(moving.length) ** 2n && (moving.at(-1)?.minor ?? 0n) + rest > 0n;
  const isOneSided = new Set(moving.map(({ type }) => type)).size === 1;
  if (read.length < parts.length || !isOneSided || !isWhole || moving.length > MOST_PARTS) {
    warnings.push({ code: 'PARTS_MIXED', detail: PARTS_MIXED });
    return { parts: null, category: '', notes: parts.map(({ text }) => text).join('\n') };
  }
  const isTransfer = moving.some(({ transfer }) => transfer !== undefined);
  if (isTransfer) warnings.push({ code: 'TRANSFER_PART', detail: TRANSFER_PART });
  if (moving.length === 1) return { parts: null, category: moving[0]!.category, notes: moving[0]!.notes };
  return {
    parts: moving.map((part, at) => ({
      amountMinor: at === moving.length - 1 ? part.minor + rest : part.minor,
      category: readName(part.category, CATEGORY, warnings),
      notes: readNotes(part.notes, warnings),
    })),
    ...{ category: '', notes: '' },
  };
}
