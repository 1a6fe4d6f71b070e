import { ApiSchema } from '@nestjs/swagger';

@ApiSchema({ description: 'Outcome of a rule action.' })
export class ExplainedEffectView {
  /** Kind of action. */
  kind!: 'set_category' | 'set_description' | 'append_notes' | 'add_tag';
  /** Value that the action sets or adds. @example Antojo */
  value!: string;
  /**
   * Outcome of the action.
   * - `applied`: the action changed the transaction.
   * - `already_so`: the field already had the value.
   * - `lost`: an earlier rule set the field.
   * - `stopped`: an earlier rule stopped the processing.
   * - `passed_over`: the user chose the category, the transaction is split, or its notes or tags are full.
   * - `undone`: the user undid the run.
   */
  outcome!: 'applied' | 'already_so' | 'lost' | 'stopped' | 'passed_over' | 'undone';
}

@ApiSchema({ description: 'A rule that matched the transaction.' })
export class ExplainedRuleView {
  /** ID of the rule. */
  ruleId!: string;
  /** Name of the rule; null if the rule was deleted. @example "Café de la mañana" */
  name!: string | null;
  /** Time of the match. */
  ranAt!: string;
  /** ID of the run in which the user applied the rule; null if the rule ran on a new transaction. */
  runId!: string | null;
  /** Actions of the rule with their outcomes. */
  effects!: ExplainedEffectView[];
}

@ApiSchema({ description: "Origin of a transaction's category." })
export class ExplainedCategoryView {
  /** ID of the category; null if the transaction has no category. */
  id!: string | null;
  /** Origin of the category; null if the transaction has no category. */
  source!: 'person' | 'rule' | 'import' | null;
  /** ID of the rule that set the category; null if no rule did. */
  ruleId!: string | null;
}

@ApiSchema({ description: 'Rules that matched a transaction, and the origin of its category.' })
export class TransactionExplanationView {
  transactionId!: string;
  /** Category of the transaction, with its origin. */
  category!: ExplainedCategoryView;
  /** Rules that matched the transaction, in the order in which they ran. */
  rules!: ExplainedRuleView[];
}
