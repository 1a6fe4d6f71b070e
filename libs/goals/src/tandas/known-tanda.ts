import type { Day, Money } from '@app/kernel/pure';
import type { RecordedRound, Round, RoundStatus, Tanda } from './tanda.js';
import { roundsOf, statusOf, sumOf } from './tanda.js';

export interface StoredTanda extends Tanda {
  readonly id: string;
  readonly name: string;
  readonly accountId: string;
  readonly contactId: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface KnownRound extends Round {
  readonly status: RoundStatus;
  readonly transactionId: string | null;
}

/** A tanda with all its rounds, and the sums of the recorded payments and payouts. */
export interface KnownTanda {
  readonly tanda: StoredTanda;
  readonly currency: string;
  readonly rounds: readonly KnownRound[];
  readonly paid: Money;
  readonly received: Money;
  readonly isFinished: boolean;
}

export function knownTanda(tanda: StoredTanda, recorded: readonly RecordedRound[], today: Day): KnownTanda {
  const { currency } = tanda.amount;
  const key = ({ number, kind }: Pick<Round, 'number' | 'kind'>) => `${number} ${kind}`;
  const transactions = new Map(recorded.map((round) => [key(round), round.transactionId]));
  const rounds = roundsOf(tanda).map((round) => {
    const transactionId = transactions.get(key(round)) ?? null;
    return { ...round, status: statusOf(round, transactionId !== null, today), transactionId };
  });
  return {
    ...{ tanda, currency, rounds },
    paid: sumOf(recorded, 'pay', currency),
    received: sumOf(recorded, 'receive', currency),
    isFinished: rounds.every(({ status }) => status === 'done'),
  };
}
