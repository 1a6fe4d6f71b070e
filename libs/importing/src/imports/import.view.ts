import { ApiSchema } from '@nestjs/swagger';
import type { FineScope, Principal } from '@app/kernel';
import { covers, formatAmount } from '@app/kernel';
import { EMPTY_MAPPING } from '@app/statement-files';
import type { ImportRowView } from '../rows/import-row.view.js';
import type { Import, ImportStatus } from './import.entity.js';
import { ImportColumnView, ImportMappingView } from './import-mapping.view.js';
import { inOrder } from './in-order.js';
import { cardStatementView, ImportCardStatementView, ImportPeriodView } from './pdf-proof.view.js';
import { ImportSectionView, pdfFieldsView, proofView, ProofView } from './pdf-proof.view.js';
import { reconciliationView, ReconciliationView } from './reconciliation.view.js';

@ApiSchema({ description: 'Row counts by status.' })
export class ImportStatsView {
  /** Total number of rows, the sum of the other counts. */
  total!: number;
  /** Number of rows that a commit imports. */
  ready!: number;
  /** Number of rows with errors. @example 0 */
  errors!: number;
  /** Number of rows that match existing transactions in the account. @example 0 */
  duplicates!: number;
  /** Number of excluded rows. @example 0 */
  excluded!: number;
}

@ApiSchema({ description: 'A line of the file that is not a row.' })
export class SkippedLineView {
  /** Line of the file, counted from 1. @example 7 */
  line!: number;
  /** Reason why the line is not a row. @example "a line of totals" */
  reason!: string;
}

@ApiSchema({ description: 'Detected properties of the file.' })
export class ImportDetectedView {
  /** File format. */
  format!: 'csv' | 'xlsx' | 'xls' | 'html' | 'ofx' | 'qif' | 'camt053' | 'pdf';
  /** Character encoding; null if the format has none. @example utf-8 */
  encoding!: string | null;
  /** Separator between cells; null if the format has none. @example , */
  delimiter!: string | null;
  /** Number of lines before the header, or before the first row if the file has no header; null for OFX, QIF and CAMT.053. @example 0 */
  preambleRows!: number | null;
  /** Line of the header, counted from 1; null if the file has no header. @example 1 */
  headerRow!: number | null;
  /** Date format, such as `dd/MM/yyyy`; null if unknown. @example dd/MM/yyyy */
  dateFormat!: string | null;
  /** Decimal separator; null if the amounts do not need one. */
  decimalSeparator!: '.' | ',' | null;
  /** Skipped lines after the header. If there are more than 5,000, the last entry states how many more there are. */
  skippedLines!: SkippedLineView[];
  /** Name of the bank in a PDF; null if unknown or for other formats. @example BBVA */
  bank!: string | null;
  /** Accounts in a PDF; empty for other formats. */
  sections!: ImportSectionView[];
  /** Period that a PDF states; null if it states none or for other formats. */
  period!: ImportPeriodView | null;
}

@ApiSchema({ description: 'A warning about a statement.' })
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
    | 'CORRECTION_ELSEWHERE'
    | 'FILE_NOT_KEPT'
    | 'ACCOUNT_UNLIKELY';
  /** Human-readable explanation, in one or two sentences. */
  detail!: string;
}

@ApiSchema({ description: 'Balance of an account before and after a commit or undo.' })
export class AccountBalancesView {
  accountId!: string;
  /** Balance before the change. */
  balanceBefore!: string;
  /** Balance after the change. */
  balanceAfter!: string;
}

@ApiSchema({ description: 'A transaction that changed between commit and undo.' })
export class UndoneTransactionView {
  transactionId!: string;
  /** Index of the row that created the transaction, counted from 0. */
  index!: number;
  /** Change since the commit: edited, moved to another account, moved to the trash, or permanently deleted. */
  outcome!: 'edited' | 'moved' | 'already_trashed' | 'already_deleted';
}

@ApiSchema({ description: 'A category that an import creates.' })
export class NewCategoryView {
  /** Name of the category. @example Restaurantes */
  name!: string;
  /** Number of rows with the category. */
  count!: number;
}

@ApiSchema({ description: 'An import of a statement file, with its rows.' })
export class ImportView {
  /** @example 019aa0c2-7d1e-7c43-9a57-3f1c8e2b0e05 */
  id!: string;
  accountId!: string;
  /** Name of the file. @example movimientos-noviembre.csv */
  filename!: string;
  /** ID of the file that the import keeps; null if it was not kept or is in the trash or deleted. */
  fileId!: string | null;
  status!: ImportStatus;
  /** Column index of each field, and the formats of dates and amounts. */
  mapping!: ImportMappingView;
  /**
   * Source of the mapping: detected in the file (`found`), stored for earlier statements of the account (`remembered`),
   * or set in the request (`given`).
   */
  mappingSource!: 'found' | 'remembered' | 'given';
  /** Columns of the file. */
  columns!: ImportColumnView[];
  /** First 1,000 rows, or fewer if they exceed 4 MiB. */
  rows!: ImportRowView[];
  /** Categories that the commit creates or has created. */
  newCategories!: NewCategoryView[];
  /** Row counts by status. */
  stats!: ImportStatsView;
  /** Detected properties of the file. */
  detected!: ImportDetectedView;
  /** Warnings about uncertain readings. Each states the service's assumption and the option that changes it. */
  warnings!: ImportWarningView[];
  /**
   * Account balance before the commit, or before the undo if the import was undone. Null for a draft, if the account
   * was deleted before the undo, or if the caller lacks the scope `accounts:read`.
   */
  balanceBefore!: string | null;
  /**
   * Account balance after the commit, or after the undo if the import was undone. Null for a draft, if the account was
   * deleted before the undo, or if the caller lacks the scope `accounts:read`.
   */
  balanceAfter!: string | null;
  /**
   * Balances of all accounts that the commit or undo changed. Empty for a draft, or if the caller lacks the scope
   * `accounts:read`.
   */
  accounts!: AccountBalancesView[];
  /** Number of transactions that the commit created; null for a draft. */
  transactionsCreated!: number | null;
  /** Number of transactions that the undo moved to the trash; null before an undo. */
  transactionsRemoved!: number | null;
  /** First 1,000 transactions that changed between the commit and the undo, in row order. */
  undone!: UndoneTransactionView[];
  /** Total number of transactions that changed between the commit and the undo. @example 0 */
  undoneTotal!: number;
  /** Balances of the statement compared with the account; null if the file has no balances. */
  reconciliation!: ReconciliationView | null;
  /** Comparison of the rows with the printed totals and balances of a PDF; null for other formats. */
  proof!: ProofView | null;
  /** Dates and amounts of a card statement in a PDF; null for other statements. */
  cardStatement!: ImportCardStatementView | null;
  createdAt!: string;
  /** Time of the commit; null for a draft. */
  committedAt!: string | null;
  /** Time of the undo; null before an undo. */
  undoneAt!: string | null;
}

@ApiSchema({ description: 'An import without its rows.' })
export class ImportSummaryView {
  /** @example 019aa0c2-7d1e-7c43-9a57-3f1c8e2b6d04 */
  id!: string;
  accountId!: string;
  /** Name of the file. @example movimientos-noviembre.csv */
  filename!: string;
  /** ID of the file that the import keeps; null if it was not kept or is in the trash or deleted. */
  fileId!: string | null;
  status!: ImportStatus;
  /** Row counts by status. */
  stats!: ImportStatsView;
  /** Time of the commit; null for a draft. */
  committedAt!: string | null;
  createdAt!: string;
}

export function statsOf({ total, ready, errors, duplicates, excluded }: ImportStatsView): ImportStatsView {
  return { total, ready, errors, duplicates, excluded };
}

/** Copies the fields in a fixed order. */
export function summaryView(
  summary: Omit<ImportSummaryView, 'fileId'>,
  fileId: string | null = null,
): ImportSummaryView {
  const { id, accountId, filename, status, stats, committedAt, createdAt } = summary;
  return { id, accountId, filename, fileId, status, stats: statsOf(stats), committedAt, createdAt };
}

/** Copies the fields in a fixed order, because PostgreSQL reorders JSON and the stored ETag must stay valid. */
export function importView(
  statementImport: Import,
  newCategories: readonly NewCategoryView[],
  reconciliation: ReconciliationView | null,
  fileId: string | null = null,
): Omit<ImportView, 'rows'> {
  return {
    ...summaryView(
      {
        ...inOrder(statementImport, 'id', 'accountId', 'filename', 'status'),
        stats: statementImport,
        committedAt: statementImport.committedAt?.toISOString() ?? null,
        createdAt: statementImport.createdAt.toISOString(),
      },
      fileId,
    ),
    mapping: { ...EMPTY_MAPPING, ...statementImport.mapping },
    mappingSource: statementImport.mappingSource(),
    columns: statementImport.columns.map((column) => ({
      ...inOrder(column, 'index', 'header', 'samples', 'field'),
      samples: [...column.samples],
    })),
    newCategories: [...newCategories],
    detected: detectedView(statementImport.detected),
    warnings: statementImport.warnings.map((warning) => inOrder(warning, 'code', 'detail')),
    balanceBefore: statementImport.balanceBefore == null ? null : formatAmount(statementImport.balanceBefore),
    balanceAfter: statementImport.balanceAfter == null ? null : formatAmount(statementImport.balanceAfter),
    accounts: statementImport.accounts.map((account) => inOrder(account, 'accountId', 'balanceBefore', 'balanceAfter')),
    transactionsCreated: statementImport.transactionsCreated ?? null,
    transactionsRemoved: statementImport.transactionsRemoved ?? null,
    undone: statementImport.undone.map((transaction) => inOrder(transaction, 'transactionId', 'index', 'outcome')),
    undoneTotal: statementImport.undoneTotal,
    reconciliation: reconciliation && reconciliationView(reconciliation),
    proof: statementImport.proof ? proofView(statementImport.proof) : null,
    cardStatement: statementImport.cardStatement ? cardStatementView(statementImport.cardStatement) : null,
    undoneAt: statementImport.undoneAt?.toISOString() ?? null,
  };
}

export const READS_BALANCES: readonly FineScope[] = ['accounts:read'];

export function visibleImport<T extends Omit<ImportView, 'rows'>>(view: T, caller: Principal): T {
  if (covers(caller, READS_BALANCES)) return view;
  const hidden = { accountBalance: null, accountBalanceAfter: null, difference: null };
  const reconciliation = view.reconciliation && { ...view.reconciliation, ...hidden };
  return { ...view, balanceBefore: null, balanceAfter: null, accounts: [], reconciliation };
}

function detectedView(detected: Import['detected']): ImportDetectedView {
  const layout = ['preambleRows', 'headerRow', 'dateFormat', 'decimalSeparator'] as const;
  return {
    ...inOrder(detected, 'format', 'encoding', 'delimiter', ...layout),
    skippedLines: detected.skippedLines.map((skipped) => inOrder(skipped, 'line', 'reason')),
    ...pdfFieldsView(detected),
  };
}
