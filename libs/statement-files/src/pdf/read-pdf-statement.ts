import { formatAmount, type Day } from '@app/kernel/pure';
import { parseDateFormat } from '../cells/date-format.js';
import type { DateOrder } from '../cells/parse-date.js';
import { StatementUnreadable } from '../limits/unreadable.js';
import type { StatementAccount } from '../records/statement-account.js';
import type { Mapping } from '../records/mapping.js';
import { listed } from '../records/skipped-lines.js';
import type { SourceTable, StatementBalance } from '../records/source-table.js';
import { foldText } from '../text/fold-text.js';
import { findSections, type PdfSection } from './account-sections.js';
import { isMoney } from './column-edges.js';
import { figuresOfLine } from './figures.js';
import { BANKS } from './banks.js';
import { columnOrder } from './date-order.js';
import { amountFact, type AmountFact } from './fact-labels.js';
import { linesOfPage } from './page-lines.js';
import { overlap, textOf, type PdfLine, type PdfPage } from './pdf-page.js';
import type { DateContext, Period } from './pdf-dates.js';
import { findFacts, type FoundFacts, type PrintedFigure } from './printed-facts.js';
import { findPeriod, impliedPeriod } from './statement-period.js';
import { withoutOtherDocuments } from './other-documents.js';
import { proofOf, type ProofFacts, type ProofFigure, type ProofRow, type ProofSide } from './proof.js';
import { pdfRecords, signings, withoutBookedParts, type PdfRecords, type Signing } from './pdf-records.js';
import { findHeaders, tablesIn, type Headers } from './section-tables.js';
import { skippedLine, type PdfRow, type TableRows } from './table-rows.js';

/** Dates and amounts of a credit card statement; null if it does not show them. */
export interface CardStatementFacts {
  readonly cutOff: Day | null;
  readonly dueDate: Day | null;
  readonly paymentToAvoidInterest: string | null;
  readonly minimumPayment: string | null;
}

export interface PdfStatement {
  readonly source: SourceTable;
  readonly bank: string | null;
  readonly sections: readonly PdfSection[];
  readonly period: Period | null;
  readonly section: PdfSection;
  readonly cardStatement: CardStatementFacts | null;
  readonly facts: ProofFacts;
}

/** Thrown if the PDF has several accounts and the client has chosen none of them. */
export class PdfSectionRequired extends Error {
  constructor(readonly sections: readonly PdfSection[]) {
    super('the file has several accounts');
    this.name = 'PdfSectionRequired';
  }
}

export interface PdfOptions extends StatementAccount {
  readonly mapping?: Partial<Mapping>;
  readonly section?: string;
}

/**
 * Reads a statement from the text of a PDF. The table headings assign figures to columns, and the printed totals decide
 * the meaning of the signs.
 * @throws PdfSectionRequired if the file has several accounts
 * @throws StatementUnreadable if the file has no table of transactions
 */
export function readPdfStatement(pages: readonly PdfPage[], options: PdfOptions): PdfStatement {
  const lines = withoutOtherDocuments(pages.flatMap(linesOfPage));
  const headers = findHeaders(lines);
  const above = lines.slice(0, Math.min(PREAMBLE_LINES, ...headers.at.keys()));
  const whole = tablesIn(lines, headers, contextOf(lines, above, findPeriod(lines, 'DMY'), options));
  const starts = [...headers.at.keys()];
  const found = findSections(lines, starts, (at) => whole.used.has(lines[at]!));
  const sections = found.map(({ id, label, accountTail, currency }) => ({ id, label, accountTail, currency }));
  const at = found.length === 1 ? 0 : found.findIndex(({ id }) => id === options.section);
  if (at < 0 || (options.section !== undefined && found[at]!.id !== options.section)) {
    throw new PdfSectionRequired(sections);
  }
  const own = found[at]!.lines;
  const ownHeaders = own === lines ? headers : findHeaders(own);
  const printed = (order: DateOrder) => (own === lines ? null : findPeriod(own, order)) ?? findPeriod(lines, order);
  const context = (order: DateOrder) => ({ ...contextOf(lines, above, printed(order), options), order });
  const rows = own === lines ? whole.rows : tablesIn(own, ownHeaders, context('DMY')).rows;
  const requested = parseDateFormat(options.mapping?.dateFormat ?? '')?.order;
  const dates = columnOrder(
    rows.map(({ dateText }) => dateText),
    context,
  );
  const order = requested ?? dates.order;
  return readSection(own, ownHeaders, context(order), {
    ...{ lines, sections, section: sections[at]!, period: printed(order) },
    options: { ...options, isOrderAmbiguous: requested === undefined && dates.isAmbiguous },
  });
}

const PREAMBLE_LINES = 200;

/** @param above lines above the first table */
function contextOf(
  lines: readonly PdfLine[],
  above: readonly PdfLine[],
  period: Period | null,
  { mapping }: PdfOptions,
): DateContext {
  return { period: period ?? impliedPeriod(lines, above), year: mapping?.year ?? null };
}

interface Surroundings {
  /** Lines of the whole document. */
  readonly lines: readonly PdfLine[];
  readonly sections: readonly PdfSection[];
  readonly section: PdfSection;
  readonly options: PdfOptions & { readonly isOrderAmbiguous: boolean };
  readonly period: Period | null;
}

function readSection(
  own: readonly PdfLine[],
  headers: Headers,
  context: DateContext,
  { lines, sections, section, options, period }: Surroundings,
): PdfStatement {
  const tables = tablesIn(own, headers, context);
  const summaries = new Set(tables.summaries.map(({ page, line }) => `${page}/${line}`));
  const isLeft = (line: PdfLine, at: number) =>
    !tables.used.has(line) && !headers.lines.has(at) && !summaries.has(`${line.page}/${line.line}`);
  const left = own.filter(isLeft);
  const found = findFacts(left, tables.summaries, context, tables.rows.length);
  const rows = withoutBookedParts(tables.rows);
  const headings = [...headers.at.values()];
  const candidates = signings(rows, found, options).map((signing) => {
    const read = pdfRecords(rows, headings, signing, section, { ...options, period: context.period });
    const facts = proofFacts(found, signing, tables.rows, rows);
    return { read, facts, proof: proofOf(facts, proofRows(read)) };
  });
  const chosen = candidates.find(({ proof }) => proof.status === 'proven') ?? candidates[0]!;
  const { read, facts, proof } = chosen;
  if (read.records.length === 0)
    refuseEmpty(own, headers, proof.status === 'proven' && isStill(proof, facts, left, headers));
  return {
    source: sourceOf(read, facts, tables, period),
    bank: bankOf(lines, tables),
    sections,
    ...{ section, period, facts },
    cardStatement: found.isCard ? cardFigures(found) : null,
  };
}

/**
 * True if nothing moved: the balances are equal, and a printed total or count is zero or an empty table was found. A table
 * is not empty if amounts without a known label are in its columns.
 */
function isStill(
  { chargesPrinted, creditsPrinted, openingBalance, closingBalance }: ReturnType<typeof proofOf>,
  { counts }: ProofFacts,
  left: readonly PdfLine[],
  headers: Headers,
): boolean {
  if (openingBalance !== closingBalance) return false;
  if (chargesPrinted !== null || creditsPrinted !== null || counts.length > 0) return true;
  const columns = [...headers.at.values()].flatMap((header) => header.columns.filter(isMoney));
  const isUnread = ({ words, size }: PdfLine) => {
    const { figures, texts } = figuresOfLine(words, size);
    const isInTable = figures.some((figure) => columns.some((column) => overlap(column, figure) > 0));
    return isInTable && amountFact(textOf(texts)) === null;
  };
  return columns.length > 0 && !left.some(isUnread);
}

const COMMON =
  /^(?:a|al|and|con|de|del|el|en|es|for|in|is|la|las|los|no|of|por|que|se|su|the|this|to|un|una|y|abonos|account|balance|banco|cargos|cliente|cuenta|date|fecha|mexico|movimientos|pago|periodo|saldos?|total)$/;
/** A text with fewer words may have no common word. */
const MIN_WORDS = 40;

function refuseEmpty(lines: readonly PdfLine[], headers: Headers, isProven: boolean): void {
  if (isProven) return;
  const words = lines.slice(0, 500).flatMap((line) => foldText(textOf(line.words)).split(' '));
  if (words.length >= MIN_WORDS && !words.some((word) => COMMON.test(word))) {
    throw new StatementUnreadable('it has no known words. Its text probably cannot be mapped to Unicode');
  }
  if (headers.at.size === 0) throw new StatementUnreadable('no table of transactions was found in the file');
  const first = lines[[...headers.at.keys()][0]!]!;
  throw new StatementUnreadable(
    'there is a header, but no transaction below it',
    `page ${first.page}, line ${first.line}`,
  );
}

function proofRows({ records, changes, balances, isNewestFirst }: PdfRecords): ProofRow[] {
  const rows = records.map(({ page, line }, index) => ({
    ...{ index, page, line, change: changes[index]!, balance: balances[index]! },
  }));
  return isNewestFirst ? rows.reverse() : rows;
}

function proofFacts(
  found: FoundFacts,
  signing: Signing,
  read: readonly PdfRow[],
  booked: readonly PdfRow[],
): ProofFacts {
  const hasMonths = read.some(({ isInMonths }) => isInMonths);
  // The total of the regular table does not include the rows that only the table of months has.
  const months = booked.filter(({ isInMonths }) => isInMonths);
  const monthsSum = months.reduce((sum, { figures }) => sum + (figures.get('amount')?.minor ?? 0n), 0n);
  const of = (...facts: AmountFact[]) => facts.flatMap((fact) => (found.amounts.get(fact) ?? []).map(asProofFigure));
  const minors = (...facts: AmountFact[]) => of(...facts).map(({ minor }) => minor);
  const isDebt = signing.sign === -1;
  return {
    sign: signing.sign,
    opening: of('opening'),
    closing: closingOf(of, isDebt, hasMonths),
    charges: sideOf(of('charges'), [...of('chargesPart'), ...(isDebt ? of('purchases') : [])], of('chargesPart'), [
      ...(monthsSum > 0n ? [monthsSum.toString()] : []),
      ...(isDebt ? minors('interest', 'fees') : minors('fees')),
    ]),
    credits: sideOf(of('credits'), isDebt ? of('payments') : [], [], isDebt ? [] : minors('interest')),
    counts: (
      [
        ['chargeCount', 'charges'],
        ['creditCount', 'credits'],
        ['rowCount', 'rows'],
      ] as const
    ).flatMap(([fact, side]) => (found.counts.get(fact) ?? []).map((each) => ({ ...each, side }))),
    checkpoints: found.checkpoints.map((each) => ({ ...asProofFigure(each), after: each.after })),
  };
}

/**
 * Returns the totals of charges or of credits. Totals of single kinds may be incomplete. If there is an overall total,
 * they are ignored, and only the components in a standardized card statement count.
 */
function sideOf(
  totals: readonly ProofFigure[],
  kinds: readonly ProofFigure[],
  parts: readonly ProofFigure[],
  extras: readonly string[],
): ProofSide {
  return { totals, parts: totals.length > 0 ? parts : kinds, extras };
}

/**
 * Returns the closing balance. Without one, uses the payment that avoids interest if a card has installments, and
 * otherwise the total debt, a later balance or that payment, in this order.
 */
function closingOf(of: (...facts: AmountFact[]) => ProofFigure[], isDebt: boolean, hasMonths: boolean): ProofFigure[] {
  const closing = of('closing');
  if (closing.length > 0) return closing;
  const [total, avoiding] = [of('debtTotal'), isDebt ? of('avoidInterest') : []];
  if (hasMonths && avoiding.length > 0) return avoiding;
  return [total, of('laterBalance'), avoiding].find((figures) => figures.length > 0) ?? [];
}

function asProofFigure({ page, line, minor }: PrintedFigure): ProofFigure {
  return { page, line, minor: minor.toString() };
}

function cardFigures({ amounts, dates }: FoundFacts): CardStatementFacts | null {
  const amount = (fact: AmountFact) => {
    const [first] = amounts.get(fact) ?? [];
    return first === undefined ? null : formatAmount(first.minor);
  };
  const figures = {
    cutOff: dates.get('cutOff') ?? null,
    dueDate: dates.get('dueDate') ?? null,
    paymentToAvoidInterest: amount('avoidInterest'),
    minimumPayment: amount('minimumPayment'),
  };
  return Object.values(figures).every((figure) => figure === null) ? null : figures;
}

function sourceOf(
  { records, headings, mapping }: PdfRecords,
  facts: ProofFacts,
  { summaries }: TableRows,
  period: Period | null,
): SourceTable {
  const balance = ([figure]: readonly ProofFigure[], date: Day | undefined): StatementBalance | null =>
    figure ? { amount: formatAmount(BigInt(facts.sign) * BigInt(figure.minor)), date: date ?? null } : null;
  return {
    ...{ format: 'pdf', encoding: null, delimiter: null, typedDates: true },
    records,
    layout: {
      ...{ headings, mapping, plainAmounts: true },
      skipped: listed(summaries.map(skippedLine)),
      openingBalance: balance(facts.opening, period?.start),
      closingBalance: balance(facts.closing, period?.end),
    },
  };
}

/** Returns the bank that the statement names first. Ignores rows, because their texts name other banks. */
function bankOf(lines: readonly PdfLine[], { used }: TableRows): string | null {
  for (const line of lines) {
    if (used.has(line) || line.words.length > 40) continue;
    const text = foldText(textOf(line.words));
    const named = BANKS.find(([, pattern]) => pattern.test(text));
    if (named) return named[0];
  }
  return null;
}
