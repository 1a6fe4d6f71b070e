import { ServiceUnavailable } from '../problem/http.problems.js';

const SWEEP_EVERY_MS = 100;
/** Where others matter, a group counts as one of them for so long after its last move: who asks again and again has pauses. */
const PRESENT_MS = 250;

/** What a response emits when its request waits in a queue of its own, where it needs no place at the gate before all requests. */
export const QUEUED = 'queued';

/** What a queue bounds. Only the capacity has to be said. */
export interface QueueLimits {
  /** How much may be taken at once: slots, or another measure such as bytes. */
  readonly capacity: number;
  /** How much of it a single group may take. */
  readonly maxPerGroup?: number;
  /** How much of it a single group may take while another has or wants some, or had a moment ago. */
  readonly maxBesideOthers?: number;
  /** How many callers may wait; one more is refused at once. */
  readonly maxWaiting?: number;
  /** How many callers of a single group may wait. */
  readonly maxWaitingPerGroup?: number;
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

/** How a queue does. */
export interface QueueFigures {
  /** How much of the capacity is taken, and by how many callers. */
  readonly taken: number;
  readonly running: number;
  readonly waiting: number;
  /** How many were refused since the start, and how many went away while they waited. */
  readonly refused: number;
  readonly dropped: number;
}

/** Gives back what was taken. To call it again does nothing. */
export type Release = () => void;

interface Group {
  taken: number;
  waiting: number;
  lastMove: number;
  /** When the turn begins that comes after those which its callers have had or wait for. */
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
 * Lets so much be done at once, and has the rest wait. What comes free goes to the groups by turns, and within a group in the
 * order in which its callers came: a caller with little work waits for one turn of each other group, however much work those have
 * (start-time fair queueing, decision 0047). A group that has taken its share is passed over (decision 0036). A caller is
 * refused rather than kept waiting in vain: when too many wait, when it has waited too long, or when the queue stands still.
 */
export class FairQueue {
  private taken = 0;
  private running = 0;
  private refused = 0;
  private dropped = 0;
  /** In the order of their turns. */
  private readonly waiting: Waiter[] = [];
  /** The turn that was given last; a group that returns does not begin before it. */
  private turn = 0;
  private readonly groups = new Map<string, Group>();
  private lastMove = 0;
  private lastSweep = 0;
  private sweeping: NodeJS.Timeout | undefined;

  constructor(private readonly limits: QueueLimits) {}

  /** For the metrics. */
  figures(): QueueFigures {
    const { taken, running, waiting, refused, dropped } = this;
    return { taken, running, waiting: waiting.length, refused, dropped };
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
    const { maxWaiting = Infinity, maxWaitingPerGroup = Infinity } = this.limits;
    const ofGroup = group === undefined ? 0 : (this.groups.get(group)?.waiting ?? 0);
    if (this.waiting.length >= maxWaiting || ofGroup >= maxWaitingPerGroup) {
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

  /** Whether another group has or wants some, or had a moment ago; known where the queue has a bound beside others. */
  hasOthers(group: string): boolean {
    return this.groups.size > (this.groups.has(group) ? 1 : 0);
  }

  /** Refuses all that wait, when what they wait for is known not to come. */
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
        // A heavy one may have kept light ones back.
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

  /** Nothing may weigh so much that it never gets a slot. */
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
    // A process that was busy itself has not seen yet what has moved.
    if (now - this.lastSweep > maxStandstillMs / 2) {
      this.lastMove = now;
      for (const group of this.groups.values()) group.lastMove = now;
    }
    this.lastSweep = now;
    for (const { since, group, weight, refuse } of [...this.waiting]) {
      const lastMove = this.hasShare(group, weight) ? this.lastMove : this.groupOf(group)!.lastMove;
      const isLate = now - lastMove > maxStandstillMs || now - since > maxWaitMs;
      if (isLate) refuse(this.refusal(new Error('nothing came free in time')));
    }
  }

  private forgetAbsent(now: number): void {
    for (const [name, { taken, waiting, lastMove }] of this.groups) {
      if (taken + waiting === 0 && now - lastMove > PRESENT_MS) this.groups.delete(name);
    }
    // Whoever is left alone may have more.
    this.grantFree();
  }

  private refusal(cause: unknown): Error {
    this.refused += 1;
    return Object.assign((this.limits.refusal ?? ServiceUnavailable)(), { cause });
  }
}
