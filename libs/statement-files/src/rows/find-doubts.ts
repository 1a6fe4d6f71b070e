import type { BalanceChain, BalanceLink } from '../balances/balance-chain.js';
import { currencyNamed } from '../cells/currency-name.js';
import { isCurrency } from '@app/kernel/pure';
import type { StatementAccount } from '../records/statement-account.js';
import { foldText, isBlank } from '../text/fold-text.js';
import { lineText, shortened } from '../text/cell-text.js';
import type { Movements } from './movements.js';
import type { RowReading, StatementRow } from './read-row.js';
import type { StatementWarning } from './statement-warning.js';

/** What a statement is judged by once it is known how its rows are read. */
export interface Judged {
  readonly movements: Movements;
  readonly reading: RowReading;
  /** The first rows, as they are read. */
  readonly rows: readonly StatementRow[];
  readonly chain: BalanceChain | null;
  readonly links: readonly BalanceLink[];
  readonly account: StatementAccount;
  readonly isEncodingUnsure: boolean;
  readonly isScaleUnlikely: boolean;
  /** Whether the caller said which way the amounts go. */
  readonly isSignTold: boolean;
}

/** What the reading of a statement leaves in doubt, one warning for each kind. Source: contract section 12. */
export function findDoubts(judged: Judged): StatementWarning[] {
  const doubts = [
    guessedColumn(judged),
    unknownDirection(judged),
    unlikelySign(judged),
    judged.isScaleUnlikely ? UNLIKELY_SCALE : null,
    unknownCurrency(judged),
    judged.isEncodingUnsure ? UNSURE_ENCODING : null,
    rowsNotBooked(judged),
  ];
  return doubts.filter((doubt) => doubt !== null);
}

const UNLIKELY_SCALE: StatementWarning = {
  code: 'SCALE_UNLIKELY',
  detail:
    'Every amount has three decimals, which may be decimals or thousands. ' +
    'Compare one amount with the statement, and set mapping.decimalSeparator if it is wrong.',
};

const UNSURE_ENCODING: StatementWarning = {
  code: 'ENCODING_UNSURE',
  detail:
    'The characters beyond ASCII fit no encoding well. Look at the descriptions, and set encoding if they are wrong.',
};

function guessedColumn({ movements: { isGuessed, fee, mapping, headings } }: Judged): StatementWarning | null {
  if (!isGuessed && fee !== null) {
    const detail = `The amounts may not include the fees in the column "${shortened(headings[fee] ?? '')}". Set mapping.amount to a column of net amounts if there is one.`;
    return { code: 'COLUMN_GUESSED', detail };
  }
  if (!isGuessed) return null;
  const { amount, debit, credit } = mapping;
  const named = (column: number | null) => {
    const heading = headings[column ?? -1] ?? '';
    return `column ${column}${heading === '' ? '' : ` "${shortened(heading)}"`}`;
  };
  const taken =
    amount === null
      ? `${named(debit)} was taken as the debit and ${named(credit)} as the credit`
      : `${named(amount)} was taken`;
  const detail = `No heading and no balance says which column holds the amounts; ${taken}. Set mapping.amount, or mapping.debit and mapping.credit, if that is wrong.`;
  return { code: 'COLUMN_GUESSED', detail };
}

function unknownDirection({ movements: { mapping, headings, records }, reading }: Judged): StatementWarning | null {
  const { direction } = mapping;
  if (direction === null || reading.hasInvertedSigns) return null;
  const said = new Set(records.map(({ cells }) => cells[direction] ?? ''));
  if (![...said].some((cell) => !isBlank(cell) && (reading.direction?.(cell) ?? null) === null)) return null;
  const heading = headings[direction] ?? '';
  const detail = `Column ${direction}${heading ? ` "${shortened(heading)}"` : ''} seems to say which way the money went, in words that are not understood. Set mapping.direction to null, or mapping.debit and mapping.credit.`;
  return { code: 'DIRECTION_UNKNOWN', detail };
}

/** So many of the rows must follow from the ones before them for the balance to prove the sign. */
const PROOF = 0.6;

function unlikelySign(judged: Judged): StatementWarning | null {
  const { movements, rows, account, chain, links, isSignTold } = judged;
  const { amount, direction, invertSign } = movements.mapping;
  if (isSignTold || amount === null || direction !== null || invertSign) return null;
  const breaks = chain !== null && account.accountKind === 'asset' && links.length > 1 ? chain.breaks.length : null;
  if (breaks === 0) return null;
  const isProven = breaks !== null && breaks <= (links.length - 1) * (1 - PROOF);
  const moved = rows.filter(({ type, zero, errors }) => type !== null && !zero && errors.length === 0);
  const count = { income: 0, expense: 0 };
  const words = { borneOut: 0, contradicted: 0 };
  for (const row of moved) {
    count[row.type!] += 1;
    const expected = isProven ? null : expectedType(row);
    if (expected !== null) words[expected === row.type ? 'borneOut' : 'contradicted'] += 1;
  }
  const remedy = 'Set mapping.invertSign to true if charges have no minus in this file.';
  if (words.contradicted > words.borneOut && (words.contradicted > 1 || moved.length < 4)) {
    const detail = `The words of ${words.contradicted} rows say the opposite of their signs, such as a purchase read as an income. ${remedy}`;
    return { code: 'SIGN_UNLIKELY', detail };
  }
  if (account.accountType === 'credit_card' && count.income > count.expense && moved.length > 1) {
    const detail = `Most amounts of this card's statement are read as payments, not as purchases. ${remedy}`;
    return { code: 'SIGN_UNLIKELY', detail };
  }
  if (count.expense > 0 || moved.length < 2) return null;
  return { code: 'SIGN_UNLIKELY', detail: `No amount is negative, so every row is read as an income. ${remedy}` };
}

const SPENT = /\b(compras?|purchases?|retiros?|withdrawals?|cargos?|comision|consumo|bought|achat|einkauf|aankoop)\b/;
const RECEIVED =
  /\b(deposito|abono|nomina|salary|payroll|deposit|pago recibido|payment received|received thank you|payment thank you|su pago|gracias por su pago|refund|devolucion|reembolso)\b/;

/** Which way the words of a row say that the money went; null where they say nothing, or both. */
function expectedType({ description, notes, category, raw }: StatementRow): StatementRow['type'] {
  const short = raw.filter((cell) => cell.length <= 20).join(' ');
  const text = foldText(
    [description, notes, category, short]
      .filter((each) => each !== null)
      .join(' ')
      .slice(0, 400),
  );
  const [spent, received] = [SPENT.test(text), RECEIVED.test(text)];
  return spent === received ? null : spent ? 'expense' : 'income';
}

function unknownCurrency({ movements: { mapping, records } }: Judged): StatementWarning | null {
  if (mapping.currency === null) return null;
  const said = new Set<string>();
  for (const { cells } of records) said.add(cells[mapping.currency] ?? '');
  const unknown = [...said].map(lineText).filter((code) => /^\p{L}{2,}$/u.test(code) && !isKnown(code));
  if (unknown.length === 0) return null;
  const detail = `The currency column names ${unknown
    .slice(0, 5)
    .map((code) => `"${shortened(code)}"`)
    .join(
      ', ',
    )}, which is not known. Its rows are errors: set mapping.currency to null if they are in the account's currency.`;
  return { code: 'CURRENCY_UNKNOWN', detail };
}

function isKnown(code: string): boolean {
  const named = currencyNamed(code);
  return named !== null && isCurrency(named);
}

function rowsNotBooked({ movements: { records, notBooked } }: Judged): StatementWarning | null {
  if (notBooked === null) return null;
  let count = 0;
  for (const { cells } of records) if (notBooked(cells) !== null) count += 1;
  if (count === 0) return null;
  const detail = `${count === 1 ? 'One row is' : `${count} rows are`} pending, reverted or cancelled by the file's own account, and left out. Include a row if it was booked all the same.`;
  return { code: 'ROWS_NOT_BOOKED', detail };
}
