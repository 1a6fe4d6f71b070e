import { Injectable } from '@nestjs/common';
import type { JsonText, UnitOfWork } from '@app/kernel';
import { Database, isRetryable, Problem, problemOfDatabaseError } from '@app/kernel';
import { transactionsEvents } from '../ledger.events.js';
import { TransactionNotInTrash } from '../ledger.problems.js';
import { accountsMoved } from './announced-fields.js';
import type { BatchCreateRequest, BatchOperation, BatchUpdateRequest } from './batch.request.js';
import { errorsWithin } from './batch.request.js';
import { newFields } from './transaction-fields.js';
import { TransactionWrites } from './transaction-writes.service.js';
import type { TrashChanged } from './trash.service.js';
import { Trash } from './trash.service.js';

interface Done {
  readonly created: Set<string>;
  readonly updated: Set<string>;
  readonly trashed: Set<string>;
  readonly restored: Set<string>;
  readonly accountIds: Set<string>;
}

/** Consecutive operations of one kind on different transactions. They run together as one set. */
type Group = readonly [BatchOperation, ...BatchOperation[]];

/**
 * Runs all operations of a batch in order, or none of them.
 * Operations run in sets. If a set fails, the batch runs again one operation at a time, to find the first operation
 * that fails and throw its problem.
 */
@Injectable()
export class TransactionBatches {
  constructor(
    private readonly database: Database,
    private readonly writes: TransactionWrites,
    private readonly trash: Trash,
  ) {}

  /**
   * Runs the batch.
   * @returns the transaction of each operation as it was after that operation
   */
  carryOut(workspaceId: string, operations: readonly BatchOperation[]): Promise<JsonText[]> {
    return this.database.transaction({ workspaceId }, async (work) => {
      let done = nothingDone();
      const results = await inSets(work, () => this.doAll(work, setsOf(operations), done)).catch(
        async (error: unknown) => {
          if (!isRefusal(error)) throw error;
          done = nothingDone();
          return this.doOneByOne(work, operations, done);
        },
      );
      const { accountIds, ...ids } = done;
      const counts = Object.fromEntries(Object.entries(ids).map(([way, some]) => [way, some.size])) as Counts;
      if (Object.values(counts).some((count) => count > 0)) {
        work.announce(transactionsEvents.changed(workspaceId, { data: { ...counts, accountIds: [...accountIds] } }));
      }
      return results;
    });
  }

  private async doAll(work: UnitOfWork, groups: readonly Group[], done: Done): Promise<JsonText[]> {
    const results: JsonText[] = [];
    for (const group of groups) results.push(...(await this.doGroup(work, group, done)));
    return results;
  }

  private async doOneByOne(work: UnitOfWork, operations: readonly BatchOperation[], done: Done): Promise<JsonText[]> {
    const results: JsonText[] = [];
    for (const [at, operation] of operations.entries()) {
      try {
        results.push(...(await this.doGroup(work, [operation], done)));
        await work.drain();
      } catch (last) {
        // After a statement has failed, later errors only report the aborted transaction. The first error is the cause.
        const error: unknown = await work.drain().then(
          () => last,
          (first: unknown) => first,
        );
        throw isRetryable(error) ? error : ofOperation(problemOfDatabaseError(error), at);
      }
    }
    return results;
  }

  private async doGroup(work: UnitOfWork, group: Group, done: Done): Promise<JsonText[]> {
    const ids = group.flatMap((operation) => (operation.op === 'create' ? [] : [operation.id]));
    switch (group[0].op) {
      case 'create':
        return this.create(work, group as readonly BatchCreateRequest[], done);
      case 'update':
        return this.update(work, group as readonly BatchUpdateRequest[], done);
      case 'trash': {
        const trashed = note(done.trashed, await this.trash.putAll(work, ids), done);
        return this.withOthers(work, ids, trashed);
      }
      case 'restore': {
        const restored = note(done.restored, await this.trash.takeAll(work, ids), done);
        const results = await this.withOthers(work, ids, restored);
        if (restored.size < ids.length) throw TransactionNotInTrash();
        return results;
      }
    }
  }

  private async create(work: UnitOfWork, group: readonly BatchCreateRequest[], done: Done): Promise<JsonText[]> {
    const all = group.map(newFields);
    const created = await this.writes.create(work, all);
    for (const { id } of created) done.created.add(id);
    for (const id of accountsMoved(...all).accountIds) done.accountIds.add(id);
    if (created.every(({ body }) => body !== null)) return created.map(({ body }) => body!);
    return this.writes.read(
      work,
      created.map(({ id }) => id),
    );
  }

  private async update(work: UnitOfWork, group: readonly BatchUpdateRequest[], done: Done): Promise<JsonText[]> {
    const edits = group.map(({ op: _, id, ...request }) => ({ id, request }));
    for (const { id, changed, accountIds } of await this.writes.edit(work, edits)) {
      if (changed.length === 0) continue;
      done.updated.add(id);
      for (const accountId of accountIds) done.accountIds.add(accountId);
    }
    return this.writes.read(
      work,
      group.map(({ id }) => id),
    );
  }

  /**
   * Returns the transactions in the order of `ids`. Fetches the transactions that the operations did not change.
   * @throws TransactionNotFound
   */
  private async withOthers(
    work: UnitOfWork,
    ids: readonly string[],
    changed: ReadonlyMap<string, JsonText>,
  ): Promise<JsonText[]> {
    const others = ids.filter((id) => !changed.has(id));
    const read = others.length === 0 ? [] : await this.writes.read(work, others);
    const transactions = new Map([...changed, ...others.map((id, at) => [id, read[at]!] as const)]);
    return ids.map((id) => transactions.get(id)!);
  }
}

type Counts = Record<'created' | 'updated' | 'trashed' | 'restored', number>;

function nothingDone(): Done {
  const [created, updated, trashed, restored] = [
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
    new Set<string>(),
  ];
  return { created, updated, trashed, restored, accountIds: new Set() };
}

function note(ids: Set<string>, changes: readonly TrashChanged[], { accountIds }: Done): Map<string, JsonText> {
  for (const change of changes) {
    ids.add(change.id);
    for (const id of change.accountIds) accountIds.add(id);
  }
  return new Map(changes.map(({ id, body }) => [id, body]));
}

/** Runs `part` in a savepoint, so that the unit of work can continue if it fails. */
async function inSets<T>(work: UnitOfWork, part: () => Promise<T>): Promise<T> {
  try {
    return await work.savepoint(part);
  } catch (error) {
    throw isRetryable(error) ? error : problemOfDatabaseError(error);
  }
}

/** True if the operation is invalid. False if the service or the database failed. */
function isRefusal(error: unknown): error is Problem {
  return error instanceof Problem && error.type.status < 500;
}

/** Adds the index of the operation to the problem that it caused. */
function ofOperation(error: unknown, operation: number): unknown {
  if (!(error instanceof Problem)) return error;
  const errors = error.extras.errors && errorsWithin(error, operation);
  return new Problem(error.type, error.detail, { ...error.extras, ...(errors && { errors }), operation });
}

/**
 * Groups operations into sets. An edit that may release or use an external ID is a separate set, because the order of
 * edits decides whether another transaction may use that ID.
 */
function setsOf(operations: readonly BatchOperation[]): Group[] {
  const sets: [BatchOperation, ...BatchOperation[]][] = [];
  let ids = new Set<string>();
  for (const operation of operations) {
    const set = sets.at(-1);
    const isNew = operation.op === 'create' || !ids.has(operation.id);
    if (set && set[0].op === operation.op && isNew && !standsAlone(operation) && !standsAlone(set[0]))
      set.push(operation);
    else {
      sets.push([operation]);
      ids = new Set();
    }
    if (operation.op !== 'create') ids.add(operation.id);
  }
  return sets;
}

function standsAlone(operation: BatchOperation): boolean {
  return operation.op === 'update' && (operation.externalId !== undefined || operation.accountId !== undefined);
}
