import { ApiSchema } from '@nestjs/swagger';
import { amount, day, Field, reference, text } from '@app/kernel';

@ApiSchema({ description: 'Amount to set aside or to take back.' })
export class MoveGoalRequest {
  /** Positive to set money aside, negative to take it back. */
  @Field(amount('not zero'))
  amount!: string;

  /** Day of the move. Defaults to today in Mexico. */
  @Field(day(), { optional: true })
  date?: string;

  /** Note, in one line; null for none. */
  @Field(text(1, 500), { optional: true, nullable: true })
  note?: string | null;

  /** ID of the goal of the same account that gives the money; null to take it from the free money of the account. */
  @Field(reference(), { optional: true, nullable: true })
  fromGoalId?: string | null;
}
