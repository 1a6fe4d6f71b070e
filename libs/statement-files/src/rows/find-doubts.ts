import type { BalanceChain, BalanceLink } from '../balances/balance-chain.js';
import { currencyNamed } from '../cells/currency-name.js';
import { isCurrency } from '@app/kernel/pure';
import type { StatementAccount } from '../records/statement-account.js';
import { foldText, isBlank } from '../text/fold-text.js';
import { lineText, shortened } from '../text/cell-text.js';
import type { Movements } from './movements.js';
import { doubtOfSides } from './sided-signs.js';
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
    unknownState(judged),
    skippedLines(judged),
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

function guessedColumn(judged: Judged): StatementWarning | null {
  const { isGuessed, isAmountTold, fee, mapping, headings } = judged.movements;
  if (!isGuessed && fee !== null && !isAmountTold && judged.reading.fees === null && !isProven(judged)) {
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

/** So many of the rows must follow from the ones before them for the balance to prove the amounts. */
const PROOF = 0.6;

function isProven({ chain, links }: Judged): boolean {
  return chain !== null && links.length > 1 && chain.breaks.length <= (links.length - 1) * (1 - PROOF);
}

const REMEDY = 'Set mapping.invertSign to true if charges have no minus in this file.';

function unlikelySign(judged: Judged): StatementWarning | null {
  const { movements, rows, account, reading, isSignTold } = judged;
  const { amount, direction } = movements.mapping;
  if (isSignTold) return null;
  if (amount === null) {
    const detail = doubtOfSides(movements, account, judged.chain);
    return detail === null ? null : { code: 'SIGN_UNLIKELY', detail };
  }
  if (direction !== null || reading.isUnmarkedSpent) return null;
  const kind = movements.headings.indexOf('TRNTYPE');
  const count = { ...NOTHING, words: { ...NOTHING_SAID } };
  for (const row of rows) {
    if (row.type === null || row.zero || row.errors.length > 0) continue;
    count[row.type] += 1;
    const said = wordsOf(row);
    if (said.isEarned) count.words.earned += 1;
    if (row.type === 'expense' && said.isThanked) count.words.thanked += 1;
    const expected = KINDS[row.raw[kind] ?? ''] ?? said.type;
    if (expected !== null) count.words[expected === row.type ? 'borneOut' : 'contradicted'] += 1;
  }
  const detail = account.accountKind === 'asset' ? doubtOfAsset(count, judged) : doubtOfDebt(count, judged);
  return detail === null ? null : { code: 'SIGN_UNLIKELY', detail: `${detail} ${REMEDY}` };
}

const NOTHING = { income: 0, expense: 0 };
/** How many rows bear their sign out in words or contradict it, how many incomes are named as such, expenses as payments. */
const NOTHING_SAID = { borneOut: 0, contradicted: 0, earned: 0, thanked: 0 };
type Count = typeof NOTHING & { readonly words: typeof NOTHING_SAID };

/** Why the signs of a card or loan are in doubt. A balance of what is owed has already turned them where it had to. */
function doubtOfDebt(count: Count, { movements, account }: Judged): string | null {
  const { income, expense } = count;
  if (movements.mapping.invertSign) return null;
  if (isContradicted(count, 1)) return contradiction(count);
  if (account.accountType === 'credit_card' && income > expense && income + expense > 1) {
    return `Most amounts of this card's statement are read as payments, not as purchases.`;
  }
  return isAllIncome(count) && !movements.isSigned ? ALL_INCOME : null;
}

/**
 * Why the signs of an asset are in doubt. A balance proves only that amounts and balance agree: on a card's statement, sent to
 * the wrong account, it is what is owed, and grows with what was spent.
 */
function doubtOfAsset(count: Count, judged: Judged): string | null {
  const { income, expense, words } = count;
  const { mapping, isSigned } = judged.movements;
  const proven = isProven(judged);
  if (isContradicted(count, proven ? 2 : 1)) return contradiction(count);
  if (words.thanked > 0 && income > expense && words.borneOut === 0) return contradiction(count);
  if (mapping.invertSign && words.borneOut <= words.contradicted) {
    return `The balance grows with the amounts that have a minus, as on a card's statement that shows what is owed.`;
  }
  const isEarned = words.earned > 0 && words.earned * 2 >= income && words.contradicted === 0;
  if (isEarned || SAVINGS.has(judged.account.accountType ?? '') || isSigned) return null;
  if (proven) {
    const isLikeDebt = income >= MANY && income >= expense * MANY_TIMES && words.borneOut + words.earned === 0;
    return isLikeDebt
      ? `Nearly every row is read as an income, as on a card's statement that shows what is owed.`
      : null;
  }
  return isAllIncome(count) ? ALL_INCOME : null;
}

/** So many incomes, and so many times as many as there are expenses, look like the purchases of a card. */
const MANY = 5;
const MANY_TIMES = 4;

/** Accounts on which deposits alone are nothing strange. */
const SAVINGS = new Set(['savings', 'investment', 'retirement']);

const ALL_INCOME = 'No amount is negative, so every row is read as an income.';

function isAllIncome({ income, expense }: Count): boolean {
  return expense === 0 && income > 1;
}

function isContradicted({ income, expense, words }: Count, times: number): boolean {
  const { contradicted, borneOut } = words;
  return contradicted > borneOut * times && (contradicted > 1 || (income + expense < 4 && times === 1));
}

function contradiction({ words: { contradicted, thanked } }: Count): string {
  const rows = Math.max(contradicted, thanked);
  return `The words of ${rows === 1 ? 'one row say' : `${rows} rows say`} the opposite of their signs, such as a purchase read as an income.`;
}

/** What the types of movements in OFX say of their side. Source: OFX 2.2, section 11.4.4.3. */
const KINDS: Readonly<Record<string, StatementRow['type']>> = { DEBIT: 'expense', CREDIT: 'income' };

const SPENT = /\b(compras?|purchases?|retiros?|withdrawals?|cargos?|comision|consumo|bought|achat|einkauf|aankoop)\b/;
const THANKS = /\b(thank you|gracias por su pago|su pago gracias|pago recibido|payment received)\b/;
const RECEIVED =
  /\b(deposito|abono|nomina|salary|payroll|deposit|pago recibido|payment received|received thank you|payment thank you|su pago|gracias por su pago|refund|devolucion|reembolso)\b/;
const EARNED =
  /\b(interest|interes(es)?|rendimientos?|dividend[oe]?s?|aportacion(es)?|ventas?|sales?|zinsen|lohn|gehalt|salario|sueldo|wages|pension|transferencia recibida|spei recibido)\b/;

interface Said {
  /** Which way the money went; null where the words say nothing, or both. */
  readonly type: StatementRow['type'];
  readonly isEarned: boolean;
  readonly isThanked: boolean;
}

function wordsOf({ description, notes, category, raw }: StatementRow): Said {
  const short = raw.filter((cell) => cell.length <= 20).join(' ');
  const text = foldText(
    [description, notes, category, short]
      .filter((each) => each !== null)
      .join(' ')
      .slice(0, 400),
  );
  const [spent, received] = [SPENT.test(text), RECEIVED.test(text)];
  const type = spent === received ? null : spent ? 'expense' : 'income';
  return { type, isEarned: !spent && (received || EARNED.test(text)), isThanked: THANKS.test(text) };
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

function unknownState({ movements: { records, state, headings } }: Judged): StatementWarning | null {
  if (state === null) return null;
  const said = new Set<string>();
  for (const { cells } of records) said.add(cells[state.column] ?? '');
  const unknown = [...said]
    .filter((cell) => state.read(cell) === null)
    .map((cell) => `"${shortened(cell.trim(), 60)}"`);
  if (unknown.length === 0) return null;
  const detail = `The column "${shortened(headings[state.column] ?? '')}" says ${unknown.slice(0, 5).join(', ')}, which is not known to mean booked or not. These rows are taken as booked: exclude those that are not.`;
  return { code: 'STATE_UNKNOWN', detail };
}

function skippedLines({ movements: { doubted } }: Judged): StatementWarning | null {
  if (doubted.length === 0) return null;
  const lines = `${doubted.slice(0, 5).join(', ')}${doubted.length > 5 ? ` and ${doubted.length - 5} more` : ''}`;
  const detail = `Lines with a date and an amount are left out, as totals or as rows of another table: ${lines}. Look at them, and add those that are movements.`;
  return { code: 'LINES_SKIPPED', detail };
}
