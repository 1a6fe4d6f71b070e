import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Clock, Database, Jobs, Log, NOTHING_ID } from '@app/kernel';
import { EventConsumers } from '../consumers/event-consumers.service.js';
import { eventView } from '../feed/event.view.js';
import type { EventRow } from '../feed/feed.query.js';
import type { DeliveryFigures } from './attempts.service.js';
import { Attempts, TIMEOUT_MS } from './attempts.service.js';
import type { Slot } from './attempt-slots.js';
import { AttemptSlots, ReachedLimits } from './attempt-slots.js';
import type { Claim, ClaimRow } from './claim.query.js';
import { disableAll, disableExpired } from '../webhooks/disabling.query.js';
import { claimDue, eventsOf, releaseClaim } from './claim.query.js';
import { GIVE_UP_QUEUED } from './outcome.query.js';
import { deliveryBody } from './delivery-body.js';
import { queueEvents } from '../consumers/queue.query.js';

/**
 * Polling interval. Polling finds deliveries that other processes queued. Deliveries of this process wake the worker
 * immediately.
 */
const POLL_MS = 5_000;
/** Time after which an attempt without a response counts as slow. */
const SLOW_AFTER_MS = 1_000;
/**
 * Duration of a lease, which is longer than any attempt. If a process dies, others claim its deliveries when their
 * leases end.
 */
const LEASE_MS = 2 * TIMEOUT_MS;
/** Time for running attempts to finish during shutdown. */
const MAX_END_MS = 1_500;
const GIVE_UP_EVERY_MS = 1_000;
const MAX_COUNTED = 100_000;
/** Maximum delay of a timer. Polling finds later retries. */
const MAX_TIMER_MS = 60_000;

/**
 * Sends due deliveries. Runs in every process that runs jobs. A consumer of the outbox queues the deliveries, and a
 * process claims each of them with a lease (decision 0055).
 */
@Injectable()
export class DeliveryWorker {
  private readonly slots = new AttemptSlots();
  /** Limits that the current and the previous round reached. */
  private reached = [new ReachedLimits(), new ReachedLimits()] as const;
  private readonly running = new Set<Promise<void>>();
  /** Last scanned webhooks, for first attempts and for retries. */
  private readonly lookedAt = { first: NOTHING_ID, again: NOTHING_ID };
  private gaveUpAt = Number.NEGATIVE_INFINITY;
  private readonly givingUp = new AbortController();
  private readonly loop: { wake(): void };

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
    await this.giveUpQueued();
    this.reached = [new ReachedLimits(), this.reached[0]];
    const isWhole = [await this.claim('first'), await this.claim('again')];
    return isWhole.includes(false);
  }

  private async giveUpQueued(): Promise<void> {
    const now = performance.now();
    if (now - this.gaveUpAt < GIVE_UP_EVERY_MS) return;
    this.gaveUpAt = now;
    await this.database.transaction({ operator: true }, async (work) => {
      await work.query(GIVE_UP_QUEUED);
      await disableAll(work, disableExpired(this.clock.now()));
    });
  }

  /** @returns true if the scan reached the last webhook */
  private async claim(kind: 'first' | 'again'): Promise<boolean> {
    const { lookedAt } = this;
    const { free } = this.slots;
    const running = this.slots.byWebhook();
    const now = this.clock.now();
    const question = claimDue({
      again: kind === 'again',
      after: lookedAt[kind],
      running,
      slow: this.slots.knownSlow,
      free,
      now,
      leaseUntil: new Date(now.getTime() + LEASE_MS),
    });
    const { rows, events } = await this.database.transaction({ operator: true }, async (work) => {
      const rows = await work.query<ClaimRow>(question);
      const claims = rows.filter(isClaim);
      return { rows, events: claims.length === 0 ? [] : await work.query<EventRow>(eventsOf(claims)) };
    });
    lookedAt[kind] = rows[0]?.lookedAt ?? NOTHING_ID;
    const byId = new Map(events.map((row) => [`${row.workspaceId} ${row.id}`, row]));
    const claimed = rows
      .filter(isClaim)
      .map((claim) => ({ claim, slot: this.slots.take(claim.workspaceId, claim.webhookId, claim.isFailing) }));
    const slots = claimed.map(({ slot }) => slot);
    this.reached[0].add(slots, running, free.prompt);
    for (const { claim, slot } of claimed) {
      this.begin(claim, slot, byId.get(`${claim.workspaceId} ${claim.eventId}`));
      // Lets API requests run after each attempt.
      await yieldToOthers();
    }
    return lookedAt[kind] === NOTHING_ID;
  }

  private begin(claim: Claim, slot: Slot, event: EventRow | undefined): void {
    const slow = setTimeout(() => this.slots.markSlow(slot), SLOW_AFTER_MS).unref();
    const attempt = this.attempt(claim, event, slot.ending.signal)
      .catch((error: unknown) =>
        this.log.warn({ err: error, delivery: claim.deliveryId }, 'an attempt was not recorded'),
      )
      .finally(() => {
        clearTimeout(slow);
        this.running.delete(attempt);
        this.slots.release(slot);
        if (this.reached.some((limits) => limits.concern(slot))) this.wake();
      });
    this.running.add(attempt);
  }

  private async attempt(claim: Claim, event: EventRow | undefined, ended: AbortSignal): Promise<void> {
    const body = event ? deliveryBody(event.workspaceId, eventView(event)) : claim.testBody;
    const signal = AbortSignal.any([this.givingUp.signal, ended]);
    const attempt = await this.attempts.send(claim, claim.eventId, body, signal);
    if (this.givingUp.signal.aborted && attempt.status === null) {
      const release = releaseClaim(claim, this.clock.now());
      await this.database.transaction({ operator: true }, (work) => work.query(release));
    } else this.wakeAt(await this.attempts.record(claim, attempt, event?.at ?? null));
  }

  /** Wakes the worker for a retry that is due before the next poll. */
  private wakeAt(retry: Date | null): void {
    if (retry === null) return;
    const waitMs = Math.max(0, retry.getTime() - this.clock.now().getTime());
    if (waitMs <= MAX_TIMER_MS) setTimeout(() => this.wake(), waitMs).unref();
  }

  /** Cancels attempts that do not finish in time. Another process sends them again. */
  private async endAttempts(): Promise<void> {
    const timer = setTimeout(() => this.givingUp.abort(), MAX_END_MS);
    await Promise.all(this.running);
    clearTimeout(timer);
  }
}

const isClaim = (row: ClaimRow): row is ClaimRow & Claim => row.deliveryId !== null;

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
