import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** What the OAuth server takes at most. */
const LARGEST_BODY_BYTES = 56 * 1024;

/** Whether a request says that its body is of this type. */
export function isOfMediaType(headers: IncomingHttpHeaders, type: string): boolean {
  return (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase() === type;
}

/** The bytes of a body; null when it is too large, or ended early. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > LARGEST_BODY_BYTES) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

/** A request whose body was read, for a server that reads bodies by itself: with these bytes in its place. */
export function withBody<T extends IncomingMessage>(request: T, body: Buffer): T {
  const { 'transfer-encoding': _, ...headers } = request.headers;
  const iterator = async function* () {
    if (body.length > 0) yield await Promise.resolve(body);
  };
  return Object.create(request, {
    headers: { value: { ...headers, 'content-length': String(body.length) } },
    readable: { value: true },
    iterator: { value: iterator },
    url: { value: request.url, writable: true },
    originalUrl: { value: request.url, writable: true },
  }) as T;
}
