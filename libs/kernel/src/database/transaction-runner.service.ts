import { MikroORM } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { PoolClient, QueryResultRow } from 'pg';
import { workAtHand } from '../queue/work-at-hand.js';
import type { Statement } from '../sql/statement.js';
import type { AttemptSteps } from './attempt.query.js';
import { attempt } from './attempt.query.js';
import { Connections } from './connections.service.js';
import { DomainEvents } from './domain-events.service.js';
import { JoinedWork } from './joined-work.query.js';
import type { Lender } from './replica.service.js';
import { Replica } from './replica.service.js';
import { sendAsTransaction, sendTogether } from './service-client.query.js';
import type { TransactionScope } from './transaction-scope.js';
import { roleOf } from './transaction-scope.js';
import { UnitOfWork } from './unit-of-work.js';

/** Runs database transactions. Only `Database`, `RequestTransactions` and `ActiveWork` use this class. */
@Injectable()
export class TransactionRunner {
  readonly joined: JoinedWork;

  constructor(
    private readonly orm: MikroORM,
    private readonly events: DomainEvents,
    private readonly connections: Connections,
    private readonly replica: Replica,
  ) {
    this.joined = new JoinedWork(orm, events);
  }

  send(
    scope: TransactionScope,
    begin: string,
    statements: readonly Statement[],
    isRead = false,
  ): Promise<QueryResultRow[][]> {
    const sendAll = (client: PoolClient) => sendAsTransaction(client, begin, statements);
    return this.use(scope, isRead, (to) => to.use(scope.workspaceId ?? '', sendAll, roleOf(scope)));
  }

  async run<T>(
    place: TransactionScope,
    { scope, findings, events, lane = roleOf(place) }: AttemptSteps,
    work: (unit: UnitOfWork, client: PoolClient) => Promise<T>,
    begin = 'begin',
    end = 'commit',
  ): Promise<T> {
    const workspaceId = place.operator ? '' : (place.workspaceId ?? '');
    const onClient = async (client: PoolClient) => {
      const unit = new UnitOfWork(workspaceId, client, this.orm, this.events, { findings, events });
      sendTogether(client);
      const result = await attempt(client, unit, scope, work, client.query(begin), end);
      if (unit.hasWrittenEvents) this.wakeFollowers();
      return result;
    };
    return this.use(place, place.snapshot === true, (to) => to.use(workspaceId, onClient, lane));
  }

  private async use<T>(scope: TransactionScope, isRead: boolean, work: (to: Lender) => Promise<T>): Promise<T> {
    if (this.joined.current()?.dryRunEvents)
      throw new Error('a dry run cannot use the database outside its transaction');
    const { workspaceId = '' } = scope;
    // Background work, such as the request log, may have started in a request and use its context.
    const isOfCaller = workspaceId !== '' && roleOf(scope) === 'app';
    const confirmed = isOfCaller ? workAtHand().confirmCaller?.() : undefined;
    if (confirmed) await confirmed;
    const mayUseReplica = isRead && isOfCaller && workAtHand().readsReplica;
    return mayUseReplica ? this.replica.read(workspaceId, work) : work(this.connections);
  }

  private wakeFollowers(): void {
    this.events.signals.raise((statement) => this.send({}, 'begin', [statement]));
  }
}
