import type { Socket } from 'node:net';
import type { NextFunction, Request, Response } from 'express';

const latest = new WeakMap<Socket, Response>();

/**
 * Starts a request only after the previous response on the connection has been sent. Otherwise, clients that pipeline
 * requests without reading the responses could starve others (test/robustness/hostile/slow-clients).
 */
export function serializePipelined(request: Request, response: Response, next: NextFunction): void {
  const { socket } = request;
  const before = latest.get(socket);
  latest.set(socket, response);
  if (before === undefined || before.writableFinished || before.closed) return next();
  before.once('close', () => {
    // Drops the request if the client has disconnected, or if the connection must not carry further responses (RFC
    // 9112, section 9.6).
    if (socket.writable) next();
  });
}
