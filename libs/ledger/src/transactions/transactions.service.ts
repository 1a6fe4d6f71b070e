import { Injectable } from '@nestjs/common';
import type { JsonText, UnitOfWork } from '@app/kernel';
import { Clock, currentAudit, Database, DomainEvents, newId } from '@app/kernel';
import { transactionEvents, TransactionsCreated } from '../ledger.events.js';
import { TransactionNotFound } from '../ledger.problems.js';
import { accountsMoved } from './announced-fields.js';
import { SubscribedWorkspaces } from './subscribed-workspaces.js';
import { newFields } from './transaction-fields.js';
import type { TransactionRow } from './transaction-text.js';
import { transactionJson } from './transaction-text.js';
import { selectTransaction } from './transaction.query.js';
import type { CreateTransactionRequest, EditTransactionRequest } from './transaction.request.js';
import type { TransactionFields } from './transaction.js';
import { isPlain } from './transaction.js';
import type { Claim, Entered } from './transaction-writes.service.js';
import { createdOf, refuseFaults, TransactionWrites } from './transaction-writes.service.js';
import type { WrittenRow } from './transaction-write.query.js';
import { insertPlainTransaction, IS_WRITTEN } from './transaction-write.query.js';

/** How many transactions go into one statement when many are entered. */
const SET_SIZE = 500;

/** Transactions: entered, read and edited. A write holds the accounts that it moves; what they have follows its event. */
@Injectable()
export class Transactions {
  private readonly subscribed = new SubscribedWorkspaces();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: DomainEvents,
    private readonly writes: TransactionWrites,
  ) {}

  /** Enters a transaction. Source: contract section 7, POST. */
  async create(workspaceId: string, request: CreateTransactionRequest): Promise<JsonText> {
    const fields = newFields(request);
    refuseFaults(fields);
    return (await this.createAtOnce(workspaceId, fields)) ?? this.createInSteps(workspaceId, fields);
  }

  /**
   * An everyday transaction that no listener waits for needs one statement, and that travels with its commit. Whether
   * the workspace is subscribed is asked by the statement itself; where it was lately, the attempt is saved.
   */
  private async createAtOnce(workspaceId: string, fields: TransactionFields): Promise<JsonText | null> {
    if (!isPlain(fields) || this.events.hasListeners(TransactionsCreated) || this.subscribed.has(workspaceId))
      return null;
    const id = newId();
    const announced = transactionEvents.created(id, { data: accountsMoved(fields) });
    const statement = insertPlainTransaction(workspaceId, id, fields, this.clock.now(), { act: currentAudit() });
    const event = createdOf([id], [fields], false);
    const [written] = await this.database.single<WrittenRow>({ workspaceId }, statement, {
      event,
      announcement: { events: [announced], condition: IS_WRITTEN },
      writesAuditEntry: true,
    });
    return written ? transactionJson(written) : null;
  }

  private createInSteps(workspaceId: string, fields: TransactionFields): Promise<JsonText> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const entered = (await this.enterPlain(work, fields)) ?? (await this.writes.enter(work, [fields]))[0]!;
      work.audit(entered.id);
      return this.announced(work, entered, fields);
    });
  }

  /** Enters one transaction within a unit of work; answers it as it is then. */
  async enter(work: UnitOfWork, request: CreateTransactionRequest): Promise<JsonText> {
    const fields = newFields(request);
    const [entered] = await this.writes.enter(work, [fields]);
    return this.announced(work, entered!, fields);
  }

  private async announced(work: UnitOfWork, { id, body }: Entered, fields: TransactionFields): Promise<JsonText> {
    work.announce(transactionEvents.created(id, { data: accountsMoved(fields) }));
    return body ?? (await this.writes.read(work, [id]))[0]!;
  }

  /** Enters an everyday transaction in a workspace with subscriptions; null if it has none or a reference is missing. */
  private async enterPlain(work: UnitOfWork, fields: TransactionFields): Promise<Entered | null> {
    if (!isPlain(fields)) return null;
    const { workspaceId } = work;
    const id = newId();
    const [written] = await work.query<WrittenRow>(insertPlainTransaction(workspaceId, id, fields, this.clock.now()));
    if (!written) return null;
    if (!work.isDryRun) this.subscribed.remember(workspaceId, written.subscribed);
    await work.publish(createdOf([id], [fields], written.subscribed));
    return { id, body: written.subscribed ? null : transactionJson(written) };
  }

  /**
   * Enters many transactions within a unit of work, a set at a time; answers their ids in the order given.
   * @param claim sets what the new ones belong to, before their event is published
   */
  async createAll(work: UnitOfWork, requests: readonly CreateTransactionRequest[], claim?: Claim): Promise<string[]> {
    const all = requests.map(newFields);
    const ids: string[] = [];
    for (let at = 0; at < all.length; at += SET_SIZE) {
      ids.push(...(await this.writes.enter(work, all.slice(at, at + SET_SIZE), claim)).map(({ id }) => id));
    }
    return ids;
  }

  /** One transaction, live or in the trash. */
  async get(workspaceId: string, id: string): Promise<JsonText> {
    const [found] = await this.database.read<TransactionRow>(
      workspaceId,
      selectTransaction(workspaceId, id, this.clock.now()),
    );
    if (!found) throw TransactionNotFound(id);
    return transactionJson(found);
  }

  /** Changes what is given; the accounts, and everything that hears of it, follow at once. */
  edit(workspaceId: string, id: string, request: EditTransactionRequest): Promise<JsonText> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const [edited] = await this.writes.edit(work, [{ id, request }]);
      const { changed, accountIds } = edited!;
      if (changed.length > 0) work.announce(transactionEvents.updated(id, { changed, data: { accountIds } }));
      return (await this.writes.read(work, [id]))[0]!;
    });
  }
}
