import { Injectable } from '@nestjs/common';
import type { Day, JsonText, Principal, UnitOfWork } from '@app/kernel';
import { Clock, Database, halfEven, invalidField, Money, ReferenceNotFound, refuseBeyond } from '@app/kernel';
import { Accounts, Transactions, TransferRateRequired } from '@app/ledger';
import { StatementPaid } from '../cards.problems.js';
import type { PayStatementRequest } from './card-statement.request.js';
import { CardStatements } from './card-statements.service.js';
import type { CardAndPeriod } from './card-statements.service.js';
import { leftToPay, payableNamed, paymentDescription } from './payable-amount.js';

interface TransferAmounts {
  readonly amount: string;
  readonly toAmount: string;
}

@Injectable()
export class StatementPayments {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly accounts: Accounts,
    private readonly transactions: Transactions,
    private readonly statements: CardStatements,
  ) {}

  /**
   * Pays a statement with a transfer.
   * @throws AuthInsufficientScope for a named amount without `accounts:read`, because it would reveal figures of the
   * card
   * @throws AccountNotFound, StatementNotFound
   * @throws ValidationFailed if the paying account is missing or is the card itself
   * @throws ReferenceNotFound if the paying account does not exist
   * @throws StatementPaid if nothing is left to pay
   * @throws TransferRateRequired if there is no exchange rate for the date
   */
  async pay(caller: Principal, accountId: string, cutOff: string, request: PayStatementRequest): Promise<JsonText> {
    if (payableNamed(request.amount) !== undefined) refuseBeyond(caller, ['accounts:read']);
    return this.database.transaction({ workspaceId: caller.workspaceId }, async (work) => {
      const statement = await this.statements.hold(work, accountId, cutOff);
      const { card } = statement;
      const from = await this.payer(work, statement, request.fromAccountId);
      const payment = await this.amountOf(work, statement, request.amount);
      const date = request.date ?? this.clock.today();
      return this.transactions.createIn(work, {
        ...{ accountId: from.id, toAccountId: accountId, type: 'transfer', date },
        description: paymentDescription(caller, card.name),
        ...(await this.amounts(work, payment, from.currency, date)),
      });
    });
  }

  private async payer(work: UnitOfWork, { card }: CardAndPeriod, fromAccountId: string | undefined) {
    const id = fromAccountId ?? card.payFromAccountId;
    if (id === null) {
      throw invalidField(['fromAccountId'], 'REQUIRED', 'is required, because the card has no payFromAccountId');
    }
    if (id === card.accountId)
      throw invalidField(['fromAccountId'], 'SAME_ACCOUNT', 'must differ from the account of the card');
    const account = await this.accounts.summary(work, id);
    if (account === undefined) throw ReferenceNotFound(['#/fromAccountId']);
    return account;
  }

  /**
   * Returns the amount to pay in the currency of the card.
   * @throws StatementPaid if nothing is left to pay
   */
  private async amountOf(work: UnitOfWork, { card, period }: CardAndPeriod, requested: string): Promise<Money> {
    const statement = await this.statements.one(work, card, period);
    const payable = payableNamed(requested);
    const left = leftToPay(payable ?? 'total', statement);
    if (!left.isPositive) throw StatementPaid();
    return payable === undefined ? Money.parse(requested, card.limit.currency) : left;
  }

  private async amounts(work: UnitOfWork, payment: Money, from: string, date: Day): Promise<TransferAmounts> {
    const toAmount = payment.toString();
    if (from === payment.currency) return { amount: toAmount, toAmount };
    const [row] = await work.query<{ rate: string }>({
      name: 'cards.payment-rate',
      text: `select rate from fx_rate_on($1, $2, $3, $4)`,
      values: [work.workspaceId, payment.currency, from, date],
    });
    if (row === undefined) throw TransferRateRequired(from, payment.currency);
    const amount = payment.convert(BigInt(row.rate), from, halfEven);
    // At least one cent leaves the account, even if the converted amount rounds to zero.
    return { amount: (amount.isZero ? Money.ofMinor(1n, from) : amount).toString(), toAmount };
  }
}
