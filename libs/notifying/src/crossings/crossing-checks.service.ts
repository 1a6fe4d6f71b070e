import { Injectable } from '@nestjs/common';
import type { Statement } from '@app/kernel';
import { CrossingsDue, Database, doEach, DomainEvents, FiguresMoved, Jobs, Log, NOTHING_ID } from '@app/kernel';
import { TransactionsRevalued } from '@app/ledger';
import { EventConsumers } from '../consumers/event-consumers.service.js';

/** Changes of this time are checked together. */
const GATHER_MS = 1_000;
/** Changes without an event, such as a new rate, are found by polling. */
const POLL_MS = 5_000;
const MAX_BATCH_SIZE = 200;

/**
 * Looks, after a change is committed, whether a figure crossed a line that clients are told of. The change is marked by its
 * event, which no crash loses; the marks of a workspace are taken away in the transaction that looks, so that a crash only
 * repeats the look. What entering a transaction costs does not depend on it, nor on how many budgets there are.
 */
@Injectable()
export class CrossingChecks {
  /** Last workspace of the previous batch: workspaces that fail do not keep others out of the batches. */
  private lookedAt = NOTHING_ID;
  private waking: NodeJS.Timeout | undefined;

  constructor(
    consumers: EventConsumers,
    events: DomainEvents,
    jobs: Jobs,
    private readonly database: Database,
    private readonly log: Log,
  ) {
    consumers.add({
      take: async (work, taken) => {
        await work.query(mark([...new Set(taken.map(({ workspaceId }) => workspaceId))]));
      },
      taken: () => {
        this.waking ??= setTimeout(() => {
          this.waking = undefined;
          loop.wake();
        }, GATHER_MS).unref();
      },
    });
    events.onStatement(FiguresMoved, ({ workspaceIds }) => mark(workspaceIds));
    // What a workspace's own transaction revalues is followed by its event; a feed reaches into all workspaces.
    events.onStatement(TransactionsRevalued, ({ changes }, workspace) => (workspace === '' ? markIn(changes) : null));
    const loop = jobs.repeat({ name: 'crossings', pauseMs: POLL_MS, round: (ending) => this.checkAll(ending) });
  }

  /** Whether there may be more to look at, and nothing stands in the way. */
  private async checkAll(ending: AbortSignal): Promise<boolean> {
    const due = await this.database.transaction({ operator: true }, (work) =>
      work.query<{ id: string }>({ text: DUE, values: [this.lookedAt, MAX_BATCH_SIZE] }),
    );
    const isWhole = due.length < MAX_BATCH_SIZE;
    this.lookedAt = isWhole ? NOTHING_ID : due.at(-1)!.id;
    await doEach(
      due,
      ({ id }) => this.check(id),
      ({ id }, error) =>
        this.log.warn({ err: error, workspaceId: id }, 'crossings were not looked for and will be later'),
      ending,
    );
    return !isWhole;
  }

  private check(workspaceId: string): Promise<void> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const marks = await work.query({ text: TAKE_MARKS, values: [workspaceId] });
      // Where another process has taken them, it looks.
      if (marks.length > 0) await work.publish(new CrossingsDue());
    });
  }
}

function mark(workspaceIds: readonly string[]): Statement {
  return { text: `insert into notifying_checks (workspace_id) select unnest($1::uuid[])`, values: [workspaceIds] };
}

/** Marks the workspaces of a list of changes, as TransactionsRevalued tells it. */
function markIn(changes: string): Statement {
  return {
    text: `
      insert into notifying_checks (workspace_id)
      select distinct workspace_id from json_to_recordset($1) as change (workspace_id uuid)`,
    values: [changes],
  };
}

const DUE = `
  select distinct workspace_id as id from notifying_checks where workspace_id > $1 order by workspace_id limit $2`;

const TAKE_MARKS = `
  delete from notifying_checks where (workspace_id, id) in (
    select workspace_id, id from notifying_checks where workspace_id = $1 for update skip locked)
  returning id`;
