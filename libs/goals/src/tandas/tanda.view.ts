import { ApiSchema } from '@nestjs/swagger';
import type { FundingFrequency } from '../goals/funding.js';
import type { KnownTanda } from './known-tanda.js';
import type { RoundKind, RoundStatus } from './tanda.js';

@ApiSchema({ description: 'A payment or payout in a turn of a tanda.' })
export class RoundView {
  /** Number of the turn, counted from 1. @example 3 */
  number!: number;
  /** Day of the turn. */
  date!: string;
  /** Kind of the round: `pay` for a payment, `receive` for a payout. */
  kind!: RoundKind;
  /** Amount of the round. @example "1000.00" */
  amount!: string;
  /** Status: `done` if the round is recorded; otherwise `due`, or `late` from the day after its date. */
  status!: RoundStatus;
  /** ID of the transaction that records the round; null if the round is not recorded. */
  transactionId!: string | null;
}

@ApiSchema({ description: 'A tanda: a rotating savings club.' })
export class TandaView {
  id!: string;
  /** Name of the tanda and of its contact. @example "Tanda de la oficina" */
  name!: string;
  /**
   * Amount of one payment. In each turn, you pay it as many times as you have numbers in `myTurns`. @example "1000.00"
   */
  amount!: string;
  /** Number of turns. @example 10 */
  turns!: number;
  /** Numbers of the turns in which you receive the money. @example [4] */
  myTurns!: number[];
  /** Day of the first turn. With `quincena`, the first turn is on the first pay day on or after this day. */
  startDate!: string;
  /** Frequency of the turns. `quincena` means the 15th and the last day of each month. @example quincena */
  every!: FundingFrequency;
  /** ID of the account that pays and receives. */
  accountId!: string;
  /** True if you also pay in your own turns. You then receive this payment as well. @example false */
  ownTurnPays!: boolean;
  /** ID of the contact that belongs to the tanda. The recorded rounds are debts with this contact. */
  contactId!: string;
  /** Currency of the account. */
  currency!: string;
  /** Payments and payouts in the order of the turns. */
  rounds!: RoundView[];
  /** Sum of the recorded payments. @example "3000.00" */
  paid!: string;
  /** Sum of the recorded payouts. @example "0.00" */
  received!: string;
  /** `paid` minus `received`: the balance with the contact. @example "3000.00" */
  position!: string;
  /** Status: `finished` if every round is recorded, otherwise `running`. */
  status!: 'running' | 'finished';
  createdAt!: string;
  updatedAt!: string;
}

export function tandaView({ tanda, currency, rounds, paid, received, isFinished }: KnownTanda): TandaView {
  return {
    id: tanda.id,
    name: tanda.name,
    amount: tanda.amount.toString(),
    turns: tanda.turns,
    myTurns: [...tanda.myTurns],
    startDate: tanda.startDate,
    every: tanda.every,
    accountId: tanda.accountId,
    ownTurnPays: tanda.ownTurnPays,
    contactId: tanda.contactId,
    currency,
    rounds: rounds.map(({ number, date, kind, amount, status, transactionId }) => {
      return { number, date, kind, amount: amount.toString(), status, transactionId };
    }),
    paid: paid.toString(),
    received: received.toString(),
    position: paid.subtract(received).toString(),
    status: isFinished ? 'finished' : 'running',
    createdAt: tanda.createdAt,
    updatedAt: tanda.updatedAt,
  };
}
