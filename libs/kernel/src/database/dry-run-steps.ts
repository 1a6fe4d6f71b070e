import type { Statement } from '../sql/statement.js';
import type { UnitOfWork } from './unit-of-work.js';

/** The one transaction of a dry run (decision 0062). */
export interface DryRunTransaction {
  readonly unit: UnitOfWork;
  /** The events that were published within it. */
  readonly published: readonly object[];
  /** Whether all its statements see the database of one moment, so that what was there before can be read once it is undone. */
  readonly seesOneSnapshot: boolean;
}

/** What a dry run consists of. */
export interface DryRunSteps<Done, Seen, T> {
  /** The work itself, whose transactions and statements join the one of the dry run. */
  readonly work: () => Promise<Done>;
  /** Reads what is there after the work; it may be called before that has ended, and then again. */
  readonly look: (transaction: DryRunTransaction) => Promise<Seen>;
  /** What comes of both. */
  readonly conclude: (transaction: DryRunTransaction, done: Done, seen: Seen) => Promise<T>;
}

/** What is done behind it can be undone before the transaction ends, where that sees one snapshot. */
export const SAVEPOINT: Statement = { text: 'savepoint dry_run', values: [] };
export const UNDO: Statement = { text: 'rollback to savepoint dry_run', values: [] };
