/** Maximum concurrent attempts per process (decision 0055). */
export const SLOTS = { prompt: 200, slow: 400 };
/** Maximum concurrent attempts per webhook: more if its last attempt succeeded. */
export const SLOTS_OF_WEBHOOK = 5;

/** Maximum number of webhooks remembered as slow. */
const MAX_KNOWN_SLOW = 2_000;

/** A running attempt. */
export interface Slot {
  readonly webhook: string;
  /** True if it counts against the slow slots. */
  isSlow: boolean;
  /** True if the attempt was marked as slow. */
  hasHung: boolean;
}

/**
 * Limits concurrent attempts. Slow attempts and those to failing webhooks have separate slots, so unresponsive
 * receivers never block healthy ones.
 */
export class AttemptSlots {
  private readonly taken = new Set<Slot>();
  private readonly slowWebhooks = new Set<string>();

  /** Webhooks whose last attempt was slow, oldest first. They get only slow slots, so healthy webhooks always find a free slot. */
  get knownSlow(): string[] {
    return [...this.slowWebhooks];
  }

  /** Number of free slots for healthy and for failing webhooks. */
  get free(): { readonly prompt: number; readonly slow: number } {
    const slow = [...this.taken].filter(({ isSlow }) => isSlow).length;
    const prompt = this.taken.size - slow;
    return { prompt: Math.max(SLOTS.prompt - prompt, 0), slow: Math.max(SLOTS.slow - slow, 0) };
  }

  get running(): number {
    return this.taken.size;
  }

  /** Returns the number of running attempts per webhook; a slow attempt counts as the maximum. */
  byWebhook(): Map<string, number> {
    return countByWebhook(this.taken);
  }

  take(webhook: string, isFailing: boolean): Slot {
    const slot = { webhook, isSlow: isFailing || this.slowWebhooks.has(webhook), hasHung: false };
    this.taken.add(slot);
    return slot;
  }

  /** Moves an attempt to the slow slots if one is free. */
  markSlow(slot: Slot): void {
    slot.hasHung = true;
    this.slowWebhooks.add(slot.webhook);
    if (this.slowWebhooks.size > MAX_KNOWN_SLOW) this.slowWebhooks.delete(this.slowWebhooks.keys().next().value!);
    if (this.taken.has(slot) && this.free.slow > 0) slot.isSlow = true;
  }

  release(slot: Slot): void {
    this.taken.delete(slot);
    if (!slot.hasHung) this.slowWebhooks.delete(slot.webhook);
  }
}

/**
 * Limits that a round of claims reached. More deliveries may then wait for free slots, even if attempts of the round
 * have already ended.
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

  /** True if another delivery may wait for the slot. */
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
