import { currencyNamed } from '../cells/currency-name.js';
import { sidesNamed } from '../cells/side-words.js';
import { formatAmount, isCurrency } from '@app/kernel/pure';
import { foldText, isBlank } from '../text/fold-text.js';
import { lineText, shortened } from '../text/cell-text.js';
import type { Assessment } from './assessment.js';
import type { StatementWarning } from '../records/statement-warning.js';
import { isProven, unlikelySign } from './unlikely-sign.js';

export function findDoubts(assessment: Assessment): StatementWarning[] {
  const doubts = [
    guessedColumn(assessment),
    unknownDirection(assessment),
    unlikelySign(assessment),
    assessment.isScaleUnlikely ? UNLIKELY_SCALE : amountsInCents(assessment),
    unknownCurrency(assessment),
    assessment.isEncodingUnsure ? UNSURE_ENCODING : null,
    rowsNotBooked(assessment),
    unknownState(assessment),
    skippedLines(assessment),
    doubtfulLines(assessment),
    leftOut(assessment, ['investment'], INVESTMENTS_LEFT),
    leftOut(assessment, ['pending', 'information'], PENDING_LEFT),
    severalAccounts(assessment),
    assessment.unexplained === 0n ? null : unexplainedBalance(assessment.unexplained),
    ...assessment.movements.warnings,
  ];
  return doubts.filter((doubt) => doubt !== null);
}

const UNLIKELY_SCALE: StatementWarning = {
  code: 'SCALE_UNLIKELY',
  detail:
    'Every amount has three decimals, which may be decimals or thousands. ' +
    'Compare one amount with the statement, and set mapping.decimalSeparator if it is wrong.',
};

const IN_CENTS = /(?:^| )(?:cents?|centavos?|centimos?|pence|minor units?)(?: |$)/;

function amountsInCents({ movements: { mapping, headings } }: Assessment): StatementWarning | null {
  const columns = [mapping.amount, mapping.debit, mapping.credit].filter((column) => column !== null);
  const heading = columns.map((column) => headings[column] ?? '').find((each) => IN_CENTS.test(foldText(each)));
  if (heading === undefined) return null;
  const detail = `The heading "${shortened(heading)}" says that the amounts are in cents; they were read as whole units. Import a file with amounts in units.`;
  return { code: 'SCALE_UNLIKELY', detail };
}

/** Headings that name the statement's account, not the counterparty's. */
const OWN_ACCOUNT =
  /^((no|num|numero|nr|your|own|mi) )?(de )?(la )?(account|accounts|cuenta|iban|konto|conto|compte|rekening|conta|auftragskonto|iban auftragskonto|eigenes konto)( (number|no|name|id|nr|nummer|iban))?$/;
/** Minimum average number of rows per account. A column of counterparties has nearly one account per row. */
const ROWS_FOR_EACH = 2;

function severalAccounts({ movements: { records, headings, accounts } }: Assessment): StatementWarning | null {
  if (accounts.length > 1) {
    const named = accounts.slice(0, 5).map((account) => `"${shortened(account)}"`);
    const detail = `Titles between the rows name ${accounts.length} accounts, ${named.join(', ')}, and this draft has the transactions of all of them. Exclude the rows of the other accounts, or send one file per account.`;
    return { code: 'SEVERAL_ACCOUNTS', detail };
  }
  for (const [column, heading] of headings.entries()) {
    if (heading.length > 60 || !OWN_ACCOUNT.test(foldText(heading))) continue;
    const rows = new Map<string, number>();
    for (const { cells } of records) {
      const account = foldText(cells[column] ?? '');
      rows.set(account, (rows.get(account) ?? 0) + 1);
    }
    if (rows.size < 2 || rows.has('') || rows.size > Math.ceil(records.length / ROWS_FOR_EACH)) continue;
    if ([...rows.keys()].every(isSide)) continue;
    const detail = `The column "${shortened(heading)}" names ${rows.size} accounts, and this draft has the transactions of all of them. Exclude the rows of the other accounts, or send one file per account.`;
    return { code: 'SEVERAL_ACCOUNTS', detail };
  }
  return null;
}

/** True for words such as credit and debit, which are ways to pay rather than accounts. */
function isSide(text: string): boolean {
  const { debit, credit } = sidesNamed(text);
  return debit || credit;
}

function unexplainedBalance(unexplained: bigint): StatementWarning {
  const detail = `The transactions add up to ${formatAmount(unexplained < 0n ? -unexplained : unexplained)} ${unexplained < 0n ? 'less' : 'more'} than the difference between the opening and closing balances of the file. Compare it with the statement: movements may be missing or duplicated.`;
  return { code: 'BALANCE_BREAK', detail };
}

const UNSURE_ENCODING: StatementWarning = {
  code: 'ENCODING_UNSURE',
  detail: 'No encoding fits all non-ASCII characters. Check the descriptions, and set encoding if they are wrong.',
};

function guessedColumn(assessment: Assessment): StatementWarning | null {
  const { isGuessed, isAmountTold, fee, mapping, headings } = assessment.movements;
  if (!isGuessed && fee !== null && !isAmountTold && assessment.reading.fees === null && !isProven(assessment)) {
    const detail = `The amounts may not include the fees in the column "${shortened(headings[fee] ?? '')}". Set mapping.amount to a column of net amounts if there is one.`;
    return { code: 'COLUMN_GUESSED', detail };
  }
  if (!isGuessed) return null;
  const { amount, debit, credit } = mapping;
  const named = (column: number | null) => {
    const heading = headings[column ?? -1] ?? '';
    return `column ${column}${heading === '' ? '' : ` "${shortened(heading)}"`}`;
  };
  const sides = [
    debit === null ? null : `${named(debit)} was taken as the debit`,
    credit === null ? null : `${named(credit)} was taken as the credit`,
  ].filter((side) => side !== null);
  const taken = amount === null ? sides.join(' and ') : `${named(amount)} was taken`;
  const detail = `Headings and balances do not identify the amount column (${taken}). If that is wrong, set mapping.amount, or mapping.debit and mapping.credit.`;
  return { code: 'COLUMN_GUESSED', detail };
}

function unknownDirection({ movements: { mapping, headings, records }, reading }: Assessment): StatementWarning | null {
  const { direction } = mapping;
  if (direction === null || reading.hasInvertedSigns) return null;
  const directions = new Set(records.map(({ cells }) => cells[direction] ?? ''));
  if (![...directions].some((cell) => !isBlank(cell) && (reading.direction?.(cell) ?? null) === null)) return null;
  const heading = headings[direction] ?? '';
  const detail = `Column ${direction}${heading ? ` "${shortened(heading)}"` : ''} seems to hold the direction of the transactions, but its words are unknown. Set mapping.direction to null, or set mapping.debit and mapping.credit.`;
  return { code: 'DIRECTION_UNKNOWN', detail };
}

function unknownCurrency({ movements: { mapping, records } }: Assessment): StatementWarning | null {
  if (mapping.currency === null) return null;
  const codes = new Set<string>();
  for (const { cells } of records) codes.add(cells[mapping.currency] ?? '');
  const unknown = [...codes].map(lineText).filter((code) => /^\p{L}{2,}$/u.test(code) && !isKnown(code));
  if (unknown.length === 0) return null;
  const detail = `The currency column names ${unknown
    .slice(0, 5)
    .map((code) => `"${shortened(code)}"`)
    .join(
      ', ',
    )}, which is unknown. Its rows have errors. If they are in the account's currency, set mapping.currency to null.`;
  return { code: 'CURRENCY_UNKNOWN', detail };
}

function isKnown(code: string): boolean {
  const named = currencyNamed(code);
  return named !== null && isCurrency(named);
}

function rowsNotBooked({ movements: { records, notBooked } }: Assessment): StatementWarning | null {
  if (notBooked === null) return null;
  let count = 0;
  for (const { cells } of records) if (notBooked(cells) !== null) count += 1;
  if (count === 0) return null;
  const detail = `${count === 1 ? 'One row is' : `${count} rows are`} pending, reverted or canceled according to the file, and excluded. Include a row if it was booked after all.`;
  return { code: 'ROWS_NOT_BOOKED', detail };
}

function unknownState({ movements: { records, state, headings } }: Assessment): StatementWarning | null {
  if (state === null) return null;
  const states = new Set<string>();
  for (const { cells } of records) states.add(cells[state.column] ?? '');
  const unknown = [...states]
    .filter((cell) => state.read(cell) === null)
    .map((cell) => `"${shortened(cell.trim(), 60)}"`);
  if (unknown.length === 0) return null;
  const detail = `The column "${shortened(headings[state.column] ?? '')}" says ${unknown.slice(0, 5).join(', ')}, which may or may not mean booked. These rows were read as booked; exclude those that are not.`;
  return { code: 'STATE_UNKNOWN', detail };
}

const INVESTMENTS_LEFT = {
  code: 'LINES_SKIPPED',
  detail: "are investment transactions and were skipped, although they may change the account's cash balance.",
} as const;
const PENDING_LEFT = {
  code: 'ROWS_NOT_BOOKED',
  detail: 'are pending according to the file and were skipped.',
} as const;

function leftOut(
  { movements: { skipped } }: Assessment,
  reasons: readonly string[],
  { code, detail }: StatementWarning,
): StatementWarning | null {
  const lines = skipped.filter(({ reason }) => reasons.includes(reason)).map(({ line }) => line);
  if (lines.length === 0) return null;
  return { code, detail: `The entries on line ${listOf(lines)} ${detail}` };
}

function skippedLines({ movements: { ofOtherTables } }: Assessment): StatementWarning | null {
  if (ofOtherTables.length === 0) return null;
  const detail = `Lines with a date and an amount were skipped as rows of another table: ${listOf(ofOtherTables)}. Check them, and add those that are transactions.`;
  return { code: 'LINES_SKIPPED', detail };
}

function doubtfulLines({ movements: { doubtful, skipped } }: Assessment): StatementWarning | null {
  if (doubtful.lines.length === 0) return null;
  const left = new Set(skipped.map(({ line }) => line));
  const [included, skippedLines] = [false, true].map((isLeft) =>
    doubtful.lines.filter((line) => left.has(line) === isLeft),
  );
  const detail = [
    'Lines look like totals or balances, but no amounts confirm it.',
    included!.length > 0 && `Read as transactions: ${listOf(included!)}. Exclude those that are totals.`,
    skippedLines!.length > 0 && `Skipped: ${listOf(skippedLines!)}. Add those that are transactions.`,
  ];
  return { code: 'LINE_DOUBTFUL', detail: detail.filter(Boolean).join(' ') };
}

function listOf(lines: readonly number[]): string {
  return `${lines.slice(0, 5).join(', ')}${lines.length > 5 ? ` and ${lines.length - 5} more` : ''}`;
}
