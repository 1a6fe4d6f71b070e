/** Maximum concurrent attempts per process (decision 0055). */
export const SLOTS = { prompt: 200, slow: 400 };
/** Maximum concurrent attempts per process for a healthy webhook. A slow or failing webhook has only one. */
export const SLOTS_OF_WEBHOOK = 5;

const MAX_KNOWN_SLOW = 2_000;

export interface Slot {
  readonly webhook: string;
  readonly workspaceId: string;
  /** Ends the attempt, which then counts as failed. */
  readonly ending: AbortController;
  /** True if the attempt uses a slow slot. */
  isSlow: boolean;
  /** True if the attempt was marked as slow. */
  hasHung: boolean;
}

/**
 * Limits concurrent attempts. Slow attempts and attempts to failing webhooks have their own slots, so that receivers
 * that do not respond cannot block healthy ones.
 */
export class AttemptSlots {
  private readonly taken = new Set<Slot>();
  private readonly slowWebhooks = new Set<string>();

  /** Webhooks whose last attempt was slow, in the order in which they became slow. They get only slow slots. */
  get knownSlow(): string[] {
    return [...this.slowWebhooks];
  }

  /** Number of free slots for healthy webhooks (`prompt`) and for slow or failing ones (`slow`). */
  get free(): { readonly prompt: number; readonly slow: number } {
    const slow = [...this.taken].filter(({ isSlow }) => isSlow).length;
    const prompt = this.taken.size - slow;
    return { prompt: Math.max(SLOTS.prompt - prompt, 0), slow: Math.max(SLOTS.slow - slow, 0) };
  }

  get running(): number {
    return this.taken.size;
  }

  /**
   * Returns the number of running attempts by webhook. An attempt in a slow slot counts as `SLOTS_OF_WEBHOOK` attempts.
   */
  byWebhook(): Map<string, number> {
    return countByWebhook(this.taken);
  }

  take(workspaceId: string, webhookId: string, isFailing: boolean): Slot {
    const webhook = `${workspaceId} ${webhookId}`;
    const isSlow = isFailing || this.slowWebhooks.has(webhook);
    const slot = { webhook, workspaceId, isSlow, hasHung: false, ending: new AbortController() };
    this.taken.add(slot);
    return slot;
  }

  /**
   * Marks an attempt as slow and moves it to a slow slot. If none is free, ends the oldest slow attempt of the workspace
   * that has the most, so that slow receivers never keep prompt slots.
   */
  markSlow(slot: Slot): void {
    slot.hasHung = true;
    this.slowWebhooks.add(slot.webhook);
    if (this.slowWebhooks.size > MAX_KNOWN_SLOW) this.slowWebhooks.delete(this.slowWebhooks.keys().next().value!);
    if (!this.taken.has(slot)) return;
    const isFull = this.free.slow === 0;
    slot.isSlow = true;
    if (isFull) this.oldestOfLargest().ending.abort();
  }

  private oldestOfLargest(): Slot {
    const slow = [...this.taken].filter(({ isSlow, ending }) => isSlow && !ending.signal.aborted);
    const byWorkspace = [...Map.groupBy(slow, ({ workspaceId }) => workspaceId).values()];
    return byWorkspace.reduce((most, other) => (other.length > most.length ? other : most))[0]!;
  }

  release(slot: Slot): void {
    this.taken.delete(slot);
    if (!slot.hasHung) this.slowWebhooks.delete(slot.webhook);
  }
}

/**
 * Limits that a round of claims reached. After reaching a limit, more deliveries may be waiting for slots, even if the
 * attempts of the round have already ended.
 */
export class ReachedLimits {
  private isFull = false;
  private readonly webhooks = new Set<string>();

  /**
   * Adds the limits that a claim reached.
   * @param running attempts per webhook before the claim
   * @param freePrompt free prompt slots before the claim
   */
  add(claimed: readonly Slot[], running: ReadonlyMap<string, number>, freePrompt: number): void {
    this.isFull ||= claimed.length >= freePrompt;
    for (const [webhook, count] of countByWebhook(claimed, running)) {
      if (count >= SLOTS_OF_WEBHOOK) this.webhooks.add(webhook);
    }
  }

  /** True if another delivery may be waiting for this slot. */
  concern({ webhook, isSlow }: Slot): boolean {
    return isSlow || this.isFull || this.webhooks.has(webhook);
  }
}

function countByWebhook(slots: Iterable<Slot>, before?: ReadonlyMap<string, number>): Map<string, number> {
  const counts = new Map(before);
  for (const { webhook, isSlow } of slots) {
    counts.set(webhook, (counts.get(webhook) ?? 0) + (isSlow ? SLOTS_OF_WEBHOOK : 1));
  }
  return counts;
}
