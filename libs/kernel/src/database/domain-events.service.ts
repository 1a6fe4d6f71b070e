import { Injectable } from '@nestjs/common';
import type { Statement } from '../sql/statement.js';
import { EventSignals } from '../outbox/event-signals.service.js';
import type { UnitOfWork } from './unit-of-work.js';

/** A class of domain events. */
type EventClass<Event extends object> = abstract new (...args: never[]) => Event;
type Listener<Event extends object> = (event: Event, work: UnitOfWork) => Promise<void>;
/** Returns the statement that follows from an event; null if there is nothing to do. */
type Follower<Event extends object> = (event: Event, workspaceId: string) => Statement | null;

/**
 * Domain events between contexts, awaited inside the publisher's database transaction. Listeners run in the order of the
 * contexts. An error in a listener rolls back the publisher's change (decision 0004).
 */
@Injectable()
export class DomainEvents {
  private readonly listeners = new Map<EventClass<object>, Listener<object>[]>();
  private readonly followers = new Map<EventClass<object>, Follower<object>[]>();

  /** @param signals wakes the consumers of public events after a commit */
  constructor(readonly signals: EventSignals) {}

  /** Calls the listener for each event of this class. */
  on<Event extends object>(event: EventClass<Event>, listener: Listener<Event>): void {
    const others = this.listeners.get(event) ?? [];
    this.listeners.set(event, [...others, listener as Listener<object>]);
  }

  /**
   * Runs a statement for each event of this class. It is sent without waiting for its answer, so that it costs no round trip
   * (decision 0018), and runs before the listeners.
   */
  onStatement<Event extends object>(event: EventClass<Event>, statementOf: Follower<Event>): void {
    const others = this.followers.get(event) ?? [];
    this.followers.set(event, [...others, statementOf as Follower<object>]);
  }

  /** Returns the statements that follow from an event in a workspace. */
  followUps(event: object, workspaceId: string): Statement[] {
    const followers = this.followers.get(event.constructor as EventClass<object>) ?? [];
    return followers.map((statementOf) => statementOf(event, workspaceId)).filter((statement) => statement !== null);
  }

  /** Sends the statements that follow, then calls the listeners one after the other. */
  async publish(event: object, work: UnitOfWork): Promise<void> {
    for (const statement of this.followUps(event, work.workspaceId)) work.enqueue(statement);
    for (const listener of this.listeners.get(event.constructor as EventClass<object>) ?? []) {
      await listener(event, work);
    }
  }
}
