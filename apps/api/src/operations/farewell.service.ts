import type { Server, ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

/** The door is shut when nobody was there at so many looks on end, and after that time at the latest. */
const QUIET_LOOKS = 5;
const LOOK_EVERY_MS = 5;
const LONGEST_SHUT_MS = 1_000;

/** How the service parts from those who send requests to it, so that none of them fails (decision 0032). */
@Injectable()
export class Farewell {
  private readonly open = new Set<ServerResponse>();
  private shut: Promise<void> | undefined;
  private said = false;

  get isSaid(): boolean {
    return this.said;
  }

  /** Stands before nearly everything that a request passes. */
  readonly accompany = (_: Request, response: Response, next: NextFunction): void => {
    this.open.add(response);
    response.once('close', () => this.open.delete(response));
    if (!this.said) return next();
    response.shouldKeepAlive = false;
    if (this.shut === undefined) return next();
    void this.shut.then(() => next());
  };

  /** From now on every answer ends its connection, also to the requests that are in hand. */
  say(): void {
    this.said = true;
    for (const response of this.open) response.shouldKeepAlive = false;
  }

  /**
   * Takes no more connections. One that nobody has looked at yet would be reset; so those who come now are let in but
   * wait, and as most send nothing else until they are answered, soon nobody comes any more.
   */
  shutDoor(server: Server): Promise<void> {
    const latest = performance.now() + LONGEST_SHUT_MS;
    let quietLooks = 0;
    server.on('connection', () => (quietLooks = 0));
    const shut = async (): Promise<void> => {
      while (quietLooks < QUIET_LOOKS && performance.now() < latest) {
        await pause(LOOK_EVERY_MS);
        quietLooks += 1;
        // The sockets are looked at between a timer and what follows here: whoever has come by then is let in.
        await nextTurn();
      }
      server.close();
    };
    this.shut = shut();
    return this.shut;
  }
}
