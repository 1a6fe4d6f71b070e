import { ApiSchema } from '@nestjs/swagger';
import type { OccurrenceStatus } from '../schedules/occurrence.js';

@ApiSchema({ description: 'An expected occurrence of a schedule.' })
export class OccurrenceView {
  /** Expected date: the nominal date, or the banking day to which the schedule moves it. */
  date!: string;
  /** Date that follows from the recurrence, before any move to a banking day. Identifies the occurrence. */
  nominalDate!: string;
  /** Amount of the matched transaction, or else the expected amount. */
  amount!: string;
  /**
   * Status of the occurrence. It becomes `overdue` if no transaction has matched it by the third day after its date.
   */
  status!: OccurrenceStatus;
  /** ID of the matched transaction; null if no transaction matches. */
  transactionId!: string | null;
}

@ApiSchema({ description: 'Occurrences of a schedule.' })
export class OccurrenceListView {
  /** Occurrences, oldest first. */
  items!: OccurrenceView[];
}
