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
  private readonly awaitedEverywhere = new Set<EventClass<object>>();

  /** Calls the listener for each event of this class, from now on. */
  on<Event extends object>(event: EventClass<Event>, listener: Listener<Event>): void {
    this.onWhereFollowed(event, listener);
    this.awaitedEverywhere.add(event);
  }

  /**
   * Calls the listener for each event of this class, but lets it be saved in workspaces of which the publisher knows, by
   * what the listener's context told it, that the listener has nothing to do there.
   */
  onWhereFollowed<Event extends object>(event: EventClass<Event>, listener: Listener<Event>): void {
    const others = this.listeners.get(event) ?? [];
    this.listeners.set(event, [...others, listener as Listener<object>]);
  }

  /** Whether somebody is to be told of every event of this class, in whatever workspace. */
  hasListeners(event: EventClass<object>): boolean {
    return this.awaitedEverywhere.has(event);
  }

  /** Tells every listener, one after the other. */
  async publish(event: object, work: UnitOfWork): Promise<void> {
    for (const listener of this.listeners.get(event.constructor as EventClass<object>) ?? []) {
      await listener(event, work);
    }
  }
}
