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

/** A part of the service that processes the events of all workspaces, such as the delivery to webhooks. */
export interface EventConsumer {
  /**
   * Processes events within the administrator's transaction that takes them: its writes take effect exactly once per event.
   * The call is repeated if that transaction fails, so it has no effect outside of the database. It is short; slow work is
   * queued for later.
   */
  take(work: UnitOfWork, events: readonly TakenEvent[]): Promise<void>;
  /** Called in the same process after the commit. */
  taken(): void;
}

/** Signals arrive within a fraction of a second; the poll finds the events of lost ones, and works behind a pooler. */
const POLL_MS = 5_000;
const RETRY_MS = 5_000;
const MAX_BATCH_SIZE = 1_000;

/**
 * Hands every event to each consumer, within a fraction of a second after its commit. Any number of processes take events at the
 * same time, and a process that dies has taken none (decision 0096). A workspace whose events fail is set aside and retried alone.
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

  /** @returns true if there may be more */
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

  /** Retries the workspaces that failed, event by event: one that always fails does not hold up the others. */
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
   * Takes events and processes them.
   * @param workspaceIds receives the workspaces of the events, also if the transaction fails
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
