import { beforeEach, describe, expect, it } from '@jest/globals';
import { AttemptSlots, SLOTS, SLOTS_OF_WEBHOOK } from './attempt-slots.js';

let slots: AttemptSlots;
beforeEach(() => {
  slots = new AttemptSlots();
});

describe('the slots for attempts', () => {
  it('an attempt uses a slot until its release', () => {
    const slot = slots.take('a', false);
    expect(slots.free).toEqual({ ...SLOTS, prompt: SLOTS.prompt - 1 });
    slots.release(slot);
    slots.release(slot);
    expect([slots.free, slots.running]).toEqual([SLOTS, 0]);
  });

  it('failing webhooks do not use the slots of the others', () => {
    for (let n = 0; n < SLOTS.slow; n += 1) slots.take(`dead ${n}`, true);
    expect(slots.free).toEqual({ prompt: SLOTS.prompt, slow: 0 });
  });

  it('an attempt that hangs moves to a slow slot and frees its slot for others', () => {
    const hanging = Array.from({ length: SLOTS.prompt }, (_, n) => slots.take(`silent ${n}`, false));
    expect(slots.free.prompt).toBe(0);
    for (const slot of hanging) slots.markSlow(slot);
    expect(slots.free).toEqual({ prompt: SLOTS.prompt, slow: SLOTS.slow - SLOTS.prompt });
    for (const slot of hanging) slots.release(slot);
    expect(slots.free).toEqual(SLOTS);
  });

  it('limits the slots of attempts even if every attempt hangs', () => {
    const all = Array.from({ length: SLOTS.slow + 50 }, (_, n) => slots.take(`silent ${n}`, false));
    for (const slot of all) slots.markSlow(slot);
    expect(slots.free).toEqual({ prompt: SLOTS.prompt - 50, slow: 0 });
  });

  it('an attempt that hangs uses all slots of its webhook', () => {
    slots.take('a', false);
    slots.take('a', false);
    slots.markSlow(slots.take('b', false));
    expect([...slots.byWebhook()]).toEqual([
      ['a', 2],
      ['b', SLOTS_OF_WEBHOOK],
    ]);
  });

  it('a release requests more deliveries only if the webhook or all slots were full, or the webhook failed', () => {
    const few = [slots.take('a', false), slots.take('a', false)];
    expect(few.map((slot) => slots.release(slot))).toEqual([false, false]);
    const all = Array.from({ length: SLOTS_OF_WEBHOOK }, () => slots.take('b', false));
    expect([slots.release(all[0]!), slots.release(all[1]!)]).toEqual([true, false]);
    expect(slots.release(slots.take('failing', true))).toBe(true);
    const others = Array.from({ length: slots.free.prompt }, (_, n) => slots.take(`c ${n}`, false));
    expect(others.slice(0, 2).map((slot) => slots.release(slot))).toEqual([true, false]);
  });

  it('a webhook whose last answer was slow uses slow slots until it answers promptly', () => {
    const hanging = slots.take('slow', false);
    slots.markSlow(hanging);
    slots.release(hanging);
    expect(slots.knownSlow).toEqual(['slow']);
    const again = slots.take('slow', false);
    expect(slots.free).toEqual({ ...SLOTS, slow: SLOTS.slow - 1 });
    slots.release(again);
    expect(slots.knownSlow).toEqual([]);
  });
});
