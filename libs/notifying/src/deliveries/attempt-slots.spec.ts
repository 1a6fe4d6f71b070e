import { beforeEach, describe, expect, it } from '@jest/globals';
import { AttemptSlots, ReachedLimits, SLOTS, SLOTS_OF_WEBHOOK } from './attempt-slots.js';

let slots: AttemptSlots;
beforeEach(() => {
  slots = new AttemptSlots();
});

describe('the slots for delivery attempts', () => {
  it('an attempt uses a slot until its release', () => {
    const slot = slots.take('home', 'a', false);
    expect(slots.free).toEqual({ ...SLOTS, prompt: SLOTS.prompt - 1 });
    slots.release(slot);
    slots.release(slot);
    expect([slots.free, slots.running]).toEqual([SLOTS, 0]);
  });

  it('attempts of failing webhooks do not use the slots of other webhooks', () => {
    for (let n = 0; n < SLOTS.slow; n += 1) slots.take('home', `dead ${n}`, true);
    expect(slots.free).toEqual({ prompt: SLOTS.prompt, slow: 0 });
  });

  it('a hanging attempt moves to a slow slot and frees its prompt slot', () => {
    const hanging = Array.from({ length: SLOTS.prompt }, (_, n) => slots.take('home', `silent ${n}`, false));
    expect(slots.free.prompt).toBe(0);
    for (const slot of hanging) slots.markSlow(slot);
    expect(slots.free).toEqual({ prompt: SLOTS.prompt, slow: SLOTS.slow - SLOTS.prompt });
    for (const slot of hanging) slots.release(slot);
    expect(slots.free).toEqual(SLOTS);
  });

  it('if no slow slot is free, a hanging attempt ends the oldest of the workspace with the most', () => {
    const taken = Array.from({ length: SLOTS.slow }, (_, n) => slots.take(n < 3 ? 'home' : 'crowd', `${n}`, true));
    const hanging = slots.take('home', 'silent', false);
    slots.markSlow(hanging);
    expect(slots.free).toEqual({ prompt: SLOTS.prompt, slow: 0 });
    expect(taken.filter(({ ending }) => ending.signal.aborted)).toEqual([taken[3]]);
    slots.markSlow(slots.take('crowd', 'silent', false));
    expect(taken.filter(({ ending }) => ending.signal.aborted)).toEqual([taken[3], taken[4]]);
  });

  it('a hanging attempt counts as all slots of its webhook', () => {
    slots.take('home', 'a', false);
    slots.take('home', 'a', false);
    slots.markSlow(slots.take('home', 'b', false));
    expect([...slots.byWebhook()]).toEqual([
      ['home a', 2],
      ['home b', SLOTS_OF_WEBHOOK],
    ]);
  });

  it('a webhook whose last response was slow uses slow slots until the receiver responds promptly', () => {
    const hanging = slots.take('home', 'slow', false);
    slots.markSlow(hanging);
    slots.release(hanging);
    expect(slots.knownSlow).toEqual(['home slow']);
    const again = slots.take('home', 'slow', false);
    expect(slots.free).toEqual({ ...SLOTS, slow: SLOTS.slow - 1 });
    slots.release(again);
    expect(slots.knownSlow).toEqual([]);
  });
});

describe('deliveries that wait for a slot', () => {
  /** Claims a delivery for each webhook. Returns, for each slot, true if another delivery may be waiting for it. */
  const wanted = (webhooks: readonly string[], isFailing = false) => {
    const [running, free] = [slots.byWebhook(), slots.free];
    const claimed = webhooks.map((webhook) => slots.take('home', webhook, isFailing));
    const limits = new ReachedLimits();
    limits.add(claimed, running, free.prompt);
    for (const slot of claimed) slots.release(slot);
    return claimed.map((slot) => limits.concern(slot));
  };

  it('no delivery waits for a slot if the claim reached no limit', () => {
    expect(wanted(['a', 'a', 'b'])).toEqual([false, false, false]);
  });

  it('deliveries of a webhook may wait for its slots if the claim used the last of them', () => {
    const full = Array<string>(SLOTS_OF_WEBHOOK - 1).fill('a');
    expect(wanted([...full, 'b'])).not.toContain(true);
    slots.take('home', 'a', false);
    expect(wanted([...full, 'b'])).toEqual([...full.map(() => true), false]);
  });

  it('deliveries may wait for every slot if the claim used the last prompt slot', () => {
    const webhooks = Array.from({ length: SLOTS.prompt }, (_, n) => `webhook ${n}`);
    expect(wanted(webhooks.slice(1))).not.toContain(true);
    expect(wanted(webhooks)).not.toContain(false);
  });

  it('deliveries may wait for the slot of a failing webhook', () => {
    expect(wanted(['a'], true)).toEqual([true]);
  });
});
