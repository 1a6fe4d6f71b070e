import type { Statement } from '../sql/statement.js';
import type { UnitOfWork } from './unit-of-work.js';

/** The one transaction of a dry run (decision 0062). */
export interface Trial {
  readonly unit: UnitOfWork;
  /** The events that were published within it. */
  readonly published: readonly object[];
  /** Whether all its statements see the database of one moment, so that what was there before can be read once it is undone. */
  readonly seesOneSnapshot: boolean;
  /** Does within the transaction what would begin its own. */
  readonly within: <T>(part: () => Promise<T>) => Promise<T>;
}

/** What is done behind it can be undone before the transaction ends, where that sees one snapshot. */
export const SAVEPOINT: Statement = { text: 'savepoint trial', values: [] };
export const UNDO: Statement = { text: 'rollback to savepoint trial', values: [] };
