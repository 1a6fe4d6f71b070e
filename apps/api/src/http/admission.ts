import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Release } from '@app/kernel/pure';
import { callerAddress, clientGone, FairQueue, QUEUED } from '@app/kernel/pure';
import type { AdmissionFigures } from '../operations/metrics.service.js';

/** Several for each connection to the database: more at once would only make garbage that lives longer. */
const AT_ONCE = 64;
/** How much of that one address has: whoever sends bodies that never come holds up others of theirs. */
const SHARE_OF_ADDRESS = 0.75;
/** How many more may wait of other addresses where one has all that wait of its own. */
const ROOM_FOR_OTHERS = 1 / 3;
/** How many forms with a password are worked on at once, beside all else: anybody may send one, and few cost more. */
const PASSWORD_FORMS_AT_ONCE = 16;
const PASSWORD_FORM = /^\/developers\/sign-(in|up)(\/|$)/;
/** Of a browser that says it has signed in before; whether it has, is known later. */
const DEVICE_COOKIE = /(^|[\s;-])centavo_device=/;
/** A request that takes longer waits for something else than its turn, a slow client for example, and gives its slot up. */
const MAX_SLOT_MS = 1_000;
/** What operators ask, whatever state the service is in. */
const ALWAYS_ADMITTED = /^\/(health\/|metrics$)/;

/** A gate before all requests, and how many stand before and behind it. */
export interface Admission {
  readonly handler: RequestHandler;
  readonly figures: () => AdmissionFigures;
}

/**
 * Lets so many requests be worked on at once and so many more wait for a slot, by turns of the addresses that they come
 * from. One more than that is refused at once: under any load the service answers as much as it can, and no request waits in vain.
 * Forms with a password have gates of their own, strangers and browsers that signed in before: a crowd of addresses with one
 * each would have a turn each before anybody else.
 *
 * @param maxWaiting how many of one address may wait; of all a third more
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
    const each = Object.values(gates).map((one) => one.figures());
    const sum = (figure: 'taken' | 'waiting' | 'refused') => each.reduce((total, one) => total + one[figure], 0);
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
  // Not at once: where each in a line waits for something else or is refused, all of them would be seen to before anybody else.
  response.once('close', end).once(QUEUED, () => setImmediate(end));
  next();
}
