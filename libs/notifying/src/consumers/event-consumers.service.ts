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
   * Processes events in the transaction that claims them, so that the database writes happen exactly once. Must not
   * have other effects, because the method runs again if the transaction fails. Slow work must be queued.
   */
  take(work: UnitOfWork, events: readonly TakenEvent[]): Promise<void>;
  /** Called after the commit, in the process that processed the events. */
  taken(): void;
}

/** Polling finds events whose notification was lost, and also works behind a connection pooler. */
const POLL_MS = 5_000;
const RETRY_MS = 5_000;
const MAX_BATCH_SIZE = 1_000;

/**
 * Passes every event to each consumer within a fraction of a second after its commit. Processes claim events
 * concurrently. If a process dies, another one processes its events (decision 0096). Workspaces with failing events are
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

  /** Retries one event at a time, so that a failing event does not block others. */
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
   * Claims and processes events.
   * @param workspaceIds receives the workspaces of the events, even if the transaction fails
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
