import type { Socket } from 'node:net';
import type { NextFunction, Request, Response } from 'express';

const latest = new WeakMap<Socket, Response>();

/**
 * Starts a request after the answer to the one before it on the same connection is sent. Without it, clients that pipeline lists
 * and read no answer cut other clients off (test/robustness/hostile/slow-clients).
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
