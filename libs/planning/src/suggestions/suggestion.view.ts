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
  /** Latest, smallest and largest amount as decimal strings. */
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
  /** ID of the account that receives the transfers; null for other types. */
  toAccountId!: string | null;
  /** Amount of the latest transaction. */
  amount!: string;
  /** Smallest amount of the transactions. @example "249.00" */
  amountMin!: string;
  /** Largest amount of the transactions. @example "249.00" */
  amountMax!: string;
  /** Detected recurrence. */
  @ApiProperty({ type: () => RecurrenceView })
  recurrence!: RecurrenceView;
  /** Date of the first transaction. */
  firstDate!: string;
  /** Date of the latest transaction. */
  lastDate!: string;
  /** Next expected date, today or later; null if the payments have stopped. */
  nextDate!: string | null;
  /** True if the latest expected payment is missing. */
  stopped!: boolean;
  /** IDs of the payments, oldest first. */
  transactionIds!: string[];
}

@ApiSchema({ description: 'Recurring payments detected in the history.' })
export class SuggestionListView {
  /** Suggestions, most regular payments first. */
  items!: SuggestionView[];
}

export function suggestionView(suggestion: Suggestion): SuggestionView {
  const { recurrence, transactionIds } = suggestion;
  return { ...suggestion, recurrence: { ...recurrence }, transactionIds: [...transactionIds] };
}
