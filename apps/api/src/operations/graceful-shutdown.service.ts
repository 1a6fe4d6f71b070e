import type { Server, ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

/** The listening socket is closed when so many looks in a row saw no new connection, and after that time at the latest. */
const QUIET_LOOKS = 5;
const LOOK_EVERY_MS = 5;
const MAX_CLOSING_MS = 1_000;

/** Stops the service in such a way that no request of a client fails (decision 0032). */
@Injectable()
export class GracefulShutdown {
  private readonly open = new Set<ServerResponse>();
  private closing: Promise<void> | undefined;
  private draining = false;

  /** Whether the service is about to stop, and still answers. */
  get isDraining(): boolean {
    return this.draining;
  }

  /** Knows every response until it is closed. It stands before nearly everything that a request passes. */
  readonly track = (_: Request, response: Response, next: NextFunction): void => {
    this.open.add(response);
    response.once('close', () => this.open.delete(response));
    if (!this.draining) return next();
    response.shouldKeepAlive = false;
    if (this.closing === undefined) return next();
    void this.closing.then(() => next());
  };

  /** From now on every answer ends its connection, also to the requests that are in hand. */
  begin(): void {
    this.draining = true;
    for (const response of this.open) response.shouldKeepAlive = false;
  }

  /**
   * Takes no more connections. A connection that is not accepted yet would be reset; so clients that connect now are let in
   * but wait, and as most send nothing else until they are answered, soon no more of them connect.
   */
  stopAccepting(server: Server): Promise<void> {
    const latest = performance.now() + MAX_CLOSING_MS;
    let quietLooks = 0;
    server.on('connection', () => (quietLooks = 0));
    const close = async (): Promise<void> => {
      while (quietLooks < QUIET_LOOKS && performance.now() < latest) {
        await pause(LOOK_EVERY_MS);
        quietLooks += 1;
        // Node looks at the sockets between a timer and what follows here: a connection that came by then is let in.
        await nextTurn();
      }
      server.close();
    };
    this.closing = close();
    return this.closing;
  }
}
