import { Injectable } from '@nestjs/common';
import type { TakenEvent, UnitOfWork } from '@app/kernel';
import {
  Database,
  doEach,
  EventSignals,
  Jobs,
  lockEventsOf,
  Log,
  takeEvents,
  takeEventsOf,
  untakenEventsOf,
} from '@app/kernel';

/** Processes the events of all workspaces, for example to deliver them to webhooks. */
export interface EventConsumer {
  /**
   * Processes events in the transaction that claims them, so that each event is written to the database exactly once.
   * Must have no other effects, because the method runs again if the transaction fails. Queue slow work instead of
   * doing it here.
   */
  take(work: UnitOfWork, events: readonly TakenEvent[]): Promise<void>;
  /** Called after the commit, in the process that processed the events. */
  taken(): void;
}

/** Polling interval. Polling finds events whose notification was lost, and works behind connection poolers. */
const POLL_MS = 5_000;
const RETRY_MS = 5_000;
const MAX_BATCH_SIZE = 1_000;

/**
 * Passes every event to each consumer within a fraction of a second after its commit. Several processes claim events at
 * the same time. If a process dies, another one processes its events (decision 0096). Workspaces whose events fail are
 * retried separately.
 */
@Injectable()
export class EventConsumers {
  private readonly consumers: EventConsumer[] = [];
  private readonly failingWorkspaces = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly log: Log,
    jobs: Jobs,
    signals: EventSignals,
  ) {
    const loop = jobs.repeat({ name: 'events', pauseMs: POLL_MS, round: () => this.takeBatch() });
    signals.onEvents(() => loop.wake());
    jobs.repeat({ name: 'failed-events', pauseMs: RETRY_MS, round: (ending) => this.retryFailing(ending) });
  }

  add(consumer: EventConsumer): void {
    this.consumers.push(consumer);
  }

  private async takeBatch(): Promise<boolean> {
    const workspaceIds = new Set<string>();
    try {
      const batch = takeEvents(MAX_BATCH_SIZE, [...this.failingWorkspaces]);
      const count = await this.take((work) => work.query<TakenEvent>(batch), workspaceIds);
      return count === MAX_BATCH_SIZE;
    } catch (error) {
      if (workspaceIds.size === 0) throw error;
      await doEach(
        workspaceIds,
        (id) => this.takeAllOf(id),
        (id, reason) => this.setAside(id, reason),
      );
      return true;
    }
  }

  /** Retries events one by one, so that an event that fails does not block others. */
  private async retryFailing(ending: AbortSignal): Promise<boolean> {
    await doEach(
      [...this.failingWorkspaces],
      async (id) => {
        const waiting = await this.database.transaction({ operator: true }, (work) =>
          work.query<{ number: string }>(untakenEventsOf(id, MAX_BATCH_SIZE)),
        );
        let firstError: unknown;
        for (const { number } of waiting) {
          if (ending.aborted) return;
          await this.takeAllOf(id, [number]).catch((error: unknown) => (firstError ??= error));
        }
        if (firstError !== undefined) throw firstError as Error;
        this.failingWorkspaces.delete(id);
      },
      (id, error) => this.setAside(id, error),
      ending,
    );
    return false;
  }

  private setAside(workspaceId: string, error: unknown): void {
    this.failingWorkspaces.add(workspaceId);
    this.log.error({ err: error, workspaceId }, 'events of a workspace could not be processed and will be retried');
  }

  private takeAllOf(workspaceId: string, numbers: readonly string[] | null = null): Promise<number> {
    return this.take((work) => {
      work.enqueue(lockEventsOf(workspaceId));
      return work.query<TakenEvent>(takeEventsOf(workspaceId, numbers));
    });
  }

  /**
   * Claims events and passes them to the consumers. Returns their number.
   * @param workspaceIds set to which the method adds the workspaces of the events, even if the transaction fails
   */
  private async take(
    takenBy: (work: UnitOfWork) => Promise<TakenEvent[]>,
    workspaceIds = new Set<string>(),
  ): Promise<number> {
    const count = await this.database.transaction({ operator: true }, async (work) => {
      const events = await takenBy(work);
      for (const { workspaceId } of events) workspaceIds.add(workspaceId);
      if (events.length > 0) for (const consumer of this.consumers) await consumer.take(work, events);
      return events.length;
    });
    if (count > 0) for (const consumer of this.consumers) consumer.taken();
    return count;
  }
}
