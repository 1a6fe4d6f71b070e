import { balanceFit, isProof } from '../balances/balance-chain.js';
import { directionReadings } from '../cells/direction.js';
import { signsBySide } from '../columns/direction-column.js';
import { shortened } from '../text/cell-text.js';
import { foldText } from '../text/fold-text.js';
import type { Assessment } from './assessment.js';
import type { StatementRow } from './statement-row.js';
import { doubtOfSides } from './sided-signs.js';
import type { StatementWarning } from '../records/statement-warning.js';

export const isProven = ({ chain, links }: Assessment): boolean => isProof(chain, links);

const REMEDY = 'If charges have no minus sign in this file, set mapping.invertSign to true.';

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
    const words = wordsOf(row);
    if (words.isEarned && row.type === 'income') count.words.earned += 1;
    if (row.type === 'expense' && words.isThanked) count.words.thanked += 1;
    if (row.type === 'income' && words.type === 'expense') count.words.bought += 1;
    const expected = KINDS.get(row.raw[kind] ?? '') ?? words.type;
    if (expected !== null) count.words[expected === row.type ? 'borneOut' : 'contradicted'] += 1;
  }
  const detail =
    (account.accountKind === 'asset' ? doubtOfAsset(count, assessment) : doubtOfDebt(count, assessment)) ??
    doubtOfTypes(rows, kind);
  return detail === null ? null : { code: 'SIGN_UNLIKELY', detail: `${detail} ${REMEDY}` };
}

function doubtByBalance({ links, chain, account }: Assessment): string | null {
  if (chain === null || chain.breaks.length === 0 || account.accountKind === 'liability') return null;
  const turned = links.map((link) => ({ ...link, change: link.change === null ? null : -link.change }));
  if (balanceFit(turned, account.accountKind) <= balanceFit(links, account.accountKind)) return null;
  return 'The balances fit the amounts better with debits and credits swapped. If the headings are wrong, swap mapping.debit and mapping.credit.';
}

/** Warns if the signs contradict the direction column and no balance decides. */
function signsAgainstWords(assessment: Assessment, sides: number): StatementWarning | null {
  const { movements, reading, account } = assessment;
  const { amount, direction, invertSign } = movements.mapping;
  if (amount === null || invertSign || isProven(assessment)) return null;
  const heading = shortened(movements.headings[sides] ?? '');
  const isThin = () =>
    reading.hasInvertedSigns && account.accountKind === 'asset' && saysOnlyRefunds(assessment, sides);
  if (direction !== null && (movements.isReceived || isThin())) {
    const why = movements.isReceived ? 'fees reduce the amounts, as for income' : 'no balance confirms it';
    const detail = `The words of the column "${heading}" invert the signs of the amounts, but ${why}. If positive amounts are income, set mapping.direction to null.`;
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
  // A few contradictions are unusual transactions. If there are many, the column means something else.
  const isFew = odd * 4 <= expense.minus + income.plus;
  const isAboutCards = [...values.keys()].every((cell) => /cr[eé]dit|d[eé]bit|card|tarjeta/i.test(cell));
  if (odd === 0 || (!isTaken && !isFew && isAboutCards)) return null;
  const detail = `In ${odd === 1 ? 'one row' : `${odd} rows`} the sign of the amount contradicts the column "${heading}"; the ${isTaken ? 'word' : 'sign'} was used. Check these rows: they may be reversals.`;
  return { code: 'SIGN_UNLIKELY', detail };
}

/** True if all income words in the column are refunds, which a shop pays and a cardholder receives. */
function saysOnlyRefunds({ movements: { records }, reading }: Assessment, sides: number): boolean {
  const incomes = records
    .map(({ cells }) => cells[sides] ?? '')
    .filter((cell) => reading.direction?.(cell) === 'income');
  return incomes.every((cell) => /^(refund|reembolso|devolucion|return|remboursement|erstattung)/.test(foldText(cell)));
}

/** Warns if a DEBIT transaction is positive or a CREDIT transaction is negative. */
function doubtOfTypes(rows: readonly StatementRow[], kind: number): string | null {
  const seen = { right: 0, wrong: 0, kinds: new Set<string>() };
  for (const { raw, type, zero, errors } of rows) {
    const name = raw[kind] ?? '';
    const side = SIDES.get(name);
    if (side === undefined || type === null || zero || errors.length > 0) continue;
    seen.kinds.add(name);
    seen[side === type ? 'right' : 'wrong'] += 1;
  }
  // If all rows have the same type and the amounts have both signs, the type does not mean a direction.
  if (seen.wrong === 0 || (seen.kinds.size === 1 && seen.right > 0)) return null;
  return `${seen.wrong === 1 ? 'One transaction is' : `${seen.wrong} transactions are`} a DEBIT with a positive amount or a CREDIT with a negative amount; the sign was used.`;
}

const NOTHING = { income: 0, expense: 0 };
const NOTHING_SAID = { borneOut: 0, contradicted: 0, bought: 0, earned: 0, thanked: 0 };
type Count = typeof NOTHING & { readonly words: typeof NOTHING_SAID };

/**
 * Explains why the signs of a liability are doubtful. Returns null if they are not, or if they are inverted, because
 * they then show the amount owed.
 */
function doubtOfDebt(count: Count, { movements, account, rows }: Assessment): string | null {
  const { income, expense } = count;
  if (movements.mapping.invertSign) return null;
  if (isContradicted(count, 1)) return contradiction(count);
  if (!movements.isSigned && isBorneOut(count)) return null;
  if (account.accountType === 'credit_card' && income > expense && income + expense > 1) {
    return `Most amounts of this card statement are read as payments, not as purchases.`;
  }
  if (movements.isSigned) return null;
  return isAllIncome(count) || isLoneIncome(count, rows) ? ALL_INCOME : null;
}

function isBorneOut({ income, expense, words }: Count): boolean {
  return expense > 0 && words.contradicted === 0 && words.borneOut * 2 >= income;
}

/**
 * Returns the contradictions that count even if the balance confirms the signs: purchases that were read as income, if
 * they are most of the rows.
 */
function againstBalance({ income, expense, words }: Count): Count {
  const isMost = words.bought * 2 > income + expense;
  return { income, expense, words: { ...words, contradicted: isMost ? words.bought : 0 } };
}

/**
 * Explains why the signs of an asset account are doubtful. A balance that agrees is not enough, because a card
 * statement that was uploaded to the wrong account also has one.
 */
function doubtOfAsset(count: Count, assessment: Assessment): string | null {
  const { income, expense, words } = count;
  const { mapping, isSigned } = assessment.movements;
  const proven = isProven(assessment);
  if (isContradicted(proven ? againstBalance(count) : count, proven ? 2 : 1)) return contradiction(count);
  if (words.thanked > 0 && income > expense && words.borneOut === 0) return contradiction(count);
  if (mapping.invertSign && words.borneOut <= words.contradicted) {
    return `The balance grows with the negative amounts, as on a card statement that shows the amount owed.`;
  }
  const isEarned = words.earned * 2 > income && words.contradicted === 0;
  if (isEarned || SAVINGS.has(assessment.account.accountType ?? '') || isSigned) return null;
  if (proven) {
    const isLikeDebt = income >= MANY && income >= expense * MANY_TIMES && words.borneOut + words.earned === 0;
    return isLikeDebt ? `Nearly every row is read as income, as on a card statement that shows the amount owed.` : null;
  }
  if (isAllIncome(count) || (isLoneIncome(count, assessment.rows) && mapping.balance === null)) return ALL_INCOME;
  const isUsual = income < expense * 2 || income + expense < MANY || words.borneOut + words.earned > 0;
  return isUsual ? null : 'Most rows are read as income, as in files in which expenses have no minus sign.';
}

/** Minimum number of income rows, and minimum ratio of income to expenses, for rows that look like card purchases. */
const MANY = 5;
const MANY_TIMES = 4;

/** Account types for which deposits without expenses are normal. */
const SAVINGS = new Set(['savings', 'investment', 'retirement']);

const ALL_INCOME = 'No amount is negative, so every row is read as income.';

function isAllIncome({ income, expense }: Count): boolean {
  return expense === 0 && income > 1;
}

function isLoneIncome({ income, words }: Count, rows: readonly StatementRow[]): boolean {
  return rows.length === 1 && income === 1 && words.borneOut + words.earned === 0;
}

function isContradicted({ income, expense, words }: Count, times: number): boolean {
  const { contradicted, borneOut } = words;
  return contradicted > borneOut * times && (contradicted > 1 || (income + expense < 4 && times === 1));
}

function contradiction({ words: { contradicted, thanked } }: Count): string {
  const rows = Math.max(contradicted, thanked);
  return `The words of ${rows === 1 ? 'one row contradict its sign' : `${rows} rows contradict their signs`}, such as a purchase that was read as income.`;
}

/**
 * Usual direction of OFX transaction types. Does not contain PAYMENT, whose direction depends on the account. Source:
 * OFX 2.2, section 11.4.4.3.
 */
const KINDS: ReadonlyMap<string, StatementRow['type']> = new Map([
  ...['DEBIT', 'FEE', 'SRVCHG', 'CHECK', 'CASH', 'POS', 'DIRECTDEBIT', 'REPEATPMT'].map(
    (kind) => [kind, 'expense'] as const,
  ),
  ...['CREDIT', 'DEP', 'DIRECTDEP'].map((kind) => [kind, 'income'] as const),
]);
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

/** Words that name a transaction or trade if they are the whole cell. */
const DEALS: Readonly<Record<string, StatementRow['type']>> = {
  ...{ buy: 'expense', sell: 'income', income: 'income', expense: 'expense' },
  ...{ ingreso: 'income', gasto: 'expense' },
};

interface Said {
  /** Direction that the words name; null if they name both directions or none. */
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
