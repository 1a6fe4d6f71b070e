import { TooManyWaiting } from '../problem/http.problems.js';

const SWEEP_EVERY_MS = 100;
/**
 * Time for which a group still counts as active after its last request, because a client that sends one request after
 * another pauses in between.
 */
const PRESENT_MS = 250;

/** Response event. It means that the request waits in another queue and needs no slot in the request gate. */
export const QUEUED = 'queued';

export interface QueueLimits {
  readonly capacity: number;
  readonly maxPerGroup?: number;
  readonly maxBesideOthers?: number;
  readonly maxWaiting?: number;
  readonly maxWaitingPerGroup?: number;
  readonly maxWaitMs?: number;
  /** If no slot is acquired or released for this time, the queue rejects all waiting callers. */
  readonly maxStandstillMs?: number;
  readonly refusal?: () => Error;
}

export interface SlotRequest {
  readonly group?: string | undefined;
  readonly weight?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface QueueFigures {
  readonly taken: number;
  readonly running: number;
  readonly waiting: number;
  readonly refused: number;
  readonly dropped: number;
}

/** Releases the slot. Further calls have no effect. */
export type Release = () => void;

interface Group {
  taken: number;
  waiting: number;
  lastMove: number;
  nextTurn: number;
}

interface Waiter {
  readonly since: number;
  readonly turn: number;
  readonly group: string | undefined;
  readonly weight: number;
  readonly grant: () => void;
  readonly refuse: (error: unknown) => void;
}

/**
 * Limits concurrent work. Groups take turns to get free capacity, and the callers of a group get it in the order of
 * their arrival. So a caller with little work waits for at most one turn of each other group (start-time fair queueing,
 * decision 0047). The queue skips groups that have reached their limit (decision 0036). It rejects a caller if too many
 * wait, or if the caller has waited too long.
 */
export class FairQueue {
  private taken = 0;
  private running = 0;
  private refused = 0;
  private dropped = 0;
  private readonly waiting: Waiter[] = [];
  /**
   * Virtual time: the start of the latest granted turn. A group that becomes active again starts no earlier, so that it
   * cannot save up turns.
   */
  private turn = 0;
  private readonly groups = new Map<string, Group>();
  private lastMove = 0;
  private lastSweep = 0;
  private sweeping: NodeJS.Timeout | undefined;

  constructor(private readonly limits: QueueLimits) {}

  figures(): QueueFigures {
    const { taken, running, waiting, refused, dropped } = this;
    return { taken, running, waiting: waiting.length, refused, dropped };
  }

  /**
   * Acquires a slot and returns the function that releases it. Returns null if no slot is free or other callers are
   * already waiting for one.
   */
  tryAcquire({ group, weight: requested = 1 }: Omit<SlotRequest, 'signal'> = {}): Release | null {
    const weight = this.bounded(requested);
    if (!this.hasRoom(weight) || !this.hasShare(group, weight)) return null;
    for (const other of this.waiting) if (this.hasShare(other.group, other.weight)) return null;
    return this.take(group, weight);
  }

  /**
   * Acquires a slot, waiting until one is free.
   * @throws the refusal of the queue (TooManyWaiting by default), or the reason of the aborted signal
   */
  acquire(request: SlotRequest = {}): Promise<Release> {
    const { group, weight = 1, signal } = request;
    const free = this.tryAcquire(request);
    if (free) return Promise.resolve(free);
    const { maxWaiting = Infinity, maxWaitingPerGroup = Infinity } = this.limits;
    const ofGroup = group === undefined ? 0 : (this.groups.get(group)?.waiting ?? 0);
    if (this.waiting.length >= maxWaiting || ofGroup >= maxWaitingPerGroup) {
      return Promise.reject(this.refusal(new Error('too many callers wait')));
    }
    return this.wait(group, this.bounded(weight), signal);
  }

  async run<T>(request: SlotRequest, work: () => Promise<T>): Promise<T> {
    const release = await this.acquire(request);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /**
   * True if another group holds or waits for a slot. With `maxBesideOthers`, also true if another group was active in
   * the last 250 ms.
   */
  hasOthers(group: string): boolean {
    return this.groups.size > (this.groups.has(group) ? 1 : 0);
  }

  takenBy(group: string | undefined): number {
    return group === undefined ? 0 : (this.groups.get(group)?.taken ?? 0);
  }

  /**
   * Returns the smallest number of slots that a starved group holds; null if no group is starved. A group is starved if it
   * has waited for `ms` milliseconds without having reached its limit.
   */
  starvedShare(ms: number): number | null {
    const before = performance.now() - ms;
    const starved = this.waiting.filter(({ since, group, weight }) => since < before && this.hasShare(group, weight));
    return starved.length > 0 ? Math.min(...starved.map(({ group }) => this.takenBy(group))) : null;
  }

  refuseWaiting(cause: unknown): void {
    for (const waiter of [...this.waiting]) waiter.refuse(this.refusal(cause));
  }

  private async wait(group: string | undefined, weight: number, signal: AbortSignal | undefined): Promise<Release> {
    signal?.throwIfAborted();
    const own = this.groupOf(group);
    if (own) own.waiting += 1;
    const answer = Promise.withResolvers<Release>();
    const waiter: Waiter = {
      ...{ since: performance.now(), turn: Math.max(this.turn, own?.nextTurn ?? 0), group, weight },
      grant: () => answer.resolve(this.take(group, weight)),
      refuse: (error) => {
        this.leave(waiter);
        answer.reject(error);
        // This caller may have needed so many slots that others waited behind it.
        this.grantFree();
      },
    };
    const goAway = (): void => {
      this.dropped += 1;
      waiter.refuse(signal!.reason);
    };
    signal?.addEventListener('abort', goAway);
    if (own) own.nextTurn = waiter.turn + weight;
    const after = this.waiting.findLastIndex(({ turn }) => turn <= waiter.turn);
    this.waiting.splice(after + 1, 0, waiter);
    this.startSweeping();
    try {
      return await answer.promise;
    } finally {
      signal?.removeEventListener('abort', goAway);
      if (own) own.waiting -= 1;
      this.forget(group);
    }
  }

  private leave(waiter: Waiter): void {
    this.waiting.splice(this.waiting.indexOf(waiter), 1);
  }

  private take(group: string | undefined, weight: number): Release {
    this.move(group, weight);
    this.running += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.running -= 1;
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
    for (const waiter of [...this.waiting]) {
      if (!this.hasShare(waiter.group, waiter.weight)) continue;
      if (!this.hasRoom(waiter.weight)) return;
      this.leave(waiter);
      this.turn = Math.max(this.turn, waiter.turn);
      waiter.grant();
    }
  }

  private hasRoom(weight: number): boolean {
    return this.taken + weight <= this.limits.capacity;
  }

  private hasShare(group: string | undefined, weight: number): boolean {
    if (group === undefined) return true;
    const { maxPerGroup = Infinity, maxBesideOthers = maxPerGroup } = this.limits;
    const share = this.hasOthers(group) ? maxBesideOthers : maxPerGroup;
    return (this.groups.get(group)?.taken ?? 0) + weight <= share;
  }

  /** Limits the weight, so that every caller can get a slot. */
  private bounded(weight: number): number {
    const { capacity, maxPerGroup = capacity, maxBesideOthers = capacity } = this.limits;
    return Math.min(weight, capacity, maxPerGroup, maxBesideOthers);
  }

  private groupOf(group: string | undefined): Group | undefined {
    if (group === undefined) return undefined;
    const known = this.groups.get(group) ?? { taken: 0, waiting: 0, lastMove: performance.now(), nextTurn: 0 };
    this.groups.set(group, known);
    return known;
  }

  private forget(group: string | undefined): void {
    const known = group === undefined ? undefined : this.groups.get(group);
    if (known === undefined || known.taken + known.waiting > 0) return;
    if (this.limits.maxBesideOthers === undefined) this.groups.delete(group!);
    else this.startSweeping();
  }

  private startSweeping(): void {
    const { maxWaitMs, maxStandstillMs, maxBesideOthers } = this.limits;
    if (this.sweeping || (maxWaitMs ?? maxStandstillMs ?? maxBesideOthers) === undefined) return;
    this.lastSweep = performance.now();
    this.sweeping = setInterval(() => this.sweep(), SWEEP_EVERY_MS).unref();
  }

  private sweep(): void {
    const now = performance.now();
    if (this.limits.maxBesideOthers !== undefined) this.forgetAbsent(now);
    if (this.waiting.length === 0 && this.groups.size === 0) {
      clearInterval(this.sweeping);
      this.sweeping = undefined;
      return;
    }
    const { maxWaitMs = Infinity, maxStandstillMs = Infinity } = this.limits;
    if (now - this.lastSweep > maxStandstillMs / 2) {
      this.lastMove = now;
      for (const group of this.groups.values()) group.lastMove = now;
    }
    this.lastSweep = now;
    for (const { since, group, weight, refuse } of [...this.waiting]) {
      const lastMove = this.hasShare(group, weight) ? this.lastMove : this.groupOf(group)!.lastMove;
      const isLate = now - lastMove > maxStandstillMs || now - since > maxWaitMs;
      if (isLate) refuse(this.refusal(new Error('no slot was released in time')));
    }
  }

  private forgetAbsent(now: number): void {
    for (const [name, { taken, waiting, lastMove }] of this.groups) {
      if (taken + waiting === 0 && now - lastMove > PRESENT_MS) this.groups.delete(name);
    }
    // If only one active group remains, it can now use more slots.
    this.grantFree();
  }

  private refusal(cause: unknown): Error {
    this.refused += 1;
    return Object.assign((this.limits.refusal ?? TooManyWaiting)(), { cause });
  }
}
