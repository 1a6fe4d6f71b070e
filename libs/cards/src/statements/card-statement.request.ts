import { ApiSchema } from '@nestjs/swagger';
import type { FieldRule } from '@app/kernel';
import { amount, day, Field, isAmount, parseAmount, reference } from '@app/kernel';
import { PAYABLE, payableNamed } from './payable-amount.js';

/** What a bank asks for: nothing, or more. */
function asked(): FieldRule {
  const pattern = /^\d{1,13}(\.\d{1,2})?$/;
  return {
    ...amount(),
    detail: 'must be a string with a decimal of up to 13 digits and at most two decimals, zero or more',
    schema: { type: 'string', pattern: pattern.source, examples: ['1250.00'] },
    check: (value) => isAmount(value) && !value.startsWith('-'),
  };
}

/** A named amount of the statement, or an amount in figures. */
function payment(): FieldRule {
  return {
    code: 'AMOUNT_INVALID',
    detail: `must be one of ${PAYABLE.join(', ')}, or a string with a decimal of up to 13 digits and at most two decimals, greater than zero`,
    schema: { type: 'string', examples: ['avoidInterest'] },
    check: (value) => payableNamed(value) !== undefined || (isAmount(value) && parseAmount(value) > 0n),
  };
}

@ApiSchema({ description: 'What the bank says of a statement.' })
export class RecordStatementRequest {
  /** The last day of the period, where it is another than the rule has; the next period follows it. */
  @Field(day(), { optional: true, nullable: true })
  cutOff?: string | null;

  @Field(day(), { optional: true, nullable: true })
  dueDate?: string | null;

  @Field(asked(), { optional: true, nullable: true })
  paymentToAvoidInterest?: string | null;

  @Field(asked(), { optional: true, nullable: true })
  minimumPayment?: string | null;
}

@ApiSchema({ description: 'How much of a statement is paid, and from where.' })
export class PayStatementRequest {
  /**
   * `avoidInterest` pays `remaining`. `minimum` pays `minimumPayment`, at most `remaining`, even if earlier payments covered the
   * minimum. `total` pays the balance less all payments since the cut-off. These three need the scope
   * `accounts:read` too, because they reveal figures of the card. A decimal is an amount in the card's currency.
   */
  @Field(payment())
  amount!: string;

  /** The account to pay from; the card's payFromAccountId unless given. */
  @Field(reference(), { optional: true })
  fromAccountId?: string;

  /** The date of the transfer; today in Mexico unless given. */
  @Field(day(), { optional: true })
  date?: string;
}
