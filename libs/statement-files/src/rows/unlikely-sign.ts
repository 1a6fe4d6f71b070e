import { balanceFit, isProof } from '../balances/balance-chain.js';
import { directionReadings } from '../cells/direction.js';
import { signsBySide } from '../columns/direction-column.js';
import { shortened } from '../text/cell-text.js';
import { foldText } from '../text/fold-text.js';
import type { Assessment } from './assessment.js';
import type { StatementRow } from './statement-row.js';
import { doubtOfSides } from './sided-signs.js';
import type { StatementWarning } from '../records/statement-warning.js';

/** Whether the statement's own balance proves its amounts. */
export const isProven = ({ chain, links }: Assessment): boolean => isProof(chain, links);

const REMEDY = 'Set mapping.invertSign to true if charges have no minus in this file.';

/** Why the signs of a statement's amounts are in doubt, and what to set; null where they are not. */
export function unlikelySign(assessment: Assessment): StatementWarning | null {
  const { movements, rows, account, reading, isSignTold } = assessment;
  const { amount, direction } = movements.mapping;
  if (isSignTold) return null;
  if (amount === null) {
    const detail = doubtOfSides(assessment) ?? doubtByBalance(assessment);
    return detail === null ? null : { code: 'SIGN_UNLIKELY', detail };
  }
  if (movements.isReceived && direction === null) return null;
  const sides = direction ?? movements.sides;
  const odd = sides === null ? null : signsAgainstWords(assessment, sides);
  if (direction !== null || odd !== null) return odd;
  if (reading.isUnmarkedSpent) return null;
  const kind = movements.headings.indexOf('TRNTYPE');
  const count = { ...NOTHING, words: { ...NOTHING_SAID } };
  for (const row of rows) {
    if (row.type === null || row.zero || row.errors.length > 0) continue;
    count[row.type] += 1;
    const said = wordsOf(row);
    if (said.isEarned && row.type === 'income') count.words.earned += 1;
    if (row.type === 'expense' && said.isThanked) count.words.thanked += 1;
    if (row.type === 'income' && said.type === 'expense') count.words.bought += 1;
    const expected = KINDS.get(row.raw[kind] ?? '') ?? said.type;
    if (expected !== null) count.words[expected === row.type ? 'borneOut' : 'contradicted'] += 1;
  }
  const detail =
    (account.accountKind === 'asset' ? doubtOfAsset(count, assessment) : doubtOfDebt(count, assessment)) ??
    doubtOfTypes(rows, kind);
  return detail === null ? null : { code: 'SIGN_UNLIKELY', detail: `${detail} ${REMEDY}` };
}

/** Why a table of two sides is in doubt whose balances would rather follow with the sides exchanged. */
function doubtByBalance({ links, chain, account }: Assessment): string | null {
  if (chain === null || chain.breaks.length === 0 || account.accountKind === 'liability') return null;
  const turned = links.map((link) => ({ ...link, change: link.change === null ? null : -link.change }));
  if (balanceFit(turned, account.accountKind) <= balanceFit(links, account.accountKind)) return null;
  return 'The balances follow from the amounts rather with debits and credits the other way round. Exchange mapping.debit and mapping.credit if the headings are wrong.';
}

/** Rows whose sign is not the one that their direction's word stands for, where no balance says which of the two is right. */
function signsAgainstWords(assessment: Assessment, sides: number): StatementWarning | null {
  const { movements, reading, account } = assessment;
  const { amount, direction, invertSign } = movements.mapping;
  if (amount === null || invertSign || isProven(assessment)) return null;
  const heading = shortened(movements.headings[sides] ?? '');
  const isThin = () =>
    reading.hasInvertedSigns && account.accountKind === 'asset' && saysOnlyRefunds(assessment, sides);
  if (direction !== null && (movements.isReceived || isThin())) {
    const why = movements.isReceived ? 'fees lower the amounts, as of money that came in' : 'no balance bears it out';
    const detail = `The words of the column "${heading}" turn the signs of the amounts, and ${why}. Set mapping.direction to null if a positive amount came in.`;
    return { code: 'SIGN_UNLIKELY', detail };
  }
  if (reading.hasInvertedSigns) return null;
  const isTaken = direction !== null;
  const values = new Map<string, number>();
  for (const { cells } of movements.records) {
    const cell = cells[sides] ?? '';
    values.set(cell, (values.get(cell) ?? 0) + 1);
  }
  const say = isTaken ? reading.direction : (directionReadings(values, '', account.accountKind)[0] ?? null);
  if (say === null) return null;
  const { expense, income } = signsBySide(movements.records, amount, (cells) => say(cells[sides] ?? ''));
  const odd = income.minus + Math.min(expense.plus, expense.minus);
  // Where the signs were taken, a few rows against all others are odd; many show that the column is about something else.
  const isFew = odd * 4 <= expense.minus + income.plus;
  const isAboutCards = [...values.keys()].every((cell) => /cr[eé]dit|d[eé]bit|card|tarjeta/i.test(cell));
  if (odd === 0 || (!isTaken && !isFew && isAboutCards)) return null;
  const detail = `In ${odd === 1 ? 'one row' : `${odd} rows`} the sign of the amount says the opposite of the column "${heading}", and ${isTaken ? 'the word' : 'the sign'} was taken. Look at these rows: they may be reversals.`;
  return { code: 'SIGN_UNLIKELY', detail };
}

/** Whether all that a column of kinds calls an income is a refund, which a shop pays and a card's owner gets. */
function saysOnlyRefunds({ movements: { records }, reading }: Assessment, sides: number): boolean {
  const incomes = records
    .map(({ cells }) => cells[sides] ?? '')
    .filter((cell) => reading.direction?.(cell) === 'income');
  return incomes.every((cell) => /^(refund|reembolso|devolucion|return|remboursement|erstattung)/.test(foldText(cell)));
}

/** A debit that is positive, or a credit that is negative, in a file that otherwise keeps to its types. */
function doubtOfTypes(rows: readonly StatementRow[], kind: number): string | null {
  const seen = { right: 0, wrong: 0, kinds: new Set<string>() };
  for (const { raw, type, zero, errors } of rows) {
    const name = raw[kind] ?? '';
    const side = SIDES.get(name);
    if (side === undefined || type === null || zero || errors.length > 0) continue;
    seen.kinds.add(name);
    seen[side === type ? 'right' : 'wrong'] += 1;
  }
  // Where all rows have one type and both signs, the type says nothing.
  if (seen.wrong === 0 || (seen.kinds.size === 1 && seen.right > 0)) return null;
  return `${seen.wrong === 1 ? 'One movement is' : `${seen.wrong} movements are`} a DEBIT with a positive amount or a CREDIT with a negative one; the sign was taken.`;
}

const NOTHING = { income: 0, expense: 0 };
/**
 * How many rows bear their sign out in words or contradict it, how many of these are incomes named like purchases, how many
 * incomes are named as such, and expenses as payments.
 */
const NOTHING_SAID = { borneOut: 0, contradicted: 0, bought: 0, earned: 0, thanked: 0 };
type Count = typeof NOTHING & { readonly words: typeof NOTHING_SAID };

/** Why the signs of a card or loan are in doubt. A balance of what is owed has already turned them where it had to. */
function doubtOfDebt(count: Count, { movements, account, rows }: Assessment): string | null {
  const { income, expense } = count;
  if (movements.mapping.invertSign) return null;
  if (isContradicted(count, 1)) return contradiction(count);
  if (!movements.isSigned && isBorneOut(count)) return null;
  if (account.accountType === 'credit_card' && income > expense && income + expense > 1) {
    return `Most amounts of this card's statement are read as payments, not as purchases.`;
  }
  if (movements.isSigned) return null;
  return isAllIncome(count) || isLoneIncome(count, rows) ? ALL_INCOME : null;
}

/** Whether half of what came in is named so, something was spent, and no words say the opposite. */
function isBorneOut({ income, expense, words }: Count): boolean {
  return expense > 0 && words.contradicted === 0 && words.borneOut * 2 >= income;
}

/** Where a balance falls with what is spent, nothing speaks against it but purchases that raise it, in most of the rows. */
function againstBalance({ income, expense, words }: Count): Count {
  const isMost = words.bought * 2 > income + expense;
  return { income, expense, words: { ...words, contradicted: isMost ? words.bought : 0 } };
}

/**
 * Why the signs of an asset are in doubt. A balance proves only that amounts and balance agree: on a card's statement, sent to
 * the wrong account, it is what is owed, and grows with what was spent.
 */
function doubtOfAsset(count: Count, assessment: Assessment): string | null {
  const { income, expense, words } = count;
  const { mapping, isSigned } = assessment.movements;
  const proven = isProven(assessment);
  if (isContradicted(proven ? againstBalance(count) : count, proven ? 2 : 1)) return contradiction(count);
  if (words.thanked > 0 && income > expense && words.borneOut === 0) return contradiction(count);
  if (mapping.invertSign && words.borneOut <= words.contradicted) {
    return `The balance grows with the amounts that have a minus, as on a card's statement that shows what is owed.`;
  }
  const isEarned = words.earned * 2 > income && words.contradicted === 0;
  if (isEarned || SAVINGS.has(assessment.account.accountType ?? '') || isSigned) return null;
  if (proven) {
    const isLikeDebt = income >= MANY && income >= expense * MANY_TIMES && words.borneOut + words.earned === 0;
    return isLikeDebt
      ? `Nearly every row is read as an income, as on a card's statement that shows what is owed.`
      : null;
  }
  if (isAllIncome(count) || (isLoneIncome(count, assessment.rows) && mapping.balance === null)) return ALL_INCOME;
  const isUsual = income < expense * 2 || income + expense < MANY || words.borneOut + words.earned > 0;
  return isUsual ? null : 'Most rows are read as incomes, as where what was spent has no minus.';
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

/** A statement of one movement that has no minus, and whose words do not say that it came in. */
function isLoneIncome({ income, words }: Count, rows: readonly StatementRow[]): boolean {
  return rows.length === 1 && income === 1 && words.borneOut + words.earned === 0;
}

function isContradicted({ income, expense, words }: Count, times: number): boolean {
  const { contradicted, borneOut } = words;
  return contradicted > borneOut * times && (contradicted > 1 || (income + expense < 4 && times === 1));
}

function contradiction({ words: { contradicted, thanked } }: Count): string {
  const rows = Math.max(contradicted, thanked);
  return `The words of ${rows === 1 ? 'one row say' : `${rows} rows say`} the opposite of their signs, such as a purchase read as an income.`;
}

/** What the types of movements in OFX mostly say of their side; a PAYMENT is one on a card. Source: OFX 2.2, section 11.4.4.3. */
const KINDS: ReadonlyMap<string, StatementRow['type']> = new Map([
  ...['DEBIT', 'FEE', 'SRVCHG', 'CHECK', 'CASH', 'POS', 'DIRECTDEBIT', 'REPEATPMT'].map(
    (kind) => [kind, 'expense'] as const,
  ),
  ...['CREDIT', 'DEP', 'DIRECTDEP'].map((kind) => [kind, 'income'] as const),
]);
/** The types that say nothing else. */
const SIDES: ReadonlyMap<string, StatementRow['type']> = new Map([
  ['DEBIT', 'expense'],
  ['CREDIT', 'income'],
]);

const SPENT = /\b(compras?|purchases?|retiros?|withdrawals?|cargos?|comision|consumo|bought|achat|einkauf|aankoop)\b/;
const THANKS = /\b(thank you|gracias por su pago|su pago gracias|pago recibido|payment received)\b/;
const RECEIVED =
  /\b(deposito|abono|nomina|salary|payroll|deposit|pago recibido|payment received|received thank you|payment thank you|su pago|gracias por su pago|refund|devolucion|reembolso)\b/;
const EARNED =
  /\b(interest|interes(es)?|rendimientos?|dividend[oe]?s?|aportacion(es)?|ventas?|sales?|zinsen|lohn|gehalt|salario|sueldo|wages|pension|transferencia recibida|spei recibido)\b/;

/** A cell of its own that tells a deal of an investment, or the kind of a movement. */
const DEALS: Readonly<Record<string, StatementRow['type']>> = {
  ...{ buy: 'expense', sell: 'income', income: 'income', expense: 'expense' },
  ...{ ingreso: 'income', gasto: 'expense' },
};

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
  const deals = raw.map((cell) => (cell.length <= 7 ? DEALS[cell.toLowerCase()] : undefined));
  const spent = SPENT.test(text) || deals.includes('expense');
  const received = RECEIVED.test(text) || deals.includes('income');
  const type = spent === received ? null : spent ? 'expense' : 'income';
  return { type, isEarned: !spent && (received || EARNED.test(text)), isThanked: THANKS.test(text) };
}
