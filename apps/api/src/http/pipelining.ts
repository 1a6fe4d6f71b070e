import type { Socket } from 'node:net';
import type { NextFunction, Request, Response } from 'express';

const latest = new WeakMap<Socket, Response>();

/**
 * Begins a request when the one before it on the same connection is answered and its answer taken. Answers to all requests
 * of a pipeline would otherwise be made at once and wait in memory for a client that may never read them.
 */
export function serializePipelined(request: Request, response: Response, next: NextFunction): void {
  const { socket } = request;
  const before = latest.get(socket);
  latest.set(socket, response);
  if (before === undefined || before.writableFinished || before.closed) return next();
  before.once('close', () => {
    // The client has gone, or its connection may carry no further answer (RFC 9112 section 9.6).
    if (socket.writable) next();
  });
}
