import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { Day, Recurrence } from '@app/kernel';
import { RecurrenceView } from '../schedules/schedule.view.js';
import type { ScheduledType } from '../schedules/schedule.js';

/** What comes back in the history of a workspace. */
export interface Suggestion {
  readonly id: string;
  readonly description: string;
  readonly accountId: string;
  readonly toAccountId: string | null;
  readonly type: ScheduledType;
  /** As they are written: the latest, the least and the most. */
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

@ApiSchema({ description: 'Something that comes back in the history, with its evidence.' })
export class SuggestionView {
  id!: string;
  /** That of the latest of its transactions. */
  description!: string;
  accountId!: string;
  type!: ScheduledType;
  /** The receiving account of transfers. */
  toAccountId!: string | null;
  /** The latest amount. */
  amount!: string;
  amountMin!: string;
  amountMax!: string;
  @ApiProperty({ type: () => RecurrenceView })
  recurrence!: RecurrenceView;
  firstDate!: string;
  lastDate!: string;
  /** When it should come next, from today on; null where it has stopped. */
  nextDate!: string | null;
  /** Whether it did not come when it should have. */
  stopped!: boolean;
  /** The transactions that it is read from, oldest first. */
  transactionIds!: string[];
}

@ApiSchema({ description: 'What comes back in the history.' })
export class SuggestionListView {
  /** The steadiest first. */
  items!: SuggestionView[];
}

export function suggestionView(suggestion: Suggestion): SuggestionView {
  const { recurrence, transactionIds } = suggestion;
  return { ...suggestion, recurrence: { ...recurrence }, transactionIds: [...transactionIds] };
}
