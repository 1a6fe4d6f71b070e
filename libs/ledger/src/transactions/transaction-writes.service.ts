import { Injectable } from '@nestjs/common';
import type { JsonText, UnitOfWork } from '@app/kernel';
import { changedFields, Clock, foldText, newId, ReferenceNotFound, ValidationFailed } from '@app/kernel';
import { TransactionsCreated, TransactionsEdited } from '../ledger.events.js';
import { requireActive } from '../accounts/account-status.js';
import { SharesNotBalanced, SplitNotBalanced, TransactionInTrash, TransactionNotFound } from '../ledger.problems.js';
import { distinctTags } from '../tags/tag-name.js';
import { Tags } from '../tags/tags.service.js';
import { accountsMoved, shownFields } from './announced-fields.js';
import { editFields } from './transaction-fields.js';
import type { TransactionsToEdit } from './transaction-load.query.js';
import { loadToEdit } from './transaction-load.query.js';
import { receivingOf } from './transaction.entity.js';
import type { StoredTransaction } from './transaction.entity.js';
import { completed, resolve } from './transaction-resolution.query.js';
import type { TransactionRow } from './transaction-text.js';
import { fieldOf, transactionJson } from './transaction-text.js';
import { selectTransactions } from './transaction.query.js';
import type { References } from './transaction-references.query.js';
import { AccountChangedMeanwhile, findReferences, lockContacts } from './transaction-references.query.js';
import type { EditTransactionRequest } from './transaction.request.js';
import type { Movement, TransactionFields } from './transaction.js';
import { changed, changesHoldings, differences, faultsOf, hasDebts, isCounted, isPaidFromGoal } from './transaction.js';
import { imbalance, isTagged, movementsOf } from './transaction.js';
import type {
  NewTransaction,
  ResolvedTransaction,
  TransactionToWrite,
  UpdatedRow,
  WrittenRow,
} from './transaction-write.query.js';
import { insertTransactions, replaceSplits, updateTransactions } from './transaction-write.query.js';

/** A created transaction. `body` is null if splits or rules may have changed the transaction since its insertion. */
export interface Created {
  readonly id: string;
  readonly body: JsonText | null;
}

/** Links new transactions to their origin, such as a schedule. Receives the transaction IDs. */
export type Claim = (ids: readonly string[]) => Promise<void>;

export interface Edit {
  readonly id: string;
  readonly request: EditTransactionRequest;
}

/**
 * An edited transaction. `changed` contains the names of the changed fields as in requests; it is empty if nothing
 * changed.
 */
export interface Edited {
  readonly id: string;
  readonly changed: readonly string[];
  readonly accountIds: readonly string[];
}

interface WorkedOut extends TransactionToWrite {
  readonly before: StoredTransaction;
  readonly change: Partial<TransactionFields>;
  readonly movements: readonly Movement[];
  readonly changed: readonly string[];
}

/**
 * Creates and edits transactions, except by imports. A set of transactions needs as many statements as a single one and
 * is atomic. If several transactions are invalid, the problem of any of them may be thrown.
 */
@Injectable()
export class TransactionWrites {
  constructor(
    private readonly clock: Clock,
    private readonly tags: Tags,
  ) {}

  /**
   * Creates transactions and publishes one event.
   * @param claim runs before the event is published
   */
  async create(work: UnitOfWork, all: readonly TransactionFields[], claim?: Claim): Promise<Created[]> {
    const { workspaceId } = work;
    all.forEach(refuseFaults);
    const created = all.map((fields) => ({ id: newId(), fields }));
    const ids = created.map(({ id }) => id);
    const eventOf = (isSubscribed: boolean) => createdOf(ids, all, isSubscribed);
    const canPipeline = claim === undefined && all.every(({ splits }) => splits.length === 0);
    const insert = (some: readonly NewTransaction[]) => {
      const statement = insertTransactions(workspaceId, some, this.clock.now());
      if (!canPipeline) return work.query<WrittenRow>(statement);
      return work.queryWithFollowUps<WrittenRow>(statement, eventOf(false));
    };
    const unknownContacts = await lockContacts(work, all);
    let written = unknownContacts.size > 0 ? [] : await insert(created);
    if (written.length < all.length) written = await insert(await this.complete(work, created));
    if (written.length < all.length) throw new AccountChangedMeanwhile();
    const parts = created.map(({ id, fields }) => ({ id, splits: fields.splits }));
    if (parts.some(({ splits }) => splits.length > 0)) work.enqueue(replaceSplits(workspaceId, parts));
    const { subscribed } = written[0]!;
    await claim?.(ids);
    await (canPipeline ? work.notify(eventOf(subscribed)) : work.publish(eventOf(subscribed)));
    const rows = byId(written);
    return created.map(({ id, fields }) => {
      const isAsWritten = !subscribed && fields.splits.length === 0;
      return { id, body: isAsWritten ? transactionJson(rows.get(id)!) : null };
    });
  }

  /**
   * Completes new transactions: adds missing tags, and the received amounts of transfers between currencies.
   * @throws the problem of a transaction that cannot be created
   */
  private async complete(work: UnitOfWork, all: readonly NewTransaction[]): Promise<NewTransaction[]> {
    const fields = all.map((one) => one.fields);
    await this.lockTags(work, fields);
    const references = await findReferences(work, fields);
    const resolved = await Promise.all(fields.map((one) => resolve(work, one, references, [])));
    refuseInactive(references, resolved.flatMap(movesOf));
    return all.map(({ id }, at) => {
      const { receiving } = resolved[at]!;
      return { id, fields: { ...fields[at]!, toAmount: receiving?.amount ?? null } };
    });
  }

  /**
   * Edits transactions. Each ID must occur only once. Balances and listeners are updated in the same transaction. An
   * edit that changes nothing does not write a row or publish an event.
   */
  async edit(work: UnitOfWork, edits: readonly Edit[]): Promise<Edited[]> {
    const { workspaceId } = work;
    // Tags must be locked before transactions, in the same order as when a tag is renamed, to avoid a deadlock.
    const tagLists = edits.map(({ request }) => ({ tags: distinctTags(request.tags ?? []) }));
    const tagIds = await this.lockTags(work, tagLists);
    const load = (some: readonly { readonly id: string }[]) =>
      loadToEdit(
        work,
        some.map(({ id }) => id),
        this.clock.now(),
      );
    const loaded = await load(edits);
    const workedOut = await this.workOut(work, edits, loaded, tagIds);
    const edited = workedOut.map(({ id, changed: fields, before, transaction }) => ({
      ...{ id, changed: fields },
      ...accountsMoved(before.fields, transaction.fields),
    }));
    const all = workedOut.filter(isChanged);
    if (all.length === 0) return edited;
    const { figures, scheduledIds } = all.length === edits.length ? loaded : await load(all);
    const movements = all.flatMap((one) => one.movements);
    const named = all.filter(({ change }) => change.externalId != null);
    await holdForExternalIds(
      work,
      named.map(({ transaction }) => transaction.fields),
    );
    const written = await work.query<UpdatedRow>(updateTransactions(workspaceId, all, movements, this.clock.now()));
    const lockedCount = new Set(movements.map(({ accountId }) => accountId)).size;
    if (written.length < all.length || written[0]!.held < lockedCount) throw new AccountChangedMeanwhile();
    const parts = all.filter(
      ({ before, transaction }) => before.fields.splits.length + transaction.fields.splits.length,
    );
    if (parts.length > 0) {
      const splits = parts.map(({ id, transaction }) => ({ id, splits: transaction.fields.splits }));
      await work.query(replaceSplits(workspaceId, splits));
    }
    const idsWhere = (are: (one: TransactionFields) => boolean) =>
      all.filter(({ before, transaction }) => are(before.fields) || are(transaction.fields)).map(({ id }) => id);
    const [countedIds, debtIds, taggedIds] = [idsWhere(isCounted), idsWhere(hasDebts), idsWhere(isTagged)];
    const { subscribed } = written[0]!;
    const kinds = { countedIds, debtIds, taggedIds, scheduledIds, goalIds: idsWhere(isPaidFromGoal) };
    const ids = all.map(({ id }) => id);
    await work.publish(new TransactionsEdited(ids, kinds, figures, subscribed));
    return edited;
  }

  /**
   * Returns transactions in the order of the given IDs.
   * @throws TransactionNotFound
   */
  async read(work: UnitOfWork, ids: readonly string[]): Promise<JsonText[]> {
    const found = await work.query<TransactionRow>(selectTransactions(work.workspaceId, ids, this.clock.now()));
    const rows = byId(found);
    return ids.map((id) => {
      const row = rows.get(id);
      if (!row) throw TransactionNotFound(id);
      return transactionJson(row);
    });
  }

  private async workOut(
    work: UnitOfWork,
    edits: readonly Edit[],
    { stored }: TransactionsToEdit,
    tagIds: (tags: readonly string[]) => string[],
  ): Promise<WorkedOut[]> {
    const changes = edits.map(({ request }, at) => editFields(request, stored[at]!.fields.type));
    const all = changes.map((change, at) => changed(stored[at]!.fields, change));
    all.forEach((fields, at) => refuseFaults({ ...fields, currency: fields.currency ?? stored[at]!.currency }));
    const before = stored.map(({ fields }) => fields);
    const references = await findReferences(work, all, before);
    if (stored.some(({ deletedAt }) => deletedAt !== null)) throw TransactionInTrash();
    return Promise.all(
      edits.map(async ({ id, request }, at): Promise<WorkedOut> => {
        const [was, change] = [stored[at]!, changes[at]!];
        const fields = completed(was, change, all[at]!, references);
        const newTagIds = request.tags ? tagIds(distinctTags(request.tags)) : was.tagIds;
        const transaction = await resolve(work, fields, references, newTagIds);
        const movements = movedBy(was, transaction, references);
        const differing = changedFields(shownFields(was), shownFields(transaction));
        const refiled = request.categoryId !== undefined;
        return { id, transaction, refiled, before: was, change, movements, changed: differing };
      }),
    );
  }

  /** Locks the tags of transactions. Returns a function that maps tag names to their IDs. */
  private async lockTags(work: UnitOfWork, all: readonly { readonly tags: readonly string[] }[]) {
    const names = distinctTags(all.flatMap(({ tags }) => tags));
    const ids = await this.tags.hold(work, names);
    const byName = new Map(names.map((name, at) => [foldText(name), ids[at]!]));
    return (tags: readonly string[]): string[] => tags.map((name) => byName.get(foldText(name))!);
  }
}

/**
 * Validates a transaction without its account, category and contact.
 * @throws ValidationFailed, SplitNotBalanced, SharesNotBalanced, or ReferenceNotFound if a transaction with a goal is not an expense
 */
export function refuseFaults(fields: TransactionFields): void {
  const faults = faultsOf(fields);
  if (faults.length > 0) throw ValidationFailed(faults);
  const splits = imbalance(fields.splits, fields.amount);
  if (splits) throw SplitNotBalanced(splits.sum, splits.amount);
  const shares = imbalance(fields.shares, fields.amount);
  if (shares) throw SharesNotBalanced(shares.sum, shares.amount);
  if (fields.goalId !== null && fields.type !== 'expense')
    throw ReferenceNotFound(['#/goalId'], 'Only an expense has a goal.');
}

function createdOf(
  ids: readonly string[],
  fields: readonly TransactionFields[],
  subscribed: boolean,
): TransactionsCreated {
  const idsWhere = (are: (one: TransactionFields) => boolean) => ids.filter((_, at) => are(fields[at]!));
  const [countedIds, debtIds, taggedIds] = [idsWhere(isCounted), idsWhere(hasDebts), idsWhere(isTagged)];
  const kinds = { countedIds, debtIds, taggedIds, scheduledIds: [], goalIds: idsWhere(isPaidFromGoal) };
  return new TransactionsCreated(ids, kinds, subscribed);
}

function movesOf({ fields, currency, receiving }: ResolvedTransaction): Movement[] {
  return movementsOf(fields, currency, receiving);
}

/** True if an edit changes a field, or if it confirms a category that a rule or an import had set. */
function isChanged({ changed: fields, refiled, before }: WorkedOut): boolean {
  return fields.length > 0 || (refiled === true && before.categorySource !== null);
}

/**
 * Returns the changes that an edit makes to balances.
 * @throws AccountNotActive
 */
function movedBy(before: StoredTransaction, after: ResolvedTransaction, references: References): Movement[] {
  const movementsBefore = movementsOf(before.fields, before.currency, receivingOf(before));
  const holds = movesOf(after);
  if (changesHoldings(before.fields, { ...after.fields, toAmount: after.receiving?.amount ?? null })) {
    refuseInactive(references, [...movementsBefore, ...holds]);
  }
  return differences(movementsBefore, holds);
}

function refuseInactive(references: References, movements: readonly Movement[]): void {
  for (const { accountId } of movements) requireActive(references.accounts.get(accountId));
}

/**
 * If a transaction has an external ID, locks its accounts first. The first writer of an external ID locks its index
 * entry. An import locks its account before it inserts many external IDs, so the opposite order could deadlock.
 */
async function holdForExternalIds(work: UnitOfWork, all: readonly TransactionFields[]) {
  const named = all.filter(({ externalId }) => externalId !== null);
  if (named.length === 0) return;
  const ids = named.flatMap(({ accountId, toAccountId }) => [accountId, toAccountId]).filter((id) => id !== null);
  await work.query({
    name: 'ledger.hold-accounts',
    text: `
      select from ledger_accounts where workspace_id = $1 and id = any($2::uuid[]) order by id for no key update`,
    values: [work.workspaceId, ids],
  });
}

function byId<Row extends TransactionRow>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [fieldOf(row, 'id'), row]));
}
