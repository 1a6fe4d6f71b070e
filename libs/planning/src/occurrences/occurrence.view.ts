import { ApiSchema } from '@nestjs/swagger';
import type { OccurrenceStatus } from '../schedules/occurrence.js';

@ApiSchema({ description: 'A time at which a schedule expects something.' })
export class OccurrenceView {
  /** When it is expected: the nominal date, moved to a banking day where the schedule says so. */
  date!: string;
  /** The date by the recurrence; it names the occurrence. */
  nominalDate!: string;
  /** The expected amount; once a transaction met the occurrence, its amount. */
  amount!: string;
  /** Overdue is what nothing met until the third day after its date. */
  status!: OccurrenceStatus;
  /** The transaction that met it. */
  transactionId!: string | null;
}

@ApiSchema({ description: 'The occurrences of a schedule.' })
export class OccurrenceListView {
  items!: OccurrenceView[];
}
