import { describe, expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Request, Response } from 'express';
import type { Problem } from '@app/kernel/pure';
import { admission } from './admission.js';

const AT_ONCE = 64;

/** A gate, and what came of the requests that were sent to it. */
function aGate(mostWaiting: number) {
  const gate = admission(mostWaiting);
  const begun: number[] = [];
  const refused: number[] = [];
  const responses: (EventEmitter & { closed: boolean })[] = [];
  const send = (path = '/v1/accounts') => {
    const n = responses.length;
    const response = Object.assign(new EventEmitter(), { closed: false });
    responses.push(response);
    gate.handler({ path } as Request, response as unknown as Response, (error?: unknown) => {
      if (error === undefined) begun.push(n);
      else refused.push((error as Problem).type.status);
    });
  };
  const close = async (n: number) => {
    responses[n]!.closed = true;
    responses[n]!.emit('close');
    await pause(0);
  };
  const sendMany = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1) send();
    await pause(0);
  };
  return { begun, refused, send, sendMany, close, figures: gate.figures };
}

describe('admission control', () => {
  it('lets requests wait for their turn in order of arrival', async () => {
    const gate = aGate(10);
    await gate.sendMany(AT_ONCE + 3);
    expect(gate.begun).toHaveLength(AT_ONCE);
    for (const n of [5, 1]) await gate.close(n);
    expect(gate.begun.slice(AT_ONCE)).toEqual([AT_ONCE, AT_ONCE + 1]);
  });

  it('refuses requests at once when the queue is full, and accepts others as soon as there is room', async () => {
    const gate = aGate(2);
    await gate.sendMany(AT_ONCE + 3);
    expect(gate.refused).toEqual([503]);
    expect(gate.figures()).toEqual({ running: AT_ONCE, waiting: 2, refused: 1 });
    await gate.close(0);
    gate.send();
    expect(gate.refused).toEqual([503]);
  });

  it('passes over requests whose clients left while they waited', async () => {
    const gate = aGate(10);
    await gate.sendMany(AT_ONCE + 2);
    await gate.close(AT_ONCE);
    await gate.close(0);
    expect(gate.begun.at(-1)).toBe(AT_ONCE + 1);
  });

  it('keeps no slot for clients that left', async () => {
    const gate = aGate(1);
    await gate.sendMany(AT_ONCE + 1);
    await gate.close(AT_ONCE);
    gate.send();
    expect(gate.refused).toEqual([]);
    await gate.close(0);
    expect(gate.begun.at(-1)).toBe(AT_ONCE + 1);
  });

  it('holds no slot for a long request, and releases none twice', async () => {
    const gate = aGate(10);
    await gate.sendMany(AT_ONCE + 1);
    await pause(1_050);
    expect(gate.begun).toHaveLength(AT_ONCE + 1);
    await gate.sendMany(AT_ONCE);
    const begun = gate.begun.length;
    await gate.close(0);
    expect(gate.begun).toHaveLength(begun);
  });

  it('answers operators whatever the load', async () => {
    const gate = aGate(0);
    await gate.sendMany(AT_ONCE);
    gate.send('/health/ready');
    gate.send('/metrics');
    expect(gate.begun).toHaveLength(AT_ONCE + 2);
  });
});
