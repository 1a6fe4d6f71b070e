import { ApiSchema } from '@nestjs/swagger';
import type { OccurrenceStatus } from '../schedules/occurrence.js';

@ApiSchema({ description: 'An expected occurrence of a schedule.' })
export class OccurrenceView {
  /** Expected date: the nominal date, moved to a banking day if the schedule requires it. */
  date!: string;
  /** Date given by the recurrence, before any move to a banking day. Identifies the occurrence. */
  nominalDate!: string;
  /** Expected amount, or the amount of the matched transaction. */
  amount!: string;
  /** Current status. `overdue` if no transaction matched the occurrence by the third day after its date. */
  status!: OccurrenceStatus;
  /** ID of the matched transaction; null if there is none. */
  transactionId!: string | null;
}

@ApiSchema({ description: 'Occurrences of a schedule.' })
export class OccurrenceListView {
  items!: OccurrenceView[];
}
