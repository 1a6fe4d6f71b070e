import { ApiSchema } from '@nestjs/swagger';

@ApiSchema({ description: 'Result of applying a rule.' })
export class AppliedRuleView {
  /** Number of live transactions that the rule matches: `changed` plus `skipped`. */
  matched!: number;
  /** Number of changed transactions. */
  changed!: number;
  /**
   * Number of matching transactions that did not change, because they already had the values, the user had chosen their
   * category, or they are not expenses or income.
   */
  skipped!: number;
}

@ApiSchema({ description: 'A run of a rule on existing transactions.' })
export class RuleRunView {
  id!: string;
  createdAt!: string;
  /** True if the run also replaced categories that the user chose. */
  force!: boolean;
  /** Number of transactions that the rule matched. */
  matched!: number;
  /** Number of changed transactions. */
  changed!: number;
  /** Number of matching transactions that the run did not change. */
  skipped!: number;
  /** Time of the undo; null if the user has not undone the run. */
  undoneAt!: string | null;
}

@ApiSchema({ description: 'A page of rule runs.' })
export class RuleRunPageView {
  items!: RuleRunView[];
  /** Cursor of the next page; null on the last page. */
  nextCursor!: string | null;
}

@ApiSchema({ description: 'Result of undoing a rule run.' })
export class UndoneRunView {
  /** Number of transactions whose fields were restored. */
  restored!: number;
  /** Number of transactions that did not change, because they were edited or trashed after the run. */
  skipped!: number;
}
