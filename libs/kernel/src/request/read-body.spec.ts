import { describe, expect, it } from '@jest/globals';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { readBody } from './read-body.js';

function aRequest(headers: Record<string, string> = {}) {
  const stream = Object.assign(new PassThrough(), { headers, complete: false });
  stream.on('end', () => (stream.complete = true));
  return { stream, request: stream as unknown as IncomingMessage };
}

describe('the body of a request', () => {
  it('reads the body of a request completely', async () => {
    const { stream, request } = aRequest();
    const body = readBody(request, 10);
    stream.write('12345');
    stream.end('67890');
    expect(String(await body)).toBe('1234567890');
  });

  it('stops reading a body and returns null as soon as the body is known to be too large', async () => {
    const { stream, request } = aRequest();
    const body = readBody(request, 10);
    stream.write('12345678901');
    expect(await body).toBe(null);
    expect(stream.destroyed).toBe(false);
    expect(await readBody(aRequest({ 'content-length': '11' }).request, 10)).toBe(null);
  });

  it('rejects a body that ends early, even if the stream ended before the service read the body', async () => {
    const { stream, request } = aRequest();
    const body = readBody(request, 10);
    stream.write('123');
    stream.destroy();
    await expect(body).rejects.toThrow('it ended early');
    await expect(readBody(request, 10)).rejects.toThrow('it ended early');
  });

  it('copies the bytes of a body instead of keeping its chunks', async () => {
    const { stream, request } = aRequest();
    const sent = Buffer.from(Array.from({ length: 5_000 }, (_, n) => n % 256));
    const body = readBody(request, 5_000);
    stream.on('data', (chunk: Buffer) => chunk.fill(0));
    for (const byte of sent) stream.write(Buffer.from([byte]));
    stream.end();
    expect((await body)!.equals(sent)).toBe(true);
  });

  it('rejects a body whose client disconnects before the service has read it to its end', async () => {
    const { stream, request } = aRequest();
    const body = readBody(request, 10);
    Object.assign(stream, { complete: true }).destroy();
    await expect(body).rejects.toThrow('it ended early');
  });
});
