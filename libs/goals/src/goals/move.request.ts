import { ApiSchema } from '@nestjs/swagger';
import { amount, day, Field, reference, text } from '@app/kernel';

@ApiSchema({ description: 'Amount to set aside or take back.' })
export class MoveGoalRequest {
  /** Amount to set aside; negative to return money to the free amount of the account. */
  @Field(amount('not zero'))
  amount!: string;

  /** Day of the move. Defaults to today in Mexico. */
  @Field(day(), { optional: true })
  date?: string;

  /** Note; null for none. */
  @Field(text(1, 2000, 'many'), { optional: true, nullable: true })
  note?: string | null;

  /**
   * ID of the goal of the same account from which to take the money; null to take it from the free amount of the
   * account.
   */
  @Field(reference(), { optional: true, nullable: true })
  fromGoalId?: string | null;
}
