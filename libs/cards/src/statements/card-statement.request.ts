import { ApiSchema } from '@nestjs/swagger';
import type { FieldRule } from '@app/kernel';
import { amount, day, Field, isAmount, parseAmount, reference } from '@app/kernel';
import { PAYABLE, payableNamed } from './payable-amount.js';

function zeroOrMore(): FieldRule {
  const pattern = /^\d{1,13}(\.\d{1,2})?$/;
  return {
    ...amount(),
    detail: 'must be a decimal string of zero or more, with at most 13 integer digits and two decimals',
    schema: { type: 'string', pattern: pattern.source, examples: ['1250.00'] },
    check: (value) => isAmount(value) && !value.startsWith('-'),
  };
}

function payment(): FieldRule {
  return {
    code: 'AMOUNT_INVALID',
    detail: `must be one of ${PAYABLE.join(', ')}, or a decimal string greater than zero, with at most 13 integer digits and two decimals`,
    schema: { type: 'string', examples: ['avoidInterest'] },
    check: (value) => payableNamed(value) !== undefined || (isAmount(value) && parseAmount(value) > 0n),
  };
}

@ApiSchema({ description: 'Dates and amounts that the bank reports for a statement.' })
export class RecordStatementRequest {
  /**
   * Last day of the period, if it is not the day that follows from the card's terms; null removes it. The next period
   * starts on the day after.
   */
  @Field(day(), { optional: true, nullable: true })
  cutOff?: string | null;

  /** Last day to pay without interest; null removes it. */
  @Field(day(), { optional: true, nullable: true })
  dueDate?: string | null;

  /** Amount to pay by the due date to avoid interest; null removes it. */
  @Field(zeroOrMore(), { optional: true, nullable: true })
  paymentToAvoidInterest?: string | null;

  /** Minimum amount to pay by the due date; null removes it. */
  @Field(zeroOrMore(), { optional: true, nullable: true })
  minimumPayment?: string | null;
}

@ApiSchema({ description: 'Amount of a payment and the account to pay from.' })
export class PayStatementRequest {
  /**
   * Amount to pay: a decimal string in the currency of the card, `avoidInterest`, `minimum` or `total`. `avoidInterest`
   * pays `remaining`. `minimum` pays `minimumPayment`, even if earlier payments already covered it, but never more than
   * `remaining`. `total` pays the balance minus all payments since the cut-off. The three words require the scope
   * `accounts:read`, because they reveal figures of the card.
   */
  @Field(payment())
  amount!: string;

  /** ID of the account to pay from. Defaults to the card's `payFromAccountId`. */
  @Field(reference(), { optional: true })
  fromAccountId?: string;

  /** Date of the transfer. Defaults to today in Mexico. */
  @Field(day(), { optional: true })
  date?: string;
}
