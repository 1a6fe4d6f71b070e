import type { Shape } from '@app/kernel/pure';
import { isAmount, isCount, isDay, isLine, isSavedText, listOf, orNull, withMembers, withOnly } from '@app/kernel/pure';
import { COLUMN_KEYS, parseDelimiter, parseEncoding } from '@app/statement-files';

const MOST_COLUMNS = 16_384;
const isTextOrNull = orNull(isSavedText);
const isMinor: Shape = (value) => typeof value === 'string' && /^-?\d{1,17}$/.test(value);
const isColumn: Shape = (value) => isCount(value) && (value as number) < MOST_COLUMNS;

export const isSavedMapping: Shape = withOnly({
  ...Object.fromEntries(COLUMN_KEYS.map((key) => [key, orNull(isColumn)])),
  dateFormat: orNull(isLine(1, 40)),
  year: orNull(isCount),
  decimalSeparator: (value) => value === null || value === '.' || value === ',',
  invertSign: (value) => typeof value === 'boolean',
});

const areSavedOptions: Shape = withOnly({
  encoding: (value) => typeof value === 'string' && parseEncoding(value) !== null,
  delimiter: (value) => typeof value === 'string' && parseDelimiter(value) !== null,
  mapping: isSavedMapping,
  section: isLine(1, 40),
});

const orMissing =
  (shape: Shape): Shape =>
  (value) =>
    value === undefined || shape(value);

const isLayoutFound = withMembers({
  ...{ format: isSavedText, encoding: isTextOrNull, delimiter: isTextOrNull },
  ...{ preambleRows: orNull(isCount), headerRow: orNull(isCount), dateFormat: isTextOrNull },
  ...{ decimalSeparator: isTextOrNull, skippedLines: listOf(withMembers({ line: isCount, reason: isSavedText })) },
  // Exports from before PDF statements lack these fields.
  bank: orMissing(isTextOrNull),
  sections: orMissing(
    listOf(withMembers({ id: isSavedText, label: isSavedText, accountTail: isTextOrNull, currency: isSavedText })),
  ),
  period: orMissing(orNull(withMembers({ start: (value) => isDay(value), end: (value) => isDay(value) }))),
});
const isFigure = withMembers({ page: isCount, line: isCount, minor: isMinor });
const isProofSide = withMembers({ totals: listOf(isFigure), parts: listOf(isFigure), extras: listOf(isMinor) });
const areProofFacts = withMembers({
  sign: (value) => value === 1 || value === -1,
  ...{ opening: listOf(isFigure), closing: listOf(isFigure), charges: isProofSide, credits: isProofSide },
  counts: listOf(withMembers({ page: isCount, line: isCount, side: isSavedText, count: isCount })),
  checkpoints: listOf(withMembers({ page: isCount, line: isCount, minor: isMinor, after: isCount })),
});
const isProof = withMembers({
  ...{ status: isSavedText, chargesRead: isSavedText, creditsRead: isSavedText },
  ...{ openingBalance: isTextOrNull, closingBalance: isTextOrNull, difference: isTextOrNull },
  ...{ chargesPrinted: isTextOrNull, creditsPrinted: isTextOrNull },
  failing: listOf(withMembers({ page: isCount, line: isCount, detail: isSavedText })),
});
const areCardFigures = withMembers({
  cutOff: orNull((value) => isDay(value)),
  dueDate: orNull((value) => isDay(value)),
  ...{ paymentToAvoidInterest: orNull((value) => isAmount(value)), minimumPayment: orNull((value) => isAmount(value)) },
});
const isSavedColumn = withMembers({
  ...{ index: isCount, header: isSavedText, samples: listOf(isSavedText), field: isTextOrNull },
});
const isRemark = withMembers({ code: isSavedText, detail: isSavedText });
const isReconciliation = withMembers({
  ...{ openingBalance: isTextOrNull, closingBalance: isTextOrNull, difference: isTextOrNull },
  ...{ accountBalance: isTextOrNull, accountBalanceAfter: isTextOrNull },
  firstBreak: orNull(withMembers({ index: isCount, line: isCount, expected: isSavedText, found: isSavedText })),
});
const isMovedAccount = withMembers({
  ...{ accountId: isSavedText, balanceBefore: isSavedText, balanceAfter: isSavedText },
});

/**
 * Validators of exported JSON, by field. A restore must validate this JSON, because the code that uses stored JSON does
 * not.
 */
export const SAVED_IMPORT: Readonly<Record<string, Shape>> = {
  // Rejects drafts, whose files are not exported.
  status: (value) => value !== 'draft',
  ...{ currency: isLine(1, 20), layout: isLine(1, 500) },
  ...{ filename: isLine(1, 255), given: areSavedOptions, detected: isLayoutFound, mapping: isSavedMapping },
  ...{ remembered: isSavedMapping, columns: listOf(isSavedColumn), warnings: listOf(isRemark) },
  ...{ proofFacts: areProofFacts, proof: isProof, cardStatement: areCardFigures },
  recordedStatement: withMembers({ month: (value) => isDay(value), before: areCardFigures, after: areCardFigures }),
  ...{ reconciliation: isReconciliation, accounts: listOf(isMovedAccount) },
  newCategories: listOf(withMembers({ name: isSavedText, count: isCount })),
  undone: listOf(withMembers({ transactionId: isSavedText, index: isCount, outcome: isSavedText })),
  ...{ total: isCount, ready: isCount, errors: isCount, duplicates: isCount, excluded: isCount, undoneTotal: isCount },
};

export const SAVED_ROW: Readonly<Record<string, Shape>> = {
  ...{ index: isCount, line: isCount, raw: listOf(isSavedText) },
  errors: listOf(withMembers({ field: isSavedText, code: isSavedText, detail: isSavedText })),
  warnings: listOf(isRemark),
  edits: withMembers({}),
  details: withMembers({}),
  parts: listOf(
    withMembers({
      amount: (value) => typeof value === 'string' && /^\d{1,17}$/.test(value),
      ...{ category: isTextOrNull, notes: isTextOrNull },
    }),
  ),
  rewritten: withMembers({ description: isSavedText, notes: isTextOrNull, categoryId: isTextOrNull }),
};
