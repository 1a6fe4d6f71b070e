import { deleteNotesToCarry, markCarried, selectNotesToCarry, tell } from '../outbox/carried-note.query.js';
import type { NoteToCarry } from '../outbox/carried-note.query.js';
import type { TransactionScope } from './transaction-scope.js';
import type { UnitOfWork } from './unit-of-work.js';

/** Does work in one transaction, as `Database` does. */
type Transact = <T>(scope: TransactionScope, work: (unit: UnitOfWork) => Promise<T>) => Promise<T>;

/**
 * Tells in the shard of a workspace what was done about it in the directory. Each note is told once: the shard remembers it in the
 * transaction that tells it, and only then the directory forgets it (decision 0086).
 */
export async function carryNotes(transaction: Transact, workspaceId: string): Promise<void> {
  const notes = await transaction({ operator: true, directory: true }, (work) =>
    work.query<NoteToCarry>(selectNotesToCarry(workspaceId)),
  );
  if (notes.length === 0) return;
  await transaction({ operator: true, workspaceId }, async (work) => {
    for (const { id, note } of notes) {
      const [isNew] = await work.query(markCarried(workspaceId, id));
      const told = isNew ? tell(workspaceId, note) : null;
      if (told) work.enqueue(told);
    }
  });
  const ids = notes.map(({ id }) => id);
  await transaction({ operator: true, directory: true }, (work) => work.query(deleteNotesToCarry(workspaceId, ids)));
}
