import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Day, Recurrence } from '@app/kernel';
import { RecurrenceView } from '../schedules/schedule.view.js';
import type { ScheduledType } from '../schedules/schedule.js';

export interface Suggestion {
  readonly id: string;
  readonly description: string;
  readonly accountId: string;
  readonly toAccountId: string | null;
  readonly type: ScheduledType;
  /** Decimal strings: the latest, the smallest and the largest. */
  readonly amount: string;
  readonly amountMin: string;
  readonly amountMax: string;
  readonly recurrence: Recurrence;
  readonly firstDate: Day;
  readonly lastDate: Day;
  readonly nextDate: Day | null;
  readonly stopped: boolean;
  readonly transactionIds: readonly string[];
}

@ApiSchema({ description: 'A recurring payment detected in the history, with its transactions.' })
export class SuggestionView {
  id!: string;
  /** Description of the latest transaction. */
  description!: string;
  accountId!: string;
  type!: ScheduledType;
  /** ID of the receiving account of transfers. */
  toAccountId!: string | null;
  /** Latest amount. */
  amount!: string;
  /** Smallest amount so far. @example "249.00" */
  amountMin!: string;
  /** Largest amount so far. @example "249.00" */
  amountMax!: string;
  /** Recurrence. */
  @ApiProperty({ type: () => RecurrenceView })
  recurrence!: RecurrenceView;
  /** Date of the first transaction. */
  firstDate!: string;
  /** Date of the last transaction. */
  lastDate!: string;
  /** Next expected date from today; null if the payment has stopped. */
  nextDate!: string | null;
  /** True if the last expected payment did not arrive. */
  stopped!: boolean;
  /** IDs of the transactions, oldest first. */
  transactionIds!: string[];
}

@ApiSchema({ description: 'Recurring payments detected in the history.' })
export class SuggestionListView {
  /** Most regular first. */
  items!: SuggestionView[];
}

export function suggestionView(suggestion: Suggestion): SuggestionView {
  const { recurrence, transactionIds } = suggestion;
  return { ...suggestion, recurrence: { ...recurrence }, transactionIds: [...transactionIds] };
}
