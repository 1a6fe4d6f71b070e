import { Injectable } from '@nestjs/common';
import type { Statement } from '../sql/statement.js';
import { EventSignals } from '../outbox/event-signals.service.js';
import type { UnitOfWork } from './unit-of-work.js';

/** A class whose instances tell, in the past tense, what has changed. */
type EventClass<Event extends object> = abstract new (...args: never[]) => Event;
type Listener<Event extends object> = (event: Event, work: UnitOfWork) => Promise<void>;
/** What follows from an event and is one statement whose answer is not needed; null where there is nothing to do. */
type Follower<Event extends object> = (event: Event, workspaceId: string) => Statement | null;

/**
 * Domain events between contexts, awaited inside the publisher's database transaction.
 *
 * Listeners run in the order in which their modules were loaded, which is the order of the contexts. An error in one of
 * them rolls the publisher's change back with everything that followed from it (decision 0004).
 */
@Injectable()
export class DomainEvents {
  private readonly listeners = new Map<EventClass<object>, Listener<object>[]>();
  private readonly followers = new Map<EventClass<object>, Follower<object>[]>();
  private readonly awaitedEverywhere = new Set<EventClass<object>>();

  /** @param signals wakes what processes the public events of committed work */
  constructor(readonly signals: EventSignals) {}

  /** Calls the listener for each event of this class, from now on. */
  on<Event extends object>(event: EventClass<Event>, listener: Listener<Event>): void {
    this.onIfSubscribed(event, listener);
    this.awaitedEverywhere.add(event);
  }

  /**
   * Calls the listener for each event of this class, but lets it be saved in workspaces of which the publisher knows, by
   * what the listener's context told it, that the listener has nothing to do there.
   */
  onIfSubscribed<Event extends object>(event: EventClass<Event>, listener: Listener<Event>): void {
    const others = this.listeners.get(event) ?? [];
    this.listeners.set(event, [...others, listener as Listener<object>]);
  }

  /**
   * Has a statement run for each event of this class. It is sent at once and travels with what is sent next, with the
   * commit perhaps, so that it costs no round trip (decision 0018). It runs before any listener changes what it reads.
   */
  onStatement<Event extends object>(event: EventClass<Event>, statementOf: Follower<Event>): void {
    const others = this.followers.get(event) ?? [];
    this.followers.set(event, [...others, statementOf as Follower<object>]);
  }

  /** The statements that follow from an event in a workspace. */
  followUps(event: object, workspaceId: string): Statement[] {
    const followers = this.followers.get(event.constructor as EventClass<object>) ?? [];
    return followers.map((statementOf) => statementOf(event, workspaceId)).filter((statement) => statement !== null);
  }

  /** Whether a listener is subscribed to events of this class in all workspaces, so that the publisher has to await it. */
  hasListeners(event: EventClass<object>): boolean {
    return this.awaitedEverywhere.has(event);
  }

  /** Sends what follows, and tells every listener, one after the other. */
  async publish(event: object, work: UnitOfWork): Promise<void> {
    for (const statement of this.followUps(event, work.workspaceId)) work.enqueue(statement);
    for (const listener of this.listeners.get(event.constructor as EventClass<object>) ?? []) {
      await listener(event, work);
    }
  }
}
