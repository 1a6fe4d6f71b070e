import type { Statement } from '../sql/statement.js';
import type { UnitOfWork } from './unit-of-work.js';

export interface DryRunTransaction {
  readonly unit: UnitOfWork;
  readonly published: readonly object[];
  /** True if all statements see one snapshot, so that the earlier state can be read after the undo. */
  readonly seesOneSnapshot: boolean;
}

export interface DryRunSteps<Done, Seen, T> {
  readonly work: () => Promise<Done>;
  /** Reads the state after the work. It may be called before the work has ended, and then again. */
  readonly look: (transaction: DryRunTransaction) => Promise<Seen>;
  readonly conclude: (transaction: DryRunTransaction, done: Done, seen: Seen) => Promise<T>;
}

/** Precedes the work, which can then be undone before the transaction ends if it sees one snapshot. */
export const SAVEPOINT: Statement = { text: 'savepoint dry_run', values: [] };
export const UNDO: Statement = { text: 'rollback to savepoint dry_run', values: [] };
