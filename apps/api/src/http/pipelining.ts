import type { Socket } from 'node:net';
import type { NextFunction, Request, Response } from 'express';

/** Maximum number of requests of a connection that wait for the response to an earlier one. */
const MAX_WAITING = 100;

interface Line {
  latest: Response;
  waiting: number;
}

const lines = new WeakMap<Socket, Line>();

/**
 * Starts a request only after the previous response on the connection has been sent, in another turn of the event loop,
 * and closes connections with too many waiting requests. Otherwise, clients that pipeline requests could starve others
 * (test/robustness/hostile/slow-clients).
 */
export function serializePipelined(request: Request, response: Response, next: NextFunction): void {
  const { socket } = request;
  // Node.js parses all requests that it has received, even after the connection is closed.
  if (socket.destroyed) return;
  const line = lines.get(socket) ?? { latest: response, waiting: 0 };
  lines.set(socket, line);
  const before = line.latest;
  line.latest = response;
  if (before === response || before.writableFinished || before.closed) return next();
  line.waiting += 1;
  if (line.waiting > MAX_WAITING) return void socket.destroy();
  before.once('close', () => {
    line.waiting -= 1;
    // Drops the request if the client has disconnected, or if the connection must not carry further responses (RFC
    // 9112, section 9.6).
    setImmediate(() => socket.writable && next());
  });
}
