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
  /** True if it has had no response for a while. */
  hasHung: boolean;
}

/**
 * Limits concurrent attempts. Slow attempts and those to failing webhooks have separate slots, so unresponsive
 * receivers never block healthy ones.
 */
export class AttemptSlots {
  private readonly taken = new Set<Slot>();
  private slow = 0;
  private readonly slowWebhooks = new Set<string>();

  /** Webhooks whose last attempt was slow, oldest first. They get only slow slots, so healthy webhooks always find a free slot. */
  get knownSlow(): string[] {
    return [...this.slowWebhooks];
  }

  /** Number of free slots for healthy and for failing webhooks. */
  get free(): { readonly prompt: number; readonly slow: number } {
    const prompt = this.taken.size - this.slow;
    return { prompt: Math.max(SLOTS.prompt - prompt, 0), slow: Math.max(SLOTS.slow - this.slow, 0) };
  }

  get running(): number {
    return this.taken.size;
  }

  /** Returns the number of running attempts per webhook; a slow attempt counts as the maximum. */
  byWebhook(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const { webhook, isSlow } of this.taken) {
      counts.set(webhook, (counts.get(webhook) ?? 0) + (isSlow ? SLOTS_OF_WEBHOOK : 1));
    }
    return counts;
  }

  take(webhook: string, isFailing: boolean): Slot {
    const slot = { webhook, isSlow: isFailing || this.slowWebhooks.has(webhook), hasHung: false };
    this.taken.add(slot);
    if (slot.isSlow) this.slow += 1;
    return slot;
  }

  /** Moves an attempt to the slow slots if one is free. */
  markSlow(slot: Slot): void {
    slot.hasHung = true;
    this.slowWebhooks.add(slot.webhook);
    if (this.slowWebhooks.size > MAX_KNOWN_SLOW) this.slowWebhooks.delete(this.slowWebhooks.keys().next().value!);
    if (slot.isSlow || !this.taken.has(slot) || this.free.slow === 0) return;
    slot.isSlow = true;
    this.slow += 1;
  }

  /** @returns true if another attempt may have waited for the slot */
  release(slot: Slot): boolean {
    const { free } = this;
    const isWanted =
      free.prompt === 0 || free.slow === 0 || slot.isSlow || this.byWebhook().get(slot.webhook)! >= SLOTS_OF_WEBHOOK;
    if (this.taken.delete(slot) && slot.isSlow) this.slow -= 1;
    if (!slot.hasHung) this.slowWebhooks.delete(slot.webhook);
    return isWanted;
  }
}
