import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '../database/unit-of-work.js';

/** A class whose instances tell, in the past tense, what has changed. */
type EventClass<Event extends object> = abstract new (...args: never[]) => Event;
type Listener<Event extends object> = (event: Event, work: UnitOfWork) => Promise<void>;

/**
 * Domain events between contexts, awaited inside the publisher's database transaction.
 *
 * Listeners run in the order in which their modules were loaded, which is the order of the contexts. An error in one of
 * them rolls the publisher's change back with everything that followed from it (decision 0004).
 */
@Injectable()
export class DomainEvents {
  private readonly listeners = new Map<EventClass<object>, Listener<object>[]>();

  /** Calls the listener for each event of this class, from now on. */
  on<Event extends object>(event: EventClass<Event>, listener: Listener<Event>): void {
    const others = this.listeners.get(event) ?? [];
    this.listeners.set(event, [...others, listener as Listener<object>]);
  }

  /** Whether anybody would be told of an event of this class. */
  hasListeners(event: EventClass<object>): boolean {
    return this.listeners.has(event);
  }

  /** Tells every listener, one after the other. */
  async publish(event: object, work: UnitOfWork): Promise<void> {
    for (const listener of this.listeners.get(event.constructor as EventClass<object>) ?? []) {
      await listener(event, work);
    }
  }
}
