import { Injectable } from '@nestjs/common';
import type { Day, JsonText, Principal, UnitOfWork } from '@app/kernel';
import { Clock, Database, halfEven, invalidField, Money, ReferenceNotFound, refuseBeyond } from '@app/kernel';
import { Accounts, Transactions, TransferRateRequired } from '@app/ledger';
import { StatementPaid } from '../cards.problems.js';
import type { PayStatementRequest } from './card-statement.request.js';
import { CardStatements } from './card-statements.service.js';
import type { CardAndPeriod } from './card-statements.service.js';
import { leftToPay, payableNamed, paymentDescription } from './payable-amount.js';

/** The amounts of a transfer, in the currencies of both accounts. */
interface TransferAmounts {
  readonly amount: string;
  readonly toAmount: string;
}

/** Pays statements of cards by ordinary transfers. Source: contract section 20, pay. */
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
   * Transfers what is to be paid of a statement to the card; answers the transfer.
   * @throws AuthInsufficientScope for a named amount without `accounts:read`: it would reveal the figures of the card
   * @throws AccountNotFound, StatementNotFound
   * @throws ValidationFailed where no account is named to pay from, or the card itself
   * @throws ReferenceNotFound where the account to pay from is not there
   * @throws StatementPaid where nothing is left to pay
   * @throws TransferRateRequired between currencies without a rate of the date
   */
  async pay(caller: Principal, accountId: string, cutOff: string, request: PayStatementRequest): Promise<JsonText> {
    if (payableNamed(request.amount) !== undefined) refuseBeyond(caller, ['accounts:read']);
    return this.database.transaction({ workspaceId: caller.workspaceId }, async (work) => {
      const held = await this.statements.hold(work, accountId, cutOff);
      const { card } = held;
      const from = await this.payer(work, held, request.fromAccountId);
      const payment = await this.amountOf(work, held, request.amount);
      const date = request.date ?? this.clock.today();
      return this.transactions.enter(work, {
        ...{ accountId: from.id, toAccountId: accountId, type: 'transfer', date },
        description: paymentDescription(caller, card.name),
        ...(await this.amounts(work, payment, from.currency, date)),
      });
    });
  }

  private async payer(work: UnitOfWork, { card }: CardAndPeriod, given: string | undefined) {
    const id = given ?? card.payFromAccountId;
    if (id === null) {
      throw invalidField(
        ['fromAccountId'],
        'REQUIRED',
        'is required: the card does not say from which account it is paid',
      );
    }
    if (id === card.accountId)
      throw invalidField(['fromAccountId'], 'SAME_ACCOUNT', 'must be another account than the card');
    const found = await this.accounts.summary(work, id);
    if (found === undefined) throw ReferenceNotFound(['#/fromAccountId']);
    return found;
  }

  /** What is to be paid, in the card's currency. @throws StatementPaid */
  private async amountOf(work: UnitOfWork, { card, period }: CardAndPeriod, asked: string): Promise<Money> {
    const statement = await this.statements.one(work, card, period);
    const payable = payableNamed(asked);
    const left = leftToPay(payable ?? 'total', statement);
    if (!left.isPositive) throw StatementPaid();
    return payable === undefined ? Money.parse(asked, card.limit.currency) : left;
  }

  private async amounts(work: UnitOfWork, payment: Money, from: string, date: Day): Promise<TransferAmounts> {
    const toAmount = payment.toString();
    if (from === payment.currency) return { amount: toAmount, toAmount };
    const [found] = await work.query<{ rate: string }>({
      name: 'cards.payment-rate',
      text: `select rate from fx_rate_on($1, $2, $3, $4)`,
      values: [work.workspaceId, payment.currency, from, date],
    });
    if (found === undefined) throw TransferRateRequired(from, payment.currency);
    const amount = payment.convert(BigInt(found.rate), from, halfEven);
    // A cent at least leaves the account, however little it is worth there.
    return { amount: (amount.isZero ? Money.ofMinor(1n, from) : amount).toString(), toAmount };
  }
}
