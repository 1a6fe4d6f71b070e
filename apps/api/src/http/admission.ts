import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Release } from '@app/kernel/pure';
import { callerAddress, clientGone, FairQueue, QUEUED } from '@app/kernel/pure';
import type { AdmissionFigures } from '../operations/metrics.service.js';

/**
 * Maximum concurrent requests, several per database connection. With a higher limit, objects would only live longer
 * before garbage collection.
 */
const AT_ONCE = 64;
/**
 * Maximum share of the slots for one address, so that a client that never finishes its request bodies delays only its
 * own address.
 */
const SHARE_OF_ADDRESS = 0.75;
/** Number of requests that other addresses can queue while one address fills the queue, as a share of the limit. */
const ROOM_FOR_OTHERS = 1 / 3;
/**
 * Maximum number of password forms that run at once, in addition to other requests. Anyone can send them, and checking
 * a password is expensive.
 */
const PASSWORD_FORMS_AT_ONCE = 16;
const PASSWORD_FORM = /^\/developers\/sign-(in|up)(\/|$)/;
/** Cookie of a browser that claims to have signed in before. The sign-in verifies the claim. */
const DEVICE_COOKIE = /(^|[\s;-])centavo_device=/;
/**
 * Time after which a request gives up its slot, because it is probably waiting for something else, such as a slow
 * client.
 */
const MAX_SLOT_MS = 1_000;
/** Health checks and metrics. The gates admit them at any load. */
const ALWAYS_ADMITTED = /^\/(health\/|metrics$)/;

export interface Admission {
  readonly handler: RequestHandler;
  readonly figures: () => AdmissionFigures;
}

/**
 * Limits running and waiting requests. Addresses take turns, and requests beyond the limit are rejected immediately, so
 * that the service responds quickly at any load. Password forms pass one of two separate gates: one for unknown
 * browsers, and one for browsers that claim an earlier sign-in. Otherwise, many addresses that send one form each would
 * be served before all other clients.
 * @param maxWaiting maximum waiting requests per address; a third more can wait in total
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
  // Releases the slot in a later turn of the event loop, so that other requests get a turn. Otherwise, if each queued
  // request queued again or was rejected, all of them would run first.
  response.once('close', end).once(QUEUED, () => setImmediate(end));
  next();
}
