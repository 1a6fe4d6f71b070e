import type { Day } from '@app/kernel/pure';
import { Money, nominalDateAfter } from '@app/kernel/pure';
import type { FundingFrequency } from '../goals/funding.js';
import { paySeries } from '../goals/funding.js';

export const ROUND_KINDS = ['pay', 'receive'] as const;
export type RoundKind = (typeof ROUND_KINDS)[number];

/** Status of a round. An unrecorded round becomes `late` on the day after its date. */
export type RoundStatus = 'due' | 'done' | 'late';

/** A rotating savings club. In each turn, all members pay, and one member receives the payments. */
export interface Tanda {
  readonly amount: Money;
  readonly turns: number;
  readonly myTurns: readonly number[];
  readonly startDate: Day;
  readonly every: FundingFrequency;
  /** True if the member who receives the money also pays in that turn, and receives this payment as well. */
  readonly ownTurnPays: boolean;
}

export interface Round {
  readonly number: number;
  readonly date: Day;
  readonly kind: RoundKind;
  readonly amount: Money;
}

export interface RecordedRound {
  readonly number: number;
  readonly kind: RoundKind;
  readonly amount: Money;
  readonly transactionId: string;
}

export interface DebtPart {
  readonly type: 'lent' | 'borrowed' | 'repayment_received' | 'repayment_made';
  readonly amount: Money;
}

/**
 * Returns the day of a turn, which follows from the start date. Null if the day is outside the range that the API
 * accepts.
 */
export function dayOfTurn({ every, startDate }: Pick<Tanda, 'every' | 'startDate'>, number: number): Day | null {
  return nominalDateAfter(paySeries({ every, from: startDate }), startDate, number - 1);
}

/** Returns the payments and payouts of all turns. The total of the payments equals the total of the payouts. */
export function roundsOf(tanda: Tanda): Round[] {
  const { amount, turns, myTurns, ownTurnPays } = tanda;
  const mine = BigInt(myTurns.length);
  return Array.from({ length: turns }, (_, at) => at + 1).flatMap((number) => {
    const date = dayOfTurn(tanda, number)!;
    const isOwn = myTurns.includes(number);
    const paid = amount.times(isOwn && !ownTurnPays ? mine - 1n : mine);
    const received = amount.times(isOwn ? BigInt(ownTurnPays ? turns : turns - 1) : 0n);
    const both: Round[] = [
      { number, date, kind: 'pay', amount: paid },
      { number, date, kind: 'receive', amount: received },
    ];
    return both.filter((round) => round.amount.isPositive);
  });
}

export function statusOf({ date }: Pick<Round, 'date'>, isRecorded: boolean, today: Day): RoundStatus {
  if (isRecorded) return 'done';
  return date < today ? 'late' : 'due';
}

export function sumOf(rounds: readonly RecordedRound[], kind: RoundKind, currency: string): Money {
  return Money.sum(
    rounds.filter((round) => round.kind === kind).map(({ amount }) => amount),
    currency,
  );
}

/**
 * Splits a round into debts: a repayment of the open debt, and a new debt for the rest.
 * @param position payments minus payouts before this round
 */
export function debtParts({ kind, amount }: Pick<Round, 'kind' | 'amount'>, position: Money): DebtPart[] {
  const owed = kind === 'pay' ? position.negate() : position;
  const repaid = owed.max(Money.zero(amount.currency)).min(amount);
  const parts: DebtPart[] = [
    { type: kind === 'pay' ? 'repayment_made' : 'repayment_received', amount: repaid },
    { type: kind === 'pay' ? 'lent' : 'borrowed', amount: amount.subtract(repaid) },
  ];
  return parts.filter((part) => part.amount.isPositive);
}
