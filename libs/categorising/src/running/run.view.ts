import { ApiSchema } from '@nestjs/swagger';

@ApiSchema({ description: 'What came of applying a rule.' })
export class AppliedRuleView {
  /** How many live transactions the rule matches: changed and skipped together. */
  matched!: number;
  changed!: number;
  /** Those already so, with a category that a person chose, or of a type that rules leave alone. */
  skipped!: number;
}

@ApiSchema({ description: 'An application of a rule.' })
export class RuleRunView {
  id!: string;
  createdAt!: string;
  /** Whether categories that a person chose were overwritten as well. */
  force!: boolean;
  matched!: number;
  changed!: number;
  skipped!: number;
  /** When it was taken back; null as long as it stands. */
  undoneAt!: string | null;
}

export class RuleRunPageView {
  items!: RuleRunView[];
  /** Where the next page begins; null on the last one. */
  nextCursor!: string | null;
}

@ApiSchema({ description: 'What came of undoing a run of a rule.' })
export class UndoneRunView {
  /** How many transactions are as they were before the run, in the fields that did not change since. */
  restored!: number;
  /** How many were changed since the run, or moved to the trash. */
  skipped!: number;
}
