import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

export function isOfMediaType(headers: IncomingHttpHeaders, type: string): boolean {
  return (headers['content-type'] ?? '').split(';')[0]!.trim().toLowerCase() === type;
}

/** Returns the request with a body that was already read, for a server that reads bodies itself. */
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
