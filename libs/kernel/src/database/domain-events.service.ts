import { Injectable } from '@nestjs/common';
import type { Statement } from '../sql/statement.js';
import { EventSignals } from '../outbox/event-signals.service.js';
import type { UnitOfWork } from './unit-of-work.js';

type EventClass<Event extends object> = abstract new (...args: never[]) => Event;
type Listener<Event extends object> = (event: Event, work: UnitOfWork) => Promise<void>;
type Follower<Event extends object> = (event: Event, workspaceId: string) => Statement | null;

/**
 * Domain events between contexts. Listeners run in the transaction of the publisher, in the order of the contexts. If a
 * listener throws, the change is rolled back (decision 0004).
 */
@Injectable()
export class DomainEvents {
  private readonly listeners = new Map<EventClass<object>, Listener<object>[]>();
  private readonly followers = new Map<EventClass<object>, Follower<object>[]>();

  constructor(readonly signals: EventSignals) {}

  on<Event extends object>(event: EventClass<Event>, listener: Listener<Event>): void {
    const others = this.listeners.get(event) ?? [];
    this.listeners.set(event, [...others, listener as Listener<object>]);
  }

  /**
   * Registers a statement that runs for each event of this class, before its listeners. The service does not wait for
   * its result, so it costs no round trip (decision 0017).
   */
  onStatement<Event extends object>(event: EventClass<Event>, statementOf: Follower<Event>): void {
    const others = this.followers.get(event) ?? [];
    this.followers.set(event, [...others, statementOf as Follower<object>]);
  }

  send(event: object, work: UnitOfWork): void {
    for (const statementOf of this.followers.get(event.constructor as EventClass<object>) ?? []) {
      const statement = statementOf(event, work.workspaceId);
      if (statement) work.enqueue(statement);
    }
  }

  async notify(event: object, work: UnitOfWork): Promise<void> {
    for (const listener of this.listeners.get(event.constructor as EventClass<object>) ?? []) {
      await listener(event, work);
    }
  }
}
