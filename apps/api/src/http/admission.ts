import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Release } from '@app/kernel/pure';
import { callerAddress, clientGone, FairQueue, QUEUED } from '@app/kernel/pure';
import type { AdmissionFigures } from '../operations/metrics.service.js';

/** Concurrent requests, several per database connection. More would only create longer-lived garbage. */
const AT_ONCE = 64;
/** Share of one address. A client whose bodies never arrive delays only its own address. */
const SHARE_OF_ADDRESS = 0.75;
/** Additional waiting requests of other addresses if one address has filled the queue. */
const ROOM_FOR_OTHERS = 1 / 3;
/**
 * Concurrent forms with a password, in addition to all other requests. Anyone may send such a form, and each is
 * expensive.
 */
const PASSWORD_FORMS_AT_ONCE = 16;
const PASSWORD_FORM = /^\/developers\/sign-(in|up)(\/|$)/;
/** Cookie of a browser that claims to have signed in before; verified later. */
const DEVICE_COOKIE = /(^|[\s;-])centavo_device=/;
/** A longer request releases its slot, because it waits for something else, such as a slow client. */
const MAX_SLOT_MS = 1_000;
/** Probes of operators are admitted in any state of the service. */
const ALWAYS_ADMITTED = /^\/(health\/|metrics$)/;

export interface Admission {
  readonly handler: RequestHandler;
  readonly figures: () => AdmissionFigures;
}

/**
 * Limits the number of concurrent and waiting requests. Addresses take turns, and requests beyond the limit are
 * rejected at once, so that the service remains responsive under any load.
 * Forms with a password have separate gates, for unknown browsers and for browsers that have signed in before.
 * Otherwise, a crowd of addresses with one form each would have their turns before all other clients.
 * @param maxWaiting limit for one address; a third more for all
 */
export function admission(maxWaiting: number): Admission {
  const gate = (capacity: number): FairQueue =>
    new FairQueue({
      ...{ capacity, maxPerGroup: capacity * SHARE_OF_ADDRESS },
      ...{ maxWaiting: maxWaiting + Math.ceil(maxWaiting * ROOM_FOR_OTHERS), maxWaitingPerGroup: maxWaiting },
    });
  const gates = {
    others: gate(AT_ONCE),
    strangers: gate(PASSWORD_FORMS_AT_ONCE),
    devices: gate(PASSWORD_FORMS_AT_ONCE),
  };
  const handler = (request: Request, response: Response, next: NextFunction): void => {
    if (ALWAYS_ADMITTED.test(request.path)) return next();
    const group = callerAddress(request.ip);
    const queue = gates[gateOf(request)];
    const slot = queue.tryAcquire({ group });
    if (slot) return work(slot, response, next);
    const signal = clientGone(response);
    queue.acquire({ group, signal }).then(
      (later) => work(later, response, next),
      (refusal: unknown) => signal.aborted || next(refusal),
    );
  };
  const figures = () => {
    const each = Object.values(gates).map((gate) => gate.figures());
    const sum = (figure: 'taken' | 'waiting' | 'refused') =>
      each.reduce((total, figures) => total + figures[figure], 0);
    return { running: sum('taken'), waiting: sum('waiting'), refused: sum('refused') };
  };
  return { handler, figures };
}

function gateOf({ method, path, headers }: Request): 'others' | 'strangers' | 'devices' {
  if (method !== 'POST' || !PASSWORD_FORM.test(path)) return 'others';
  return DEVICE_COOKIE.test(headers.cookie ?? '') ? 'devices' : 'strangers';
}

function work(slot: Release, response: Response, next: NextFunction): void {
  const late = setTimeout(slot, MAX_SLOT_MS).unref();
  const end = (): void => {
    clearTimeout(late);
    slot();
  };
  if (response.closed) return end();
  // Deferred, so that other requests get a turn: if each request in the queue waited for something else or was
  // rejected, all of them would run first.
  response.once('close', end).once(QUEUED, () => setImmediate(end));
  next();
}
