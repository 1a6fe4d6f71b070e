import { ApiSchema } from '@nestjs/swagger';
import type { ListBounds } from '@app/kernel';
import { amount, day, Field, flag, integer, oneOf, reference, text, ValuesField } from '@app/kernel';
import { MAX_TURNS } from '../exported-tables.query.js';
import type { FundingFrequency } from '../goals/funding.js';
import { FUNDING_FREQUENCIES } from '../goals/funding.js';
import type { RoundKind } from './tanda.js';
import { ROUND_KINDS } from './tanda.js';

const OWN_TURNS: ListBounds = { most: MAX_TURNS, distinct: (numbers) => numbers, mostDistinct: MAX_TURNS };

export class CreateTandaRequest {
  @Field(text(1, 120))
  name!: string;

  /** Amount of one payment. In each turn, you pay it as many times as you have numbers in `myTurns`. */
  @Field(amount('positive'))
  amount!: string;

  /** Number of turns. */
  @Field(integer(2, MAX_TURNS))
  turns!: number;

  /** Numbers of the turns in which you receive the money. At least one, without duplicates. */
  @ValuesField(integer(1, MAX_TURNS), OWN_TURNS)
  myTurns!: number[];

  /** Day of the first turn. With `quincena`, the first turn is on the first pay day on or after this day. */
  @Field(day())
  startDate!: string;

  /** Frequency of the turns. `quincena` means the 15th and the last day of each month. */
  @Field(oneOf(...FUNDING_FREQUENCIES))
  every!: FundingFrequency;

  /** ID of the account that pays and receives. */
  @Field(reference())
  accountId!: string;

  /** True if you also pay in your own turns. You then receive this payment as well. */
  @Field(flag(), { optional: true, byDefault: false })
  ownTurnPays: boolean = false;
}

export class EditTandaRequest {
  @Field(text(1, 120), { optional: true })
  name?: string;
}

@ApiSchema({ description: 'A round to record: your payment, or the payout that you receive.' })
export class RecordRoundRequest {
  /** Kind of the round: `pay` for a payment, `receive` for a payout. */
  @Field(oneOf(...ROUND_KINDS))
  kind!: RoundKind;

  /** Day of the new transaction. Defaults to today in Mexico. */
  @Field(day(), { optional: true })
  date?: string;

  /**
   * ID of an existing expense (`pay`) or income (`receive`) with exactly the amount of the round; null to create a
   * transaction.
   */
  @Field(reference(), { optional: true, nullable: true })
  transactionId?: string | null;
}
