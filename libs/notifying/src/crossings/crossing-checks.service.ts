import { Injectable } from '@nestjs/common';
import type { Statement } from '@app/kernel';
import { CrossingsDue, Database, doEach, DomainEvents, FiguresMoved, Jobs, Log, NOTHING_ID } from '@app/kernel';
import { TransactionsRevalued } from '@app/ledger';
import { EventConsumers } from '../consumers/event-consumers.service.js';

/** Delay before a check, so that a single check covers several changes. */
const GATHER_MS = 1_000;
/** Polling interval. Polling finds changes without an event, such as a new exchange rate. */
const POLL_MS = 5_000;
const MAX_BATCH_SIZE = 200;
/** Maximum duration of a statement, so that a large workspace does not delay the others. */
const MAX_STATEMENT_TIME = '5s';
/** Pause after the first failed check. Doubles with each further failure. */
const FIRST_PAUSE_MS = 10_000;
const MAX_PAUSE_MS = 3_600_000;

/**
 * Checks whether figures have crossed an alert threshold. Runs after the commit, so that a transaction costs the same
 * however many budgets exist. An event that may change figures marks its workspace. The transaction of the check
 * deletes the mark, so after a crash the check only runs again.
 */
@Injectable()
export class CrossingChecks {
  /**
   * Last workspace of the previous batch. The next batch starts after it, so that workspaces whose checks fail do not
   * block others.
   */
  private lookedAt = NOTHING_ID;
  private waking: NodeJS.Timeout | undefined;
  /** Workspaces whose last check in this process failed. */
  private readonly failing = new Map<string, { readonly pauseMs: number; readonly until: number }>();

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
    // A revaluation in one workspace publishes an event, which marks the workspace. A rate feed revalues many
    // workspaces without one.
    events.onStatement(TransactionsRevalued, ({ changes }, workspace) => (workspace === '' ? markIn(changes) : null));
    const loop = jobs.repeat({ name: 'crossings', pauseMs: POLL_MS, round: (ending) => this.checkAll(ending) });
  }

  /** @returns true if more workspaces may need a check and none failed */
  private async checkAll(ending: AbortSignal): Promise<boolean> {
    const now = performance.now();
    const paused = [...this.failing].filter(([, { until }]) => until > now).map(([id]) => id);
    const due = await this.database.transaction({ operator: true }, (work) =>
      work.query<{ id: string }>({ text: DUE, values: [this.lookedAt, MAX_BATCH_SIZE, paused] }),
    );
    const isWhole = due.length < MAX_BATCH_SIZE;
    this.lookedAt = isWhole ? NOTHING_ID : due.at(-1)!.id;
    await doEach(
      due,
      ({ id }) => this.check(id),
      ({ id }, error) => {
        const pauseMs = this.pause(id);
        const details = { err: error, workspaceId: id, pauseMs };
        this.log.warn(details, 'the check of alert thresholds failed and will be retried');
      },
      ending,
    );
    return !isWhole;
  }

  private pause(workspaceId: string): number {
    const pauseMs = Math.min(2 * (this.failing.get(workspaceId)?.pauseMs ?? FIRST_PAUSE_MS / 2), MAX_PAUSE_MS);
    this.failing.set(workspaceId, { pauseMs, until: performance.now() + pauseMs });
    return pauseMs;
  }

  private async check(workspaceId: string): Promise<void> {
    const isChecked = await this.database.transaction({ workspaceId }, async (work) => {
      work.enqueue({ text: `select set_config('statement_timeout', $1, true)`, values: [MAX_STATEMENT_TIME] });
      const marks = await work.query({ text: TAKE_MARKS, values: [workspaceId] });
      if (marks.length > 0) await work.publish(new CrossingsDue());
      return marks.length > 0;
    });
    if (isChecked) this.failing.delete(workspaceId);
  }
}

function mark(workspaceIds: readonly string[]): Statement {
  return { text: `insert into notifying_checks (workspace_id) select unnest($1::uuid[])`, values: [workspaceIds] };
}

function markIn(changes: string): Statement {
  return {
    text: `
      insert into notifying_checks (workspace_id)
      select distinct workspace_id from json_to_recordset($1) as change (workspace_id uuid)`,
    values: [changes],
  };
}

const DUE = `
  select distinct workspace_id as id from notifying_checks
  where workspace_id > $1 and workspace_id <> all($3::uuid[]) order by workspace_id limit $2`;

const TAKE_MARKS = `
  delete from notifying_checks where (workspace_id, id) in (
    select workspace_id, id from notifying_checks where workspace_id = $1 for update skip locked)
  returning id`;
