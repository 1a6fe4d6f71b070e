import { Injectable } from '@nestjs/common';
import type { JsonText, Statement, UnitOfWork } from '@app/kernel';
import { Clock, currentAudit, Database, DomainEvents, invalidField, Money, newId, ValidationFailed } from '@app/kernel';
import { TransactionEdited, TransactionsCreated } from '../ledger.events.js';
import {
  AccountNotActive,
  SplitNotBalanced,
  TransactionInTrash,
  TransactionNotFound,
  TransferRateRequired,
} from '../ledger.problems.js';
import { SubscribedWorkspaces } from './subscribed-workspaces.js';
import type { StoredTransaction } from './transaction.entity.js';
import { receivingOf } from './transaction.entity.js';
import { editFields, newFields } from './transaction-fields.js';
import { loadToEdit } from './transaction-load.query.js';
import type { TransactionRow } from './transaction-text.js';
import { transactionJson } from './transaction-text.js';
import { selectTransaction } from './transaction.query.js';
import type { References } from './transaction-references.query.js';
import { findReferences, rateInForce } from './transaction-references.query.js';
import type { CreateTransactionRequest, EditTransactionRequest } from './transaction.request.js';
import type { Movement, TransactionFields } from './transaction.js';
import {
  changed,
  changesHoldings,
  differences,
  faultsOf,
  hasDebts,
  isCategorized,
  isPlain,
  keptToAmount,
  movementsOf,
  received,
  splitImbalance,
} from './transaction.js';
import type { ResolvedTransaction, WrittenRow } from './transaction-write.query.js';
import {
  insertPlainTransaction,
  insertTransaction,
  replaceSplits,
  updateTransaction,
} from './transaction-write.query.js';

/** How many transactions are on their way to the database at once when many are entered. */
const BATCH_SIZE = 50;

/** An account changed between being read and being held; its code makes the unit of work run again. */
class AccountChangedMeanwhile extends Error {
  readonly code = '40001';
}

/** What became of a transaction that was entered. */
type Created = { readonly id: string; readonly body: JsonText; readonly subscribed: boolean };

/** Transactions: entered, read and edited. A write holds the accounts that it moves; what they have follows its event. */
@Injectable()
export class Transactions {
  private readonly subscribed = new SubscribedWorkspaces();

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly events: DomainEvents,
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
    const statement = insertPlainTransaction(workspaceId, id, fields, this.clock.now(), 'nothing', currentAudit());
    const event = createdOf([id], [fields], false);
    const [written] = await this.database.single<WrittenRow>({ workspaceId }, statement, {
      event,
      writesAuditEntry: true,
    });
    return written ? transactionJson(written) : null;
  }

  private createInSteps(workspaceId: string, fields: TransactionFields): Promise<JsonText> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const { id, body, subscribed } = await this.insert(work, fields);
      work.audit(id);
      this.subscribed.remember(workspaceId, subscribed);
      await work.publish(createdOf([id], [fields], subscribed));
      return fields.splits.length > 0 || subscribed ? this.read(work, id) : body;
    });
  }

  /**
   * Enters many transactions within a unit of work and tells of all of them at once; answers their ids in the order
   * given. The statements of a batch travel together, so that a year of them takes about a second.
   */
  async createAll(work: UnitOfWork, requests: readonly CreateTransactionRequest[]): Promise<string[]> {
    const all = requests.map(newFields);
    all.forEach(refuseFaults);
    const created: Created[] = [];
    for (let at = 0; at < all.length; at += BATCH_SIZE) {
      created.push(...(await Promise.all(all.slice(at, at + BATCH_SIZE).map((fields) => this.insert(work, fields)))));
    }
    const ids = created.map(({ id }) => id);
    const subscribed = created.some((one) => one.subscribed);
    await work.publish(createdOf(ids, all, subscribed));
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
      const { figures, ...before } = await loadToEdit(work, id, this.clock.now());
      const change = editFields(request, before.fields.type);
      const fields = changed(before.fields, change);
      refuseFaults({ ...fields, currency: fields.currency ?? before.currency });
      const references = await findReferences(work, fields, [before.fields.accountId, before.fields.toAccountId]);
      if (before.deletedAt !== null) throw TransactionInTrash();
      const after = await resolve(work, completed(before, change, fields, references), references);
      const held = movementsOf(before.fields, before.currency, receivingOf(before));
      const holds = movementsOf(after.fields, after.currency, after.receiving);
      if (changesHoldings(before.fields, { ...after.fields, toAmount: after.receiving?.amount ?? null })) {
        refuseInactive(references, [...held, ...holds]);
      }
      const movements = differences(held, holds);
      if (change.externalId != null) await holdForExternalId(work, fields);
      await write(
        work,
        updateTransaction(workspaceId, id, after, movements, this.clock.now(), request.categoryId !== undefined),
        movements,
      );
      if (before.fields.splits.length + fields.splits.length > 0) {
        await work.query(replaceSplits(workspaceId, id, fields.splits));
      }
      const either = (is: (one: TransactionFields) => boolean) => (is(before.fields) || is(fields) ? [id] : []);
      await work.publish(new TransactionEdited(id, either(isCategorized), either(hasDebts), figures));
      return this.read(work, id);
    });
  }

  private async insert(work: UnitOfWork, fields: TransactionFields): Promise<Created> {
    const { workspaceId } = work;
    const id = newId();
    if (isPlain(fields)) {
      const statement = insertPlainTransaction(workspaceId, id, fields, this.clock.now(), 'to subscribers');
      const [plain] = await work.query<WrittenRow>(statement);
      if (plain) return { id, body: transactionJson(plain), subscribed: plain.subscribed };
    }
    await holdForExternalId(work, fields);
    const references = await findReferences(work, fields);
    const resolved = await resolve(work, fields, references);
    const movements = movementsOf(fields, resolved.currency, resolved.receiving);
    refuseInactive(references, movements);
    const written = await write(
      work,
      insertTransaction(workspaceId, id, resolved, movements, this.clock.now()),
      movements,
    );
    if (fields.splits.length > 0) await work.query(replaceSplits(workspaceId, id, fields.splits));
    return { id, ...written };
  }

  private async read(work: UnitOfWork, id: string): Promise<JsonText> {
    const [found] = await work.query<TransactionRow>(selectTransaction(work.workspaceId, id, this.clock.now()));
    return transactionJson(found!);
  }
}

/** The event of transactions that were entered, their fields in the order of their ids. */
function createdOf(
  ids: readonly string[],
  fields: readonly TransactionFields[],
  subscribed: boolean,
): TransactionsCreated {
  const those = (are: (one: TransactionFields) => boolean) => ids.filter((_, at) => are(fields[at]!));
  return new TransactionsCreated(ids, those(isCategorized), those(hasDebts), subscribed);
}

function refuseFaults(fields: TransactionFields): void {
  const faults = faultsOf(fields);
  if (faults.length > 0) throw ValidationFailed(faults);
  const imbalance = splitImbalance(fields);
  if (imbalance) throw SplitNotBalanced(imbalance.sum, imbalance.amount);
}

function refuseInactive(references: References, movements: readonly Movement[]): void {
  const inactive = movements.some(({ accountId }) => references.accounts.get(accountId)!.status !== 'active');
  if (inactive) throw AccountNotActive();
}

/**
 * The first writer of an external id holds it, like an account. An import locks its account before it enters many of them,
 * so every other writer of one locks it first, too: in the opposite order, the two would wait for each other.
 */
async function holdForExternalId(work: UnitOfWork, { externalId, accountId, toAccountId }: TransactionFields) {
  if (externalId === null) return;
  await work.query({
    name: 'ledger.hold-accounts',
    text: `
      select from ledger_accounts where workspace_id = $1 and id = any($2::uuid[]) order by id for no key update`,
    values: [work.workspaceId, [accountId, toAccountId].filter((id) => id !== null)],
  });
}

async function write(work: UnitOfWork, statement: Statement, movements: readonly Movement[]) {
  const [written] = await work.query<WrittenRow>(statement);
  if (!written || written.held < movements.length) throw new AccountChangedMeanwhile();
  return { body: transactionJson(written), subscribed: written.subscribed };
}

/**
 * The fields of an edit, with what it leaves open taken from the transaction before: the currency of a debt that loses its
 * account, and what a transfer delivers.
 */
function completed(
  before: StoredTransaction,
  change: Partial<TransactionFields>,
  fields: TransactionFields,
  references: References,
): TransactionFields {
  const account = fields.accountId === null ? null : references.accounts.get(fields.accountId)!;
  if (account && account.currency !== before.currency && change.amount === undefined) {
    throw invalidField(['amount'], 'REQUIRED', `must be sent again: the new account is in ${account.currency}`);
  }
  const currency = change.currency ?? (account ? null : before.currency);
  const receiver = fields.toAccountId === null ? null : references.accounts.get(fields.toAccountId)!;
  if (!receiver || change.toAmount != null) return { ...fields, currency };
  const toAmount =
    before.fields.toAmount === null || change.toAmount === null
      ? null
      : keptToAmount(
          {
            amount: Money.ofMinor(before.fields.amount, before.currency),
            toAmount: Money.ofMinor(before.fields.toAmount, before.toCurrency!),
            rate: before.toRate!,
          },
          { amount: Money.ofMinor(fields.amount, account!.currency), toCurrency: receiver.currency },
        );
  return { ...fields, currency, toAmount: toAmount?.minor ?? null };
}

/**
 * Works out the currency of a transaction and what its transfer delivers.
 * @throws TransferRateRequired between currencies without an amount and without a rate of the date.
 */
async function resolve(
  work: UnitOfWork,
  fields: TransactionFields,
  references: References,
): Promise<ResolvedTransaction> {
  const account = fields.accountId === null ? null : references.accounts.get(fields.accountId)!;
  if (account && fields.currency !== null && fields.currency !== account.currency) {
    throw invalidField(['currency'], 'CURRENCY_MISMATCH', `must be the account's currency, ${account.currency}`);
  }
  const currency = account?.currency ?? fields.currency!;
  const receiver = fields.toAccountId === null ? null : references.accounts.get(fields.toAccountId)!;
  const receiving = receiver && {
    accountId: receiver.id,
    currency: receiver.currency,
    amount: await receivedAmount(work, fields, currency, receiver.currency),
  };
  return { fields, currency, receiving, baseCurrency: references.baseCurrency, fixed: account?.fxMode === 'fixed' };
}

async function receivedAmount(work: UnitOfWork, fields: TransactionFields, from: string, to: string): Promise<bigint> {
  if (from === to) {
    if (fields.toAmount !== null && fields.toAmount !== fields.amount) {
      throw invalidField(['toAmount'], 'AMOUNT_MISMATCH', 'must be the amount: both accounts have one currency');
    }
    return fields.amount;
  }
  if (fields.toAmount !== null) return fields.toAmount;
  const rate = await rateInForce(work, from, to, fields.date);
  if (rate === null) throw TransferRateRequired(from, to);
  return received(Money.ofMinor(fields.amount, from), rate, to).minor;
}
