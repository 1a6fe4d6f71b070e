import { Injectable } from '@nestjs/common';
import type { Day, UnitOfWork } from '@app/kernel';
import { Clock, Money } from '@app/kernel';
import { fundingUpTo } from './goals/funding.js';
import { Goals } from './goals/goals.service.js';
import { Tandas } from './tandas/tandas.service.js';

/** Amount set aside for an account's goals, and the amounts to set aside on future pay days. */
export interface Earmarks {
  readonly setAside: Money;
  readonly coming: readonly { readonly date: Day; readonly amount: Money }[];
}

export interface ExpectedRound {
  readonly tandaId: string;
  readonly accountId: string;
  readonly date: Day;
  /** Change in the position: negative for a payment. */
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

  /** Returns the earmarks of each account that has a goal with funding, by account ID. */
  async earmarks(work: UnitOfWork, until: Day): Promise<Map<string, Earmarks>> {
    const today = this.clock.today();
    const byAccount = Map.groupBy(await this.goals.select(work, { archived: false }), ({ accountId }) => accountId);
    const funded = [...byAccount].filter(([, goals]) => goals.some(({ funding }) => funding !== null));
    return new Map(
      funded.map(([accountId, goals]) => {
        const saved = goals.map((goal) => goal.saved);
        const coming = goals.flatMap((goal) => fundingUpTo(goal, today, until));
        return [accountId, { setAside: Money.sum(saved, goals[0]!.target.currency), coming }];
      }),
    );
  }

  /** Returns the unrecorded rounds up to a day. Late rounds are expected today. */
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
