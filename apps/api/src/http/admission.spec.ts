import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { EventEmitter } from 'node:events';
import type { Request, Response } from 'express';
import type { Problem } from '@app/kernel/pure';
import { QUEUED } from '@app/kernel/pure';
import { admission } from './admission.js';

const AT_ONCE = 48;
const OF_ALL = 64;

const settled = () => new Promise(setImmediate);

function aGate(mostWaiting: number) {
  const gate = admission(mostWaiting);
  const begun: number[] = [];
  const refused: number[] = [];
  const responses: (EventEmitter & { closed: boolean })[] = [];
  const send = (path = '/v1/accounts', ip = '203.0.113.1', form?: { cookie: string }) => {
    const n = responses.length;
    const response = Object.assign(new EventEmitter(), { closed: false });
    responses.push(response);
    gate.handler(
      { method: form ? 'POST' : 'GET', path, ip, headers: form ?? {} } as Request,
      response as unknown as Response,
      (error?: unknown) => {
        if (error === undefined) begun.push(n);
        else refused.push((error as Problem).type.status);
      },
    );
  };
  const close = async (n: number) => {
    responses[n]!.closed = true;
    responses[n]!.emit('close');
    await settled();
  };
  const queue = (n: number) => responses[n]!.emit(QUEUED);
  const sendMany = async (count: number, ip?: string) => {
    for (let sent = 0; sent < count; sent += 1) send(undefined, ip);
    await settled();
  };
  return { begun, refused, send, sendMany, close, queue, figures: gate.figures };
}

describe('admission control', () => {
  afterEach(() => void jest.useRealTimers());

  it('admits waiting requests in order of arrival', async () => {
    const gate = aGate(10);
    await gate.sendMany(AT_ONCE + 3);
    expect(gate.begun).toHaveLength(AT_ONCE);
    for (const n of [5, 1]) await gate.close(n);
    expect(gate.begun.slice(AT_ONCE)).toEqual([AT_ONCE, AT_ONCE + 1]);
  });

  it('rejects requests at once if the queue is full, and accepts requests again as soon as a slot is free', async () => {
    const gate = aGate(2);
    await gate.sendMany(AT_ONCE + 3);
    expect(gate.refused).toEqual([503]);
    expect(gate.figures()).toEqual({ running: AT_ONCE, waiting: 2, refused: 1 });
    await gate.close(0);
    gate.send();
    expect(gate.refused).toEqual([503]);
  });

  it('skips waiting requests whose clients have disconnected', async () => {
    const gate = aGate(10);
    await gate.sendMany(AT_ONCE + 2);
    await gate.close(AT_ONCE);
    await gate.close(0);
    expect(gate.begun.at(-1)).toBe(AT_ONCE + 1);
  });

  it('releases the slots of clients that disconnect', async () => {
    const gate = aGate(1);
    await gate.sendMany(AT_ONCE + 1);
    await gate.close(AT_ONCE);
    gate.send();
    expect(gate.refused).toEqual([]);
    await gate.close(0);
    expect(gate.begun.at(-1)).toBe(AT_ONCE + 1);
  });

  it('a long request releases its slot only once', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    const gate = aGate(10);
    await gate.sendMany(AT_ONCE + 1);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(gate.begun).toHaveLength(AT_ONCE + 1);
    await gate.sendMany(AT_ONCE);
    const begun = gate.begun.length;
    await gate.close(0);
    expect(gate.begun).toHaveLength(begun);
  });

  it('reserves slots and queue space for other addresses, so that requests from one address do not delay the others', async () => {
    const gate = aGate(30);
    await gate.sendMany(200);
    expect(gate.figures()).toMatchObject({ running: AT_ONCE, waiting: 30 });
    await gate.sendMany(OF_ALL - AT_ONCE, '203.0.113.2');
    expect(gate.figures()).toMatchObject({ running: OF_ALL, waiting: 30 });
    gate.send(undefined, '203.0.113.3');
    gate.send(undefined, '2001:db8::1');
    expect(gate.figures()).toMatchObject({ waiting: 32 });
    await gate.close(0);
    await gate.close(1);
    await gate.close(2);
    expect(gate.begun.slice(OF_ALL).sort((one, other) => one - other)).toEqual([
      AT_ONCE,
      200 + OF_ALL - AT_ONCE,
      201 + OF_ALL - AT_ONCE,
    ]);
  });

  it('sign-in forms from many addresses do not delay other clients', async () => {
    const gate = aGate(1_000);
    for (let n = 0; n < 400; n += 1) gate.send('/developers/sign-in', `10.0.${n >> 8}.${n & 255}`, { cookie: '' });
    await settled();
    expect(gate.figures()).toMatchObject({ running: 16, waiting: 384 });
    gate.send('/v1/accounts', '203.0.113.3');
    gate.send('/developers/sign-in', '203.0.113.4');
    for (const name of ['centavo_device', '__Host-centavo_device'])
      gate.send('/developers/sign-in', '203.0.113.5', { cookie: `centavo_visit=x; ${name}=y` });
    expect(gate.begun.slice(16)).toEqual([400, 401, 402, 403]);
    gate.send('/developers/sign-up', '203.0.113.6', { cookie: 'other_centavo_devices=y' });
    await gate.close(0);
    expect(gate.begun.slice(20)).toEqual([16]);
  });

  it('a request that moves to another queue releases its slot in a later turn of the event loop', async () => {
    const gate = aGate(10);
    await gate.sendMany(AT_ONCE + 1);
    gate.queue(0);
    await Promise.resolve();
    expect(gate.begun).toHaveLength(AT_ONCE);
    await settled();
    expect(gate.begun).toHaveLength(AT_ONCE + 1);
  });

  it('admits health checks and metrics requests at any load', async () => {
    const gate = aGate(0);
    await gate.sendMany(AT_ONCE);
    gate.send('/health/ready');
    gate.send('/metrics');
    expect(gate.begun).toHaveLength(AT_ONCE + 2);
  });
});
