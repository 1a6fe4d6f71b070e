import { formatAmount } from '@app/kernel';
import type { Mapping } from '../reading/statement.js';
import type { Import, ImportStatus } from './import.entity.js';

export class ImportStatsView {
  /** ready, errors, duplicates and excluded together. */
  total!: number;
  ready!: number;
  errors!: number;
  duplicates!: number;
  excluded!: number;
}

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
  decimalSeparator!: '.' | ',' | null;
  invertSign!: boolean;
}

export class ImportColumnView {
  index!: number;
  header!: string;
  samples!: string[];
  /** What the column is mapped to; null where to nothing. */
  field!: string | null;
}

export class SkippedLineView {
  line!: number;
  reason!: string;
}

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
  /** Lines behind the header that are no rows. */
  skippedLines!: SkippedLineView[];
}

export class ImportRowErrorView {
  field!: string;
  code!: string;
  detail!: string;
}

export class ImportRowWarningView {
  code!: string;
  detail!: string;
}

export class ImportRowView {
  index!: number;
  /** Where the row begins in the file, counted from 1. */
  line!: number;
  raw!: string[];
  date!: string | null;
  description!: string | null;
  /** Positive. */
  amount!: string | null;
  type!: 'expense' | 'income' | null;
  /** The category that the file names. */
  category!: string | null;
  categoryId!: string | null;
  externalId!: string | null;
  status!: 'ready' | 'error' | 'duplicate' | 'excluded';
  errors!: ImportRowErrorView[];
  warnings!: ImportRowWarningView[];
  /** The live transaction that the row repeats. */
  duplicateOf!: string | null;
  excluded!: boolean;
  edited!: boolean;
}

export class NewCategoryView {
  name!: string;
  /** How many rows ask for it. */
  count!: number;
}

export class ImportView {
  id!: string;
  accountId!: string;
  filename!: string;
  status!: ImportStatus;
  mapping!: ImportMappingView;
  columns!: ImportColumnView[];
  /** The first 1,000 rows. */
  rows!: ImportRowView[];
  /** What a commit would make, or has made. */
  newCategories!: NewCategoryView[];
  stats!: ImportStatsView;
  detected!: ImportDetectedView;
  /** The account's balance before the commit, or before the undo once that is done. */
  balanceBefore!: string | null;
  balanceAfter!: string | null;
  createdAt!: string;
  committedAt!: string | null;
  undoneAt!: string | null;
}

export class ImportSummaryView {
  id!: string;
  accountId!: string;
  filename!: string;
  status!: ImportStatus;
  stats!: ImportStatsView;
  committedAt!: string | null;
  createdAt!: string;
}

export class ImportRowPageView {
  items!: ImportRowView[];
  nextCursor!: string | null;
}

export function importSummaryView(made: Import): ImportSummaryView {
  return {
    id: made.id,
    accountId: made.accountId,
    filename: made.filename,
    status: made.status,
    stats: {
      total: made.total,
      ready: made.ready,
      errors: made.errors,
      duplicates: made.duplicates,
      excluded: made.excluded,
    },
    committedAt: made.committedAt?.toISOString() ?? null,
    createdAt: made.createdAt.toISOString(),
  };
}

/** The detail of an import but its rows, which PostgreSQL writes. */
export function importView(made: Import, newCategories: readonly NewCategoryView[]): Omit<ImportView, 'rows'> {
  return {
    ...importSummaryView(made),
    mapping: made.mapping satisfies Mapping,
    columns: made.columns.map((column) => ({ ...column, samples: [...column.samples] })),
    newCategories: [...newCategories],
    detected: { ...made.detected, skippedLines: [...made.detected.skippedLines] },
    balanceBefore: made.balanceBefore == null ? null : formatAmount(made.balanceBefore),
    balanceAfter: made.balanceAfter == null ? null : formatAmount(made.balanceAfter),
    undoneAt: made.undoneAt?.toISOString() ?? null,
  };
}
