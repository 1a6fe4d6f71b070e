import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock, Database, Jobs, Log, NOTHING_ID } from '@app/kernel';
import { EventConsumers } from '../consumers/event-consumers.service.js';
import { eventView } from '../feed/event.view.js';
import type { EventRow } from '../feed/feed.query.js';
import type { DeliveryFigures } from './attempts.service.js';
import { Attempts } from './attempts.service.js';
import type { Slot } from './attempt-slots.js';
import { AttemptSlots } from './attempt-slots.js';
import type { Claim, ClaimRow, Lease } from './claim.query.js';
import { disableExpired } from '../webhooks/disabling.query.js';
import { webhookEvents } from '../notifying.events.js';
import { claimDue, eventsOf, releaseClaim, renewLeases } from './claim.query.js';
import { GIVE_UP_QUEUED } from './outcome.query.js';
import { deliveryBody } from './delivery-body.js';
import { queueEvents } from '../consumers/queue.query.js';

/** Polling interval, to find deliveries of other processes; those of this process wake the worker at once. */
const POLL_MS = 5_000;
/** Attempts without a response for this long count as slow. */
const SLOW_AFTER_MS = 1_000;
/** Duration of a lease. If a process dies, others claim its deliveries after this time. */
const LEASE_MS = 10_000;
const RENEW_EVERY_MS = 3_000;
/** Time for running attempts to finish on shutdown. */
const MAX_END_MS = 1_500;
const GIVE_UP_EVERY_MS = 1_000;
const MAX_COUNTED = 100_000;
/** Maximum delay of a timer; later retries are found by polling. */
const MAX_TIMER_MS = 60_000;

/**
 * Sends due deliveries, in every process with jobs. An outbox consumer queues events for webhooks; one process claims
 * each delivery with a lease that it renews (decision 0055).
 */
@Injectable()
export class DeliveryWorker {
  private readonly slots = new AttemptSlots();
  private readonly running = new Map<Promise<void>, Lease>();
  /** Last scanned webhooks, for first attempts and for retries. */
  private readonly lookedAt = { first: NOTHING_ID, again: NOTHING_ID };
  private gaveUpAt = Number.NEGATIVE_INFINITY;
  private readonly givingUp = new AbortController();
  private readonly loop: { wake(): void };
  private renewing: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly attempts: Attempts,
    jobs: Jobs,
  ) {
    this.loop = jobs.repeat({
      name: 'deliveries',
      pauseMs: POLL_MS,
      round: () => this.claimAll(),
      end: () => this.endAttempts(),
    });
    attempts.wakeWorker = () => this.wake();
  }

  figures(): DeliveryFigures & { readonly running: number } {
    return { ...this.attempts.figures, running: this.slots.running };
  }

  async pending(): Promise<number> {
    const text = `select count(*)::int as pending from (
      select from notifying_deliveries where status = 'pending' limit ${MAX_COUNTED}) d`;
    const [count] = await this.database.transaction({ operator: true }, (work) =>
      work.query<{ pending: number }>({ text, values: [] }),
    );
    return count!.pending;
  }

  wake(): void {
    this.loop.wake();
  }

  /** @returns true if there are more webhooks to scan */
  private async claimAll(): Promise<boolean> {
    this.renewing ??= setInterval(() => void this.renew(), RENEW_EVERY_MS).unref();
    await this.giveUpQueued();
    const isWhole = [await this.claim('first'), await this.claim('again')];
    return isWhole.includes(false);
  }

  private async giveUpQueued(): Promise<void> {
    const now = performance.now();
    if (now - this.gaveUpAt < GIVE_UP_EVERY_MS) return;
    this.gaveUpAt = now;
    await this.database.transaction({ operator: true }, async (work) => {
      await work.query(GIVE_UP_QUEUED);
      const expired = await work.query<{ workspaceId: string; id: string }>(disableExpired(this.clock.now()));
      for (const { workspaceId, id } of expired) work.announceIn(workspaceId, webhookEvents.disabled(id));
    });
  }

  /** @returns true if the scan reached the last webhook */
  private async claim(kind: 'first' | 'again'): Promise<boolean> {
    const { lookedAt } = this;
    const { free } = this.slots;
    if (free.prompt + free.slow === 0) return true;
    const now = this.clock.now();
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const question = claimDue({
      again: kind === 'again',
      after: lookedAt[kind],
      running: this.slots.byWebhook(),
      slow: this.slots.knownSlow,
      free,
      now,
      leaseUntil,
    });
    const { rows, events } = await this.database.transaction({ operator: true }, async (work) => {
      const rows = await work.query<ClaimRow>(question);
      const claims = rows.filter(isClaim);
      return { rows, events: claims.length === 0 ? [] : await work.query<EventRow>(eventsOf(claims)) };
    });
    lookedAt[kind] = rows[0]?.lookedAt ?? NOTHING_ID;
    const byId = new Map(events.map((row) => [`${row.workspaceId} ${row.id}`, row]));
    for (const claim of rows.filter(isClaim)) {
      this.begin(claim, leaseUntil, byId.get(`${claim.workspaceId} ${claim.eventId}`));
      // Yields to API requests after each attempt.
      await yieldToOthers();
    }
    return lookedAt[kind] === NOTHING_ID;
  }

  private begin(claim: Claim, until: Date, event: EventRow | undefined): void {
    const slot = this.slots.take(`${claim.workspaceId} ${claim.webhookId}`, claim.isFailing);
    const slow = setTimeout(() => this.slots.markSlow(slot), SLOW_AFTER_MS).unref();
    const attempt = this.attempt(claim, event)
      .catch((error: unknown) =>
        this.log.warn({ err: error, delivery: claim.deliveryId }, 'an attempt was not recorded'),
      )
      .finally(() => {
        clearTimeout(slow);
        this.running.delete(attempt);
        this.end(slot);
      });
    this.running.set(attempt, { claim, until });
  }

  private end(slot: Slot): void {
    if (this.slots.release(slot)) this.wake();
  }

  private async attempt(claim: Claim, event: EventRow | undefined): Promise<void> {
    const body = event ? deliveryBody(event.workspaceId, eventView(event)) : claim.testBody;
    const attempt = await this.attempts.send(claim, claim.eventId, body, this.givingUp.signal);
    if (this.givingUp.signal.aborted && attempt.status === null) {
      const release = releaseClaim(claim, this.clock.now());
      await this.database.transaction({ operator: true }, (work) => work.query(release));
    } else this.wakeAt(await this.attempts.record(claim, attempt, event?.at ?? null));
  }

  /** Schedules a claim for a retry that is due before the next poll. */
  private wakeAt(retry: Date | null): void {
    if (retry === null) return;
    const waitMs = Math.max(0, retry.getTime() - this.clock.now().getTime());
    if (waitMs <= MAX_TIMER_MS) setTimeout(() => this.wake(), waitMs).unref();
  }

  private async renew(): Promise<void> {
    if (this.running.size === 0) return;
    const leases = [...this.running.values()];
    const until = new Date(this.clock.now().getTime() + LEASE_MS);
    try {
      await this.database.transaction({ operator: true }, (work) => work.query(renewLeases(leases, until)));
      for (const lease of leases) lease.until = until;
    } catch (error) {
      this.log.warn({ err: error }, 'the leases of running deliveries could not be renewed');
    }
  }

  /** Cancels attempts that do not finish in time; another process repeats them. */
  private async endAttempts(): Promise<void> {
    const all = Promise.all(this.running.keys());
    const timer = setTimeout(() => this.givingUp.abort(), MAX_END_MS);
    await all;
    clearTimeout(timer);
    clearInterval(this.renewing);
  }
}

const isClaim = (row: ClaimRow): row is ClaimRow & Claim => row.deliveryId !== null;

/** Queues each event for its webhooks. */
@Injectable()
export class DeliveryQueue {
  constructor(consumers: EventConsumers, clock: Clock, worker: DeliveryWorker) {
    consumers.add({
      take: async (work, events) => {
        await work.query(queueEvents(events, clock.now()));
      },
      taken: () => worker.wake(),
    });
  }
}
