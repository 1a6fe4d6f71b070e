import { formatAmount } from '@app/kernel/pure';
import type { Place } from './pdf-page.js';

/** Amount that the statement shows. `minor` is a decimal integer as text, in minor units. */
export interface ProofFigure extends Place {
  readonly minor: string;
}

/** Totals of charges or of credits. `parts` add up to the total. The total may or may not include `extras`. */
export interface ProofSide {
  readonly totals: readonly ProofFigure[];
  readonly parts: readonly ProofFigure[];
  readonly extras: readonly string[];
}

/**
 * Totals, balances and counts that a PDF statement shows outside its rows. The import stores them, to compare them
 * again after edits.
 */
export interface ProofFacts {
  /** Sign of the balances: 1 if they are positive for money that the owner has, -1 if they are positive for debts. */
  readonly sign: 1 | -1;
  readonly opening: readonly ProofFigure[];
  readonly closing: readonly ProofFigure[];
  readonly charges: ProofSide;
  readonly credits: ProofSide;
  readonly counts: readonly (Place & { readonly side: 'charges' | 'credits' | 'rows'; readonly count: number })[];
  /** Balances that are printed between rows. `after` is the number of rows above. */
  readonly checkpoints: readonly (ProofFigure & { readonly after: number })[];
}

/** Row to compare with the printed totals and balances. Rows are in chronological order. */
export interface ProofRow extends Place {
  readonly index: number;
  /**
   * Change in the owner's position in minor units. 0 for a row that the bank has not booked; null if it cannot be read.
   */
  readonly change: bigint | null;
  /** Printed balance in minor units; null if the row has none. */
  readonly balance: bigint | null;
}

export interface ProofFailure extends Place {
  readonly detail: string;
}

export interface Proof {
  readonly status: 'proven' | 'partial' | 'unproven';
  readonly openingBalance: string | null;
  readonly closingBalance: string | null;
  readonly chargesPrinted: string | null;
  readonly chargesRead: string;
  readonly creditsPrinted: string | null;
  readonly creditsRead: string;
  readonly difference: string | null;
  readonly failing: readonly ProofFailure[];
}

const MAX_FAILING = 100;

/**
 * Compares the rows of a statement with its printed balances, totals and counts. Reports each break once, at the first
 * row or total that disagrees.
 */
export function proofOf(facts: ProofFacts, rows: readonly ProofRow[]): Proof {
  const [broken, failing]: [ProofFailure[], ProofFailure[]] = [[], []];
  const sums = { charges: 0n, credits: 0n };
  const moved = { charges: 0, credits: 0, rows: 0, zeros: 0 };
  for (const { change, page, line } of rows) {
    if (change === null) broken.push({ page, line, detail: 'The row has no readable amount.' });
    else if (change === 0n) moved.zeros += 1;
    else {
      const side = change < 0n ? 'charges' : 'credits';
      sums[side] += change < 0n ? -change : change;
      moved[side] += 1;
      moved.rows += 1;
    }
  }
  const opening = agreed(facts.opening, 'opening balance', failing);
  const closing = agreed(facts.closing, 'closing balance', failing);
  const sign = BigInt(facts.sign);
  addBreaks(facts, rows, opening, broken);
  const expected = opening === null ? null : opening + sign * (sums.credits - sums.charges);
  const difference = expected === null || closing === null ? null : closing - expected;
  if (difference !== null && difference !== 0n) {
    const detail = `The closing balance is ${formatAmount(closing!)}, but the rows lead to ${formatAmount(expected!)}.`;
    failing.push({ ...placeOf(facts.closing[0]!), detail });
  }
  const charges = side('charges', facts.charges, sums.charges, failing);
  const credits = side('credits', facts.credits, sums.credits, failing);
  for (const { side: counted, count, page, line } of facts.counts) {
    const found = moved[counted];
    const hasExtras = counted !== 'rows' && (counted === 'charges' ? charges : credits).hasExtras;
    if (count === found || count === found + moved.zeros || (hasExtras && count < found)) continue;
    const name = counted === 'rows' ? 'transactions' : counted;
    failing.push({ page, line, detail: `The statement counts ${count} ${name}, but ${found} were read.` });
  }
  const isWhole = opening !== null && closing !== null;
  return {
    status: broken.length + failing.length > 0 ? 'unproven' : isWhole ? 'proven' : 'partial',
    openingBalance: opening === null ? null : formatAmount(opening),
    closingBalance: closing === null ? null : formatAmount(closing),
    chargesPrinted: charges.printed === null ? null : formatAmount(charges.printed),
    chargesRead: formatAmount(sums.charges),
    creditsPrinted: credits.printed === null ? null : formatAmount(credits.printed),
    creditsRead: formatAmount(sums.credits),
    difference: difference === null ? null : formatAmount(difference),
    failing: [...inOrder(broken), ...inOrder(failing)].slice(0, MAX_FAILING),
  };
}

const placeOf = ({ page, line }: Place): Place => ({ page, line });

function inOrder(failing: readonly ProofFailure[]): ProofFailure[] {
  const seen = new Set<string>();
  const sorted = failing.toSorted((a, b) => a.page - b.page || a.line - b.line);
  return sorted.filter(({ page, line, detail }) => {
    const key = `${page}/${line}/${detail}`;
    return !seen.has(key) && Boolean(seen.add(key));
  });
}

function agreed(printed: readonly ProofFigure[], name: string, failing: ProofFailure[]): bigint | null {
  const [first, ...others] = printed;
  if (first === undefined) return null;
  const other = others.find(({ minor }) => minor !== first.minor);
  if (other !== undefined) {
    const [one, two] = [formatAmount(BigInt(first.minor)), formatAmount(BigInt(other.minor))];
    failing.push({ ...placeOf(other), detail: `The ${name} is printed as ${one} and as ${two}.` });
  }
  return BigInt(first.minor);
}

/** Adds the breaks of the running balances. A wrong balance or amount causes only one break. */
function addBreaks(
  { sign, checkpoints }: ProofFacts,
  rows: readonly ProofRow[],
  opening: bigint | null,
  failing: ProofFailure[],
): void {
  const isForward = rows.every(({ index }, at) => at === 0 || index > rows[at - 1]!.index);
  const points = isForward ? checkpoints : [];
  let next = 0;
  // Balances that may come before the next row: the computed one and, after a break, the printed one.
  let before: bigint[] = opening === null ? [] : [opening];
  const check = (printed: bigint, place: Place) => {
    if (before.length > 0 && !before.includes(printed)) {
      const detail = `The balance is ${formatAmount(printed)}, but the rows lead to ${formatAmount(before[0]!)}.`;
      failing.push({ ...placeOf(place), detail });
      before = [printed, before[0]!];
    } else before = [printed];
  };
  const passPoints = (rowsBefore: number) => {
    for (; next < points.length && points[next]!.after <= rowsBefore; next += 1) {
      check(BigInt(points[next]!.minor), points[next]!);
    }
  };
  for (const row of rows) {
    passPoints(row.index);
    if (row.change === null) before = [];
    else before = before.map((each) => each + BigInt(sign) * row.change!);
    if (row.balance !== null) check(row.balance, row);
  }
  passPoints(Infinity);
}

function side(
  name: 'charges' | 'credits',
  { totals, parts, extras }: ProofSide,
  read: bigint,
  failing: ProofFailure[],
): { printed: bigint | null; hasExtras: boolean } {
  const sums = subsetSums(extras.map(BigInt).filter((each) => each !== 0n));
  const sum = parts.reduce((total, { minor }) => total + BigInt(minor), 0n);
  const printed = [...totals.map(({ minor }) => BigInt(minor)), ...(parts.length > 0 ? [sum] : [])];
  if (printed.length === 0) return { printed: null, hasExtras: false };
  if (isSplit(totals, read)) return { printed: read, hasExtras: false };
  for (const [at, total] of printed.entries()) {
    if (sums.some((extra) => total + extra === read)) continue;
    const detail = `The statement prints ${name} of ${formatAmount(total)}, but the rows add up to ${formatAmount(read)}.`;
    failing.push({ ...placeOf((totals[at] ?? parts[0])!), detail });
  }
  const extra = sums.find((each) => printed[0]! + each === read) ?? 0n;
  return { printed: printed[0]! + extra, hasExtras: extra !== 0n };
}

/** True if several totals are subtotals that add up, such as those of additional cards, with or without their total. */
function isSplit(totals: readonly ProofFigure[], read: bigint): boolean {
  if (totals.length < 2) return false;
  const minors = totals.map(({ minor }) => BigInt(minor));
  const sum = minors.reduce((total, minor) => total + minor, 0n);
  return sum === read || (minors.includes(read) && sum === 2n * read);
}

const MAX_EXTRAS = 6;

/**
 * Returns the sums of all subsets, because a total may include interest and fees or not. Smaller subsets come first.
 */
function subsetSums(extras: readonly bigint[]): bigint[] {
  return extras.slice(0, MAX_EXTRAS).reduce((sums, extra) => [...sums, ...sums.map((sum) => sum + extra)], [0n]);
}
