import { ServiceUnavailable } from '../problem/http.problems.js';

const SWEEP_EVERY_MS = 100;

/** What a queue bounds. Only the capacity has to be said. */
export interface QueueLimits {
  /** How much may be taken at once: slots, or another measure such as bytes. */
  readonly capacity: number;
  /** How much of it a single group may take. */
  readonly maxPerGroup?: number;
  /** How many callers may wait; one more is refused at once. */
  readonly maxWaiting?: number;
  /** After so long a caller that still waits is refused. */
  readonly maxWaitMs?: number;
  /** When nothing was taken or given back for so long, all that wait for it are refused. */
  readonly maxStandstillMs?: number;
  /** The problem of a refused caller; it has a Retry-After. */
  readonly refusal?: () => Error;
}

/** What a caller asks of a queue. */
export interface SlotRequest {
  /** Whose share it is taken from, such as a workspace's; without it no share bounds it. */
  readonly group?: string | undefined;
  /** How much is taken; 1 unless said, and never more than capacity and share allow. */
  readonly weight?: number;
  /** Ends the waiting when the caller has gone. */
  readonly signal?: AbortSignal | undefined;
}

/** Gives back what was taken. To call it again does nothing. */
export type Release = () => void;

interface Group {
  taken: number;
  waiting: number;
  lastMove: number;
}

interface Waiter {
  readonly since: number;
  readonly group: string | undefined;
  readonly weight: number;
  readonly grant: () => void;
  readonly refuse: (error: unknown) => void;
}

/**
 * Lets so much be done at once, and has the rest wait in the order in which it came. What comes free goes to the first
 * waiter whose group has not taken its share: one group never keeps the others out (decision 0036). A caller is refused
 * rather than kept waiting in vain: when too many wait, when it has waited too long, or when nothing moves any more.
 */
export class FairQueue {
  private taken = 0;
  private refused = 0;
  private readonly waiting = new Set<Waiter>();
  private readonly groups = new Map<string, Group>();
  private lastMove = 0;
  private lastSweep = 0;
  private sweeping: NodeJS.Timeout | undefined;

  constructor(private readonly limits: QueueLimits) {}

  /** What is taken, how many wait, and how many were refused since the start: for the metrics. */
  figures(): { readonly taken: number; readonly waiting: number; readonly refused: number } {
    return { taken: this.taken, waiting: this.waiting.size, refused: this.refused };
  }

  /** Takes a slot where one is free, else nothing. */
  tryAcquire({ group, weight: asked = 1 }: Omit<SlotRequest, 'signal'> = {}): Release | null {
    const weight = this.bounded(asked);
    if (!this.hasRoom(weight) || !this.hasShare(group, weight)) return null;
    // A heavy one that waits for room is not overtaken by light ones.
    for (const other of this.waiting) if (this.hasShare(other.group, other.weight)) return null;
    return this.take(group, weight);
  }

  /**
   * Takes a slot, and waits for one where none is free.
   * @throws the queue's refusal, ServiceUnavailable unless it has another; the signal's reason when that is aborted
   */
  acquire(request: SlotRequest = {}): Promise<Release> {
    const { group, weight = 1, signal } = request;
    const free = this.tryAcquire(request);
    if (free) return Promise.resolve(free);
    if (this.waiting.size >= (this.limits.maxWaiting ?? Infinity)) {
      return Promise.reject(this.refusal(new Error('too many wait already')));
    }
    return this.wait(group, this.bounded(weight), signal);
  }

  /** Does work while it holds a slot. */
  async run<T>(request: SlotRequest, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(request);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Refuses all that wait, when what they wait for is known not to come. */
  refuseWaiting(cause: unknown): void {
    for (const waiter of this.waiting) waiter.refuse(this.refusal(cause));
  }

  private async wait(group: string | undefined, weight: number, signal: AbortSignal | undefined): Promise<Release> {
    signal?.throwIfAborted();
    const own = this.groupOf(group);
    if (own) own.waiting += 1;
    const answer = Promise.withResolvers<Release>();
    const waiter: Waiter = {
      ...{ since: performance.now(), group, weight },
      grant: () => answer.resolve(this.take(group, weight)),
      refuse: (error) => {
        this.waiting.delete(waiter);
        answer.reject(error);
        // A heavy one may have kept light ones back.
        this.grantFree();
      },
    };
    const goAway = (): void => waiter.refuse(signal!.reason);
    signal?.addEventListener('abort', goAway);
    this.waiting.add(waiter);
    this.startSweeping();
    try {
      return await answer.promise;
    } finally {
      signal?.removeEventListener('abort', goAway);
      if (own) own.waiting -= 1;
      this.forget(group);
    }
  }

  private take(group: string | undefined, weight: number): Release {
    this.move(group, weight);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.move(group, -weight);
      this.grantFree();
      this.forget(group);
    };
  }

  private move(group: string | undefined, weight: number): void {
    this.taken += weight;
    this.lastMove = performance.now();
    const own = this.groupOf(group);
    if (own === undefined) return;
    own.taken += weight;
    own.lastMove = this.lastMove;
  }

  private grantFree(): void {
    for (const waiter of this.waiting) {
      if (!this.hasShare(waiter.group, waiter.weight)) continue;
      if (!this.hasRoom(waiter.weight)) return;
      this.waiting.delete(waiter);
      waiter.grant();
    }
  }

  private hasRoom(weight: number): boolean {
    return this.taken + weight <= this.limits.capacity;
  }

  private hasShare(group: string | undefined, weight: number): boolean {
    if (group === undefined) return true;
    return (this.groups.get(group)?.taken ?? 0) + weight <= (this.limits.maxPerGroup ?? Infinity);
  }

  /** Nothing may weigh so much that it never gets a slot. */
  private bounded(weight: number): number {
    const { capacity, maxPerGroup = capacity } = this.limits;
    return Math.min(weight, capacity, maxPerGroup);
  }

  private groupOf(group: string | undefined): Group | undefined {
    if (group === undefined) return undefined;
    const known = this.groups.get(group) ?? { taken: 0, waiting: 0, lastMove: performance.now() };
    this.groups.set(group, known);
    return known;
  }

  private forget(group: string | undefined): void {
    const known = group === undefined ? undefined : this.groups.get(group);
    if (known && known.taken + known.waiting === 0) this.groups.delete(group!);
  }

  private startSweeping(): void {
    const { maxWaitMs, maxStandstillMs } = this.limits;
    if (this.sweeping || (maxWaitMs === undefined && maxStandstillMs === undefined)) return;
    this.lastSweep = performance.now();
    this.sweeping = setInterval(() => this.sweep(), SWEEP_EVERY_MS).unref();
  }

  private sweep(): void {
    if (this.waiting.size === 0) {
      clearInterval(this.sweeping);
      this.sweeping = undefined;
      return;
    }
    const now = performance.now();
    const { maxWaitMs = Infinity, maxStandstillMs = Infinity } = this.limits;
    // A process that was busy itself has not seen yet what has moved.
    if (now - this.lastSweep > maxStandstillMs / 2) {
      this.lastMove = now;
      for (const group of this.groups.values()) group.lastMove = now;
    }
    this.lastSweep = now;
    for (const { since, group, weight, refuse } of this.waiting) {
      const lastMove = this.hasShare(group, weight) ? this.lastMove : this.groupOf(group)!.lastMove;
      const isLate = now - lastMove > maxStandstillMs || now - since > maxWaitMs;
      if (isLate) refuse(this.refusal(new Error('nothing came free in time')));
    }
  }

  private refusal(cause: unknown): Error {
    this.refused += 1;
    return Object.assign((this.limits.refusal ?? ServiceUnavailable)(), { cause });
  }
}
