import type { IncomingMessage } from 'node:http';

/**
 * The bytes of a body; null when it is too large or ended early. The connection stays open, so that the client can read
 * the refusal.
 */
export async function bodyOf(request: IncomingMessage, maxBytes: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}
