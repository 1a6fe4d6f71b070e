import { ApiSchema } from '@nestjs/swagger';
import type { FineScope, Principal } from '@app/kernel';
import { covers, formatAmount } from '@app/kernel';
import { EMPTY_MAPPING } from '@app/statement-files';
import type { ImportRowView } from '../rows/import-row.view.js';
import type { Import, ImportStatus } from './import.entity.js';

@ApiSchema({ description: 'How many rows stand how.' })
export class ImportStatsView {
  /** ready, errors, duplicates and excluded together. */
  total!: number;
  ready!: number;
  errors!: number;
  duplicates!: number;
  excluded!: number;
}

@ApiSchema({ description: 'Which column of the file holds what.' })
export class ImportMappingView {
  date!: number | null;
  description!: number | null;
  amount!: number | null;
  debit!: number | null;
  credit!: number | null;
  direction!: number | null;
  balance!: number | null;
  reference!: number | null;
  currency!: number | null;
  category!: number | null;
  notes!: number | null;
  externalId!: number | null;
  dateFormat!: string | null;
  /** The given year of dates that name none. */
  year!: number | null;
  decimalSeparator!: '.' | ',' | null;
  invertSign!: boolean;
}

@ApiSchema({ description: 'A column of the file.' })
export class ImportColumnView {
  index!: number;
  header!: string;
  samples!: string[];
  /** What the column is mapped to; null where to nothing. */
  field!: string | null;
}

@ApiSchema({ description: 'A line of the file that is no row.' })
export class SkippedLineView {
  line!: number;
  reason!: string;
}

@ApiSchema({ description: 'What was found out about the file.' })
export class ImportDetectedView {
  format!: 'csv' | 'xlsx' | 'xls' | 'html' | 'ofx' | 'qif' | 'camt053';
  encoding!: string | null;
  delimiter!: string | null;
  /** Lines before the header, or before the first row where there is none. */
  preambleRows!: number | null;
  /** The header's line, counted from 1. */
  headerRow!: number | null;
  dateFormat!: string | null;
  decimalSeparator!: '.' | ',' | null;
  /** Lines behind the header that are no rows; of more than 5,000 the last entry counts the rest. */
  skippedLines!: SkippedLineView[];
}

@ApiSchema({ description: 'A doubt about a statement.' })
export class ImportWarningView {
  code!:
    | 'COLUMN_GUESSED'
    | 'DIRECTION_UNKNOWN'
    | 'SIGN_UNLIKELY'
    | 'SCALE_UNLIKELY'
    | 'CURRENCY_UNKNOWN'
    | 'ENCODING_UNSURE'
    | 'ROWS_NOT_BOOKED'
    | 'STATE_UNKNOWN'
    | 'LINES_SKIPPED'
    | 'LINE_DOUBTFUL'
    | 'SEVERAL_ACCOUNTS'
    | 'OTHER_ACCOUNT'
    | 'BALANCE_BREAK'
    | 'CORRECTION_ELSEWHERE';
  /** One or two sentences for a person. */
  detail!: string;
}

@ApiSchema({ description: 'A row at which the statement’s own balance does not follow from the row before.' })
export class BalanceBreakView {
  index!: number;
  line!: number;
  /** What the balance should be by the row before it in time. */
  expected!: string;
  found!: string;
}

@ApiSchema({ description: 'The balances of a statement beside those of its account.' })
export class ReconciliationView {
  /** The statement's own balance before its first row in time. */
  openingBalance!: string | null;
  closingBalance!: string | null;
  /** The account's balance now, or at the commit; null without `accounts:read`, like the two below. */
  accountBalance!: string | null;
  accountBalanceAfter!: string | null;
  /** closingBalance less accountBalanceAfter. */
  difference!: string | null;
  /** The first row in time at which the statement's own balance does not follow. */
  firstBreak!: BalanceBreakView | null;
}

@ApiSchema({ description: 'What an import did to the balance of an account.' })
export class AccountBalancesView {
  accountId!: string;
  balanceBefore!: string;
  balanceAfter!: string;
}

@ApiSchema({ description: 'A transaction that an undo did not find as it had been entered.' })
export class UndoneTransactionView {
  transactionId!: string;
  /** The row that it was made of. */
  index!: number;
  /** What the undo met: changed, in another account, in the trash already, or deleted for good. */
  outcome!: 'edited' | 'moved' | 'already_trashed' | 'already_deleted';
}

@ApiSchema({ description: 'A category that an import makes.' })
export class NewCategoryView {
  name!: string;
  /** How many rows ask for it. */
  count!: number;
}

@ApiSchema({ description: 'An import: a statement file that was read, with its rows.' })
export class ImportView {
  id!: string;
  accountId!: string;
  filename!: string;
  status!: ImportStatus;
  mapping!: ImportMappingView;
  /** Where the mapping comes from: found alone, remembered from an earlier statement of the account, or given for this one. */
  mappingSource!: 'found' | 'remembered' | 'given';
  columns!: ImportColumnView[];
  /** The first 1,000 rows. */
  rows!: ImportRowView[];
  /** What a commit would make, or has made. */
  newCategories!: NewCategoryView[];
  stats!: ImportStatsView;
  detected!: ImportDetectedView;
  /** What the reading of the statement leaves in doubt: what was taken, and what to set where it is wrong. */
  warnings!: ImportWarningView[];
  /** The account's balance before the commit, or before the undo once that is done; null without `accounts:read`. */
  balanceBefore!: string | null;
  balanceAfter!: string | null;
  /** Every account that the commit, or then the undo, moved, and the import's own; empty without `accounts:read`. */
  accounts!: AccountBalancesView[];
  /** How many transactions the commit entered. */
  transactionsCreated!: number | null;
  /** How many transactions the undo put into the trash. */
  transactionsRemoved!: number | null;
  /** Transactions that the undo did not find as they had been entered, the first 1,000 by their rows. */
  undone!: UndoneTransactionView[];
  /** How many such transactions there were. */
  undoneTotal!: number;
  /** The statement beside the account; null where the file says nothing of balances. */
  reconciliation!: ReconciliationView | null;
  createdAt!: string;
  committedAt!: string | null;
  undoneAt!: string | null;
}

@ApiSchema({ description: 'An import, without its rows.' })
export class ImportSummaryView {
  id!: string;
  accountId!: string;
  filename!: string;
  status!: ImportStatus;
  stats!: ImportStatsView;
  committedAt!: string | null;
  createdAt!: string;
}

/** What a list loads of an import. */
type Listed = Pick<
  Import,
  'id' | 'accountId' | 'filename' | 'status' | 'committedAt' | 'createdAt' | keyof ImportStatsView
>;

/** How many rows stand how. */
export function statsOf({ total, ready, errors, duplicates, excluded }: ImportStatsView): ImportStatsView {
  return { total, ready, errors, duplicates, excluded };
}

export function importSummaryView(statementImport: Listed): ImportSummaryView {
  return {
    id: statementImport.id,
    accountId: statementImport.accountId,
    filename: statementImport.filename,
    status: statementImport.status,
    stats: statsOf(statementImport),
    committedAt: statementImport.committedAt?.toISOString() ?? null,
    createdAt: statementImport.createdAt.toISOString(),
  };
}

/**
 * The detail of an import but its rows, which PostgreSQL writes. The members of what is stored as JSON are put in order:
 * PostgreSQL has one of its own, and an answer is to be the same, and have the same ETag, before and after it is stored.
 */
export function importView(
  statementImport: Import,
  newCategories: readonly NewCategoryView[],
  reconciliation: ReconciliationView | null,
): Omit<ImportView, 'rows'> {
  return {
    ...importSummaryView(statementImport),
    mapping: { ...EMPTY_MAPPING, ...statementImport.mapping },
    mappingSource: mappingSource(statementImport),
    columns: statementImport.columns.map((column) => ({
      ...inOrder(column, 'index', 'header', 'samples', 'field'),
      samples: [...column.samples],
    })),
    newCategories: [...newCategories],
    detected: detectedView(statementImport.detected),
    warnings: statementImport.warnings.map((warning) => inOrder(warning, 'code', 'detail')),
    balanceBefore: statementImport.balanceBefore == null ? null : formatAmount(statementImport.balanceBefore),
    balanceAfter: statementImport.balanceAfter == null ? null : formatAmount(statementImport.balanceAfter),
    accounts: statementImport.accounts.map((one) => inOrder(one, 'accountId', 'balanceBefore', 'balanceAfter')),
    transactionsCreated: statementImport.transactionsCreated ?? null,
    transactionsRemoved: statementImport.transactionsRemoved ?? null,
    undone: statementImport.undone.map((one) => inOrder(one, 'transactionId', 'index', 'outcome')),
    undoneTotal: statementImport.undoneTotal,
    reconciliation: reconciliation && reconciliationView(reconciliation),
    undoneAt: statementImport.undoneAt?.toISOString() ?? null,
  };
}

/** The scope that reads the balances of accounts in an import. */
export const READS_BALANCES: readonly FineScope[] = ['accounts:read'];

/** The import without the balances of accounts if the caller may not read them. */
export function visibleImport<T extends Omit<ImportView, 'rows'>>(view: T, caller: Principal): T {
  if (covers(caller, READS_BALANCES)) return view;
  const hidden = { accountBalance: null, accountBalanceAfter: null, difference: null };
  const reconciliation = view.reconciliation && { ...view.reconciliation, ...hidden };
  return { ...view, balanceBefore: null, balanceAfter: null, accounts: [], reconciliation };
}

/** The members in the order in which they are named, whatever order they were stored in. */
function inOrder<T extends object>(value: T, ...names: (keyof T)[]): T {
  return Object.fromEntries(names.map((name) => [name, value[name]])) as T;
}

function detectedView(detected: Import['detected']): ImportDetectedView {
  const layout = ['preambleRows', 'headerRow', 'dateFormat', 'decimalSeparator'] as const;
  return {
    ...inOrder(detected, 'format', 'encoding', 'delimiter', ...layout),
    skippedLines: detected.skippedLines.map((skipped) => inOrder(skipped, 'line', 'reason')),
  };
}

function reconciliationView(said: ReconciliationView): ReconciliationView {
  const balances = ['openingBalance', 'closingBalance', 'accountBalance', 'accountBalanceAfter'] as const;
  return {
    ...inOrder(said, ...balances, 'difference'),
    firstBreak: said.firstBreak && inOrder(said.firstBreak, 'index', 'line', 'expected', 'found'),
  };
}

function mappingSource({ parseOptions, remembered }: Import): ImportView['mappingSource'] {
  if (Object.keys(parseOptions.mapping ?? {}).length > 0) return 'given';
  return Object.keys(remembered).length > 0 ? 'remembered' : 'found';
}
