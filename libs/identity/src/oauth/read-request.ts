import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/** The limit of oidc-provider. */
const MAX_BODY_BYTES = 56 * 1024;

/** Whether the Content-Type of a request is this media type. */
export function isOfMediaType(headers: IncomingHttpHeaders, type: string): boolean {
  return (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase() === type;
}

/** The bytes of a body; null when it is too large or ended early. */
export async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > MAX_BODY_BYTES) return null;
      chunks.push(chunk);
    }
  } catch {
    return null;
  }
  return Buffer.concat(chunks);
}

/** A request whose body was read already, with these bytes in its place, for a server that reads bodies by itself. */
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
