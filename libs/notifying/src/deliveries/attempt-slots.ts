/** How many attempts run at once in a process. Source: decision 0055. */
export const SLOTS = { prompt: 200, slow: 400 };
/** How many of them for one webhook: a receiver that answers gets more than one that failed last. */
export const SLOTS_OF_WEBHOOK = 5;

/** Maximum number of webhooks remembered as slow. */
const MAX_KNOWN_SLOW = 2_000;

/** An attempt under way. */
export interface Slot {
  /** Its workspace and id. */
  readonly webhook: string;
  /** True if it counts against the slow slots. */
  isSlow: boolean;
  /** True if it had no answer for a while. */
  hasHung: boolean;
}

/**
 * Who may send at the moment. Attempts that hang, and those to webhooks that failed last, are counted apart, so that receivers
 * that do not answer never take the slots of those that do.
 */
export class AttemptSlots {
  private readonly taken = new Set<Slot>();
  private slow = 0;
  private readonly slowWebhooks = new Set<string>();

  /** Webhooks whose last attempt was slow, oldest first. They get slow slots only, so that new prompt ones always find a slot. */
  get knownSlow(): string[] {
    return [...this.slowWebhooks];
  }

  /** How many more attempts may begin, to webhooks that are well and to those that failed last. */
  get free(): { readonly prompt: number; readonly slow: number } {
    const prompt = this.taken.size - this.slow;
    return { prompt: Math.max(SLOTS.prompt - prompt, 0), slow: Math.max(SLOTS.slow - this.slow, 0) };
  }

  get running(): number {
    return this.taken.size;
  }

  /** How many attempts each webhook has under way; one that hangs counts as all that the webhook may have. */
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

  /** Counts an attempt that has not been answered for a while among the slow ones, as long as there is room. */
  markSlow(slot: Slot): void {
    slot.hasHung = true;
    this.slowWebhooks.add(slot.webhook);
    if (this.slowWebhooks.size > MAX_KNOWN_SLOW) this.slowWebhooks.delete(this.slowWebhooks.keys().next().value!);
    if (slot.isSlow || !this.taken.has(slot) || this.free.slow === 0) return;
    slot.isSlow = true;
    this.slow += 1;
  }

  /** Gives a slot back. @returns whether another attempt may have waited for it */
  release(slot: Slot): boolean {
    const { free } = this;
    const isWanted =
      free.prompt === 0 || free.slow === 0 || slot.isSlow || this.byWebhook().get(slot.webhook)! >= SLOTS_OF_WEBHOOK;
    if (this.taken.delete(slot) && slot.isSlow) this.slow -= 1;
    if (!slot.hasHung) this.slowWebhooks.delete(slot.webhook);
    return isWanted;
  }
}
