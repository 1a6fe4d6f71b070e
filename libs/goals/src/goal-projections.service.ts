import { Injectable } from '@nestjs/common';
import type { Day, UnitOfWork } from '@app/kernel';
import { Clock, Money } from '@app/kernel';
import { fundingUpTo } from './goals/funding.js';
import { selectComingExpenses } from './goals/goal.query.js';
import { Goals } from './goals/goals.service.js';
import { Tandas } from './tandas/tandas.service.js';

export interface Earmarks {
  /** Amount that the account's goals have set aside today. */
  readonly setAside: Money;
  /** Future changes to this amount: the funding on pay days, and as negative amounts the expenses that goals pay. */
  readonly coming: readonly { readonly date: Day; readonly amount: Money }[];
}

export interface ExpectedRound {
  readonly tandaId: string;
  readonly accountId: string;
  readonly date: Day;
  /** Effect of the round on the account: negative for a payment. */
  readonly amount: Money;
}

/** Reads the goals and tandas for the forecast. */
@Injectable()
export class GoalProjections {
  constructor(
    private readonly clock: Clock,
    private readonly goals: Goals,
    private readonly tandas: Tandas,
  ) {}

  /** Returns the amounts set aside in each account that has a goal with funding, by account ID. */
  async earmarks(work: UnitOfWork, until: Day): Promise<Map<string, Earmarks>> {
    const today = this.clock.today();
    const spending = await work.query<{ accountId: string; date: Day; amount: string }>(
      selectComingExpenses(work.workspaceId, today),
    );
    const byAccount = Map.groupBy(await this.goals.select(work, { archived: false }), ({ accountId }) => accountId);
    const funded = [...byAccount].filter(([, goals]) => goals.some(({ funding }) => funding !== null));
    return new Map(
      funded.map(([accountId, goals]) => {
        const { currency } = goals[0]!.target;
        const spent = spending
          .filter((expense) => expense.accountId === accountId)
          .map(({ date, amount }) => ({ date, amount: Money.ofMinor(-BigInt(amount), currency) }));
        // The balance contains a future expense only from its date, so until then the money of the goal is still set
        // aside.
        const setAside = Money.sum(
          [...goals.map(({ saved }) => saved), ...spent.map(({ amount }) => amount.negate())],
          currency,
        );
        return [
          accountId,
          { setAside, coming: [...spent, ...goals.flatMap((goal) => fundingUpTo(goal, today, until))] },
        ];
      }),
    );
  }

  /** Returns the unrecorded rounds up to a day. Late rounds get today's date. */
  async rounds(work: UnitOfWork, until: Day): Promise<ExpectedRound[]> {
    const today = this.clock.today();
    return (await this.tandas.select(work)).flatMap(({ tanda, rounds }) =>
      rounds
        .filter(({ status, date }) => status !== 'done' && date <= until)
        .map(({ kind, date, amount }) => ({
          ...{ tandaId: tanda.id, accountId: tanda.accountId, date: date < today ? today : date },
          amount: kind === 'pay' ? amount.negate() : amount,
        })),
    );
  }
}
