import { Injectable } from '@nestjs/common';
import type { UnitOfWork } from '@app/kernel';
import { Clock, Database, Money, ReferenceNotFound } from '@app/kernel';
import { Accounts, RoundRecorded, Transactions } from '@app/ledger';
import { tandaEvents } from '../goals.events.js';
import { RoundNotFound } from '../goals.problems.js';
import type { KnownRound, KnownTanda } from './known-tanda.js';
import type { DebtPart } from './tanda.js';
import { debtParts } from './tanda.js';
import type { RecordRoundRequest } from './tanda.request.js';
import { Tandas } from './tandas.service.js';
import { insertRound } from './tandas.query.js';

const NOT_MATCHING =
  'The workspace has no transaction with this ID that has the account, amount and type of the round and no debts.';
const TYPE_OF_KIND = { pay: 'expense', receive: 'income' } as const;

/** Records the rounds of tandas as debts with the tanda's contact (decision 0111). */
@Injectable()
export class Rounds {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly tandas: Tandas,
    private readonly accounts: Accounts,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Records a round with a new transaction or an existing one.
   * @throws TandaNotFound, RoundNotFound, RoundRecorded, AccountNotActive
   * @throws ReferenceNotFound if the transaction has a different type, amount or account, or has debts
   */
  record(workspaceId: string, id: string, number: number, request: RecordRoundRequest): Promise<KnownTanda> {
    return this.database.transaction({ workspaceId }, async (work) => {
      const transactionId = await this.recordIn(work, id, number, request);
      const recorded = await this.tandas.one(work, id);
      const data = { number, kind: request.kind, transactionId, accountIds: [recorded.tanda.accountId] };
      work.audit(id);
      work.announce(tandaEvents.recorded(id, { data }));
      return recorded;
    });
  }

  /** Records a round without announcing it. Returns the ID of its transaction. */
  async recordIn(work: UnitOfWork, id: string, number: number, request: RecordRoundRequest): Promise<string> {
    await this.tandas.lock(work, id);
    const known = await this.tandas.one(work, id);
    const round = known.rounds.find((one) => one.number === number && one.kind === request.kind);
    if (round === undefined) throw RoundNotFound(String(number));
    if (round.status === 'done') throw RoundRecorded();
    const parts = debtParts(round, known.paid.subtract(known.received));
    const debt = debtFields(known, round, parts);
    const claim = (transactionId: string) => this.claim(work, known, round, parts, transactionId);
    if (request.transactionId == null) {
      const { tanda } = known;
      const description = `${tanda.name} ${number}/${tanda.turns}`;
      const date = request.date ?? this.clock.today();
      const fields = { accountId: tanda.accountId, date, description, amount: round.amount.toString(), ...debt };
      const [created] = await this.transactions.createAll(work, [fields], ([transactionId]) => claim(transactionId!));
      return created!;
    }
    await this.holdMatching(work, known, round, request.transactionId);
    await claim(request.transactionId);
    await this.transactions.editIn(work, request.transactionId, { ...debt, categoryId: null, goalId: null });
    return request.transactionId;
  }

  /** Stores the round before the debt, because every debt with the tanda's contact must belong to a round. */
  private async claim(
    work: UnitOfWork,
    { tanda, currency }: KnownTanda,
    { number, kind, amount }: KnownRound,
    parts: readonly DebtPart[],
    transactionId: string,
  ): Promise<void> {
    const repaid = parts.find(({ type }) => type.startsWith('repayment'))?.amount ?? Money.zero(currency);
    const round = { tandaId: tanda.id, number, kind };
    await work.query(insertRound(work.workspaceId, round, { amount, repaid }, transactionId));
  }

  /**
   * Checks that a transaction matches the round. Locks the account first, so that the amount, type and account of the
   * transaction cannot change.
   * @throws RoundRecorded if the transaction already records a round
   * @throws ReferenceNotFound if the transaction does not match the round
   */
  private async holdMatching(work: UnitOfWork, known: KnownTanda, round: KnownRound, id: string): Promise<void> {
    const { accountId } = known.tanda;
    await this.accounts.lockForUpdate(work, accountId);
    const [found] = await work.query<{ isServing: boolean; isMatching: boolean }>({
      text: `
        select exists (select from goals_rounds r where r.workspace_id = $1 and r.transaction_id = $2 and r.live) as "isServing",
          exists (select from ledger_live_transactions($1) t
            where t.id = $2 and t.account_id = $3 and t.type = $4 and t.amount = $5)
          and not exists (select from ledger_debts_among($1, array[$2::uuid])) as "isMatching"`,
      values: [work.workspaceId, id, accountId, TYPE_OF_KIND[round.kind], round.amount.minor],
    });
    if (found!.isServing) throw RoundRecorded();
    if (!found!.isMatching) throw ReferenceNotFound(['#/transactionId'], NOT_MATCHING);
  }
}

/** Returns the transaction fields for the debts of a round: a single debt, or an expense or income with two splits. */
function debtFields({ tanda: { contactId } }: KnownTanda, { kind }: KnownRound, parts: readonly DebtPart[]) {
  const [only] = parts;
  if (parts.length === 1) return { type: only!.type, contactId, splits: [] };
  const splits = parts.map(({ type, amount }) => ({ type, amount: amount.toString(), contactId }));
  return { type: TYPE_OF_KIND[kind], splits };
}
