import { describe, expect, it } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { limitTinyChunks } from './tiny-chunks.js';

function aMessage() {
  const message = new Readable({ read: () => undefined, highWaterMark: 1024 * 1024 }) as IncomingMessage;
  let refusals = 0;
  limitTinyChunks(message, () => (refusals += 1));
  return { message, refusals: () => refusals };
}

describe('the limit of tiny chunks', () => {
  it('accepts 256 chunks of less than 64 bytes and any number of larger chunks', () => {
    const { message, refusals } = aMessage();
    for (let i = 0; i < 256; i += 1) message.push(Buffer.alloc(63));
    for (let i = 0; i < 1_000; i += 1) message.push(Buffer.alloc(64));
    message.push(null);
    expect([refusals(), message.readableLength]).toEqual([0, 256 * 63 + 1_000 * 64]);
  });

  it('refuses further chunks once, drops them and does not end the body', () => {
    const { message, refusals } = aMessage();
    for (let i = 0; i < 1_000; i += 1) message.push(Buffer.from('x'));
    message.push(Buffer.alloc(64));
    message.push(null);
    let hasEnded = false;
    message.on('end', () => (hasEnded = true)).resume();
    expect([refusals(), message.readableLength, hasEnded]).toEqual([1, 256, false]);
  });
});
