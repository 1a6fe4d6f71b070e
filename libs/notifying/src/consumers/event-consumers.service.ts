import { Injectable } from '@nestjs/common';
import type { TakenEvent, UnitOfWork } from '@app/kernel';
import { Database, EventSignals, Jobs, takeEvents } from '@app/kernel';

/** A part of the service that processes the events of all workspaces, such as the delivery to webhooks. */
export interface EventConsumer {
  /**
   * Processes events within the administrator's transaction that takes them: its writes take effect exactly once per event.
   * The call is repeated if that transaction fails, so it has no effect outside of the database. It is short; slow work is
   * written down and done elsewhere.
   */
  take(work: UnitOfWork, events: readonly TakenEvent[]): Promise<void>;
  /** Called in the same process after the commit. */
  taken(): void;
}

/** A signal comes within a fraction of a second; the poll is for lost signals and poolers, which pass none on. */
const POLL_MS = 5_000;
const MAX_BATCH_SIZE = 1_000;

/**
 * Hands every event to each consumer, within a fraction of a second after its commit. Any number of processes take events at the
 * same time, and a process that dies has taken none (decision 0096).
 */
@Injectable()
export class EventConsumers {
  private readonly consumers: EventConsumer[] = [];

  constructor(
    private readonly database: Database,
    jobs: Jobs,
    signals: EventSignals,
  ) {
    const loop = jobs.repeat({ name: 'events', pauseMs: POLL_MS, round: () => this.takeBatch() });
    signals.onEvents(() => loop.wake());
  }

  add(consumer: EventConsumer): void {
    this.consumers.push(consumer);
  }

  /** @returns true if there may be more */
  private async takeBatch(): Promise<boolean> {
    const taken = await this.database.transaction({ operator: true }, async (work) => {
      const events = await work.query<TakenEvent>(takeEvents(MAX_BATCH_SIZE));
      if (events.length > 0) for (const consumer of this.consumers) await consumer.take(work, events);
      return events.length;
    });
    if (taken > 0) for (const consumer of this.consumers) consumer.taken();
    return taken === MAX_BATCH_SIZE;
  }
}
