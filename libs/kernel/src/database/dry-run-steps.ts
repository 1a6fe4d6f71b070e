import type { Statement } from '../sql/statement.js';
import type { UnitOfWork } from './unit-of-work.js';

export interface DryRunTransaction {
  readonly unit: UnitOfWork;
  readonly published: readonly object[];
  /** True if all statements see one snapshot. Then the earlier state can be read after the work is undone. */
  readonly seesOneSnapshot: boolean;
}

export interface DryRunSteps<Done, Seen, T> {
  readonly work: () => Promise<Done>;
  /** Reads the state after the work, before `conclude` and the rollback. */
  readonly look: (transaction: DryRunTransaction) => Promise<Seen>;
  readonly conclude: (transaction: DryRunTransaction, done: Done, seen: Seen) => Promise<T>;
}

/**
 * Savepoint before the work. If all statements see one snapshot, the dry run rolls back to this savepoint and then
 * reads the earlier state.
 */
export const SAVEPOINT: Statement = { text: 'savepoint dry_run', values: [] };
export const UNDO: Statement = { text: 'rollback to savepoint dry_run', values: [] };
