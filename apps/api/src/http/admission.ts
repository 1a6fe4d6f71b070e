import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { ServiceUnavailable } from '@app/kernel';

/** Several for each connection to the database: more at once would only make garbage that lives longer. */
const AT_ONCE = 64;
/** Whoever takes longer waits for something else than its turn, a slow sender or reader, and keeps nobody out any more. */
const LONGEST_TURN_MS = 1_000;
/** What operators ask, whatever state the service is in. */
const ALWAYS_ADMITTED = /^\/(health\/|metrics$)/;

/** A gate before all requests, and how many stand before and behind it. */
export interface Admission {
  readonly handler: RequestHandler;
  readonly figures: () => AdmissionFigures;
}

export interface AdmissionFigures {
  /** Requests that are worked on; one that takes longer than its turn is not counted any more. */
  readonly running: number;
  readonly waiting: number;
  /** How many were refused since the process started. */
  readonly refused: number;
}

/**
 * Lets so many requests be worked on at once and so many more wait for their turn, in the order in which they came. One
 * more than that is refused at once: under any load the service answers as much as it can, and nobody waits in vain.
 *
 * @param mostWaiting how many may wait
 */
export function admission(mostWaiting: number): Admission {
  const waiting = new Set<() => void>();
  let [running, refused] = [0, 0];
  const leave = (): void => {
    const [next] = waiting;
    if (next) next();
    else running -= 1;
  };
  const takeTurn = (response: Response, next: NextFunction): void => {
    const late = setTimeout(end, LONGEST_TURN_MS).unref();
    let ended = false;
    function end(): void {
      clearTimeout(late);
      if (!ended) leave();
      ended = true;
    }
    response.once('close', end);
    next();
  };
  const handler = (request: Request, response: Response, next: NextFunction): void => {
    if (ALWAYS_ADMITTED.test(request.path)) return next();
    if (running < AT_ONCE) {
      running += 1;
      return takeTurn(response, next);
    }
    if (waiting.size >= mostWaiting) {
      refused += 1;
      return next(ServiceUnavailable());
    }
    const goAway = (): boolean => waiting.delete(begin);
    function begin(): void {
      waiting.delete(begin);
      response.off('close', goAway);
      takeTurn(response, next);
    }
    waiting.add(begin);
    response.once('close', goAway);
  };
  return { handler, figures: () => ({ running, waiting: waiting.size, refused }) };
}
