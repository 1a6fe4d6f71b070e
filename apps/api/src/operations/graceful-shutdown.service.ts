import type { Server, ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

/**
 * Number of consecutive checks without a new connection after which the listening socket closes. It always closes after
 * the maximum time.
 */
const QUIET_LOOKS = 5;
const LOOK_EVERY_MS = 5;
const MAX_CLOSING_MS = 1_000;

/** Stops the service without failing requests (decision 0032). */
@Injectable()
export class GracefulShutdown {
  private readonly open = new Set<ServerResponse>();
  private closing: Promise<void> | undefined;
  private draining = false;

  /** True if the service is about to stop but still serves requests. */
  get isDraining(): boolean {
    return this.draining;
  }

  /** Counts each response as open until it is closed. Runs before nearly all other middleware. */
  readonly track = (_: Request, response: Response, next: NextFunction): void => {
    this.open.add(response);
    response.once('close', () => this.open.delete(response));
    if (!this.draining) return next();
    response.shouldKeepAlive = false;
    if (this.closing === undefined) return next();
    void this.closing.then(() => next());
  };

  /** Makes connections close after their responses, including responses in progress. */
  begin(): void {
    this.draining = true;
    for (const response of this.open) response.shouldKeepAlive = false;
  }

  /**
   * Stops accepting connections. The kernel would reset connections that still wait to be accepted, so the service
   * first accepts connections until no more arrive, without responding on them. Most clients wait for a response before
   * they open another connection.
   */
  stopAccepting(server: Server): Promise<void> {
    const latest = performance.now() + MAX_CLOSING_MS;
    let quietLooks = 0;
    server.on('connection', () => (quietLooks = 0));
    const close = async (): Promise<void> => {
      while (quietLooks < QUIET_LOOKS && performance.now() < latest) {
        await pause(LOOK_EVERY_MS);
        quietLooks += 1;
        // Node.js polls the sockets before the loop continues, and so accepts waiting connections.
        await nextTurn();
      }
      server.close();
    };
    this.closing = close();
    return this.closing;
  }
}
