import { Injectable } from '@nestjs/common';
import { Clock, Database, doEach, EVENT_RETENTION_DAYS, Log, notExpired, TRASH_RETENTION_DAYS } from '@app/kernel';
import { TransactionsDeleted, trashEvents } from '../ledger.events.js';

/** Maximum number of deletions per turn of a workspace, so that other writers do not wait long for locked rows. */
const PURGED_AT_ONCE = 1_000;

interface Purged extends Record<string, unknown> {
  readonly id: string;
  /** True if clients could still see the transaction in the trash. */
  readonly isSeen: boolean;
}

@Injectable()
export class TrashPurge {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Purges the trash of one workspace, or of all workspaces in turns. A full trash or a failure in one workspace does
   * not delay the others.
   * @param signal stops the purge between two turns
   * @returns the number of deleted transactions
   * @throws Error at the end if a workspace failed
   */
  async purge(workspaceId: string | null, asOf: Date, signal?: AbortSignal): Promise<number> {
    let [total, failed] = [0, 0];
    let waiting = workspaceId === null ? await this.workspacesDue(asOf) : [workspaceId];
    while (waiting.length > 0) {
      const unfinished: string[] = [];
      const note = (id: string, err: unknown): void => {
        failed += 1;
        this.log.error({ workspaceId: id, err }, 'the trash of a workspace could not be purged');
      };
      const turn = async (id: string): Promise<void> => {
        const purged = await this.purgeSome(id, asOf);
        total += purged;
        if (purged === PURGED_AT_ONCE) unfinished.push(id);
      };
      await doEach(waiting, turn, note, signal);
      signal?.throwIfAborted();
      waiting = unfinished;
    }
    if (failed > 0) throw new Error(`the trash of ${failed} workspaces could not be purged; the log names them`);
    return total;
  }

  /** Deletes records of changes that are too old for the explanations of assertions. */
  async forgetChanges(): Promise<void> {
    const text = `delete from ledger_balance_changes where at < $1::timestamptz - interval '${EVENT_RETENTION_DAYS + 1} days'`;
    await this.database.transaction({ operator: true }, (work) => work.query({ text, values: [this.clock.now()] }));
  }

  private async workspacesDue(asOf: Date): Promise<string[]> {
    const text = `
      select distinct workspace_id as id from ledger_transactions
      where deleted_at <= $1::timestamptz - interval '${TRASH_RETENTION_DAYS} days'`;
    const workspaces = await this.database.transaction({ operator: true }, (work) =>
      work.query<{ id: string }>({ text, values: [asOf] }),
    );
    return workspaces.map(({ id }) => id);
  }

  private purgeSome(workspaceId: string, asOf: Date): Promise<number> {
    return this.database.transaction({ operator: true, workspaceId }, async (work) => {
      const purged = await work.query<Purged>({
        text: `
          with due as (
            select workspace_id, id from ledger_transactions
            where workspace_id = $2 and deleted_at <= $1::timestamptz - interval '${TRASH_RETENTION_DAYS} days'
            limit ${PURGED_AT_ONCE} for update skip locked
          )
          delete from ledger_transactions t using due where t.workspace_id = due.workspace_id and t.id = due.id
          returning t.id, ${notExpired('t', '$3')} as "isSeen"`,
        values: [asOf, workspaceId, this.clock.now()],
      });
      if (purged.length === 0) return 0;
      await work.publish(new TransactionsDeleted(purged.map(({ id }) => ({ workspaceId, id }))));
      work.auditIn(workspaceId, workspaceId);
      // A scheduled purge deletes only transactions that clients can no longer see, so it announces nothing.
      const count = purged.filter(({ isSeen }) => isSeen).length;
      if (count > 0) work.announceIn(workspaceId, trashEvents.emptied(workspaceId, { data: { count } }));
      return purged.length;
    });
  }
}
