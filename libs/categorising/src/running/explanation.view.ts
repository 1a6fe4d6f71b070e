import { ApiSchema } from '@nestjs/swagger';

@ApiSchema({ description: 'The outcome of a rule action.' })
export class ExplainedEffectView {
  /** Kind of action. */
  kind!: 'set_category' | 'set_description' | 'append_notes' | 'add_tag';
  /** Value that the action sets or adds. @example Antojo */
  value!: string;
  /**
   * `lost`: an earlier rule set the field. `stopped`: an earlier rule stopped processing. `passed_over`: a person chose the
   * category, the transaction is split, or more notes or tags do not fit. `undone`: the run was undone.
   */
  outcome!: 'applied' | 'already_so' | 'lost' | 'stopped' | 'passed_over' | 'undone';
}

@ApiSchema({ description: 'A rule that matched the transaction.' })
export class ExplainedRuleView {
  /** ID of the rule. */
  ruleId!: string;
  /** Null if the rule was deleted. @example "Café de la mañana" */
  name!: string | null;
  /** Time of the match. */
  ranAt!: string;
  /** ID of the run if a person applied the rule; null if the rule ran on a new transaction. */
  runId!: string | null;
  /** Actions of the rule with their results. */
  effects!: ExplainedEffectView[];
}

@ApiSchema({ description: "The origin of a transaction's category." })
export class ExplainedCategoryView {
  /** Null if the transaction has no category. */
  id!: string | null;
  /** Origin of the category; null if the transaction has none. */
  source!: 'person' | 'rule' | 'import' | null;
  /** ID of the rule that set the category, if any. */
  ruleId!: string | null;
}

@ApiSchema({ description: 'The rule history of a transaction.' })
export class TransactionExplanationView {
  transactionId!: string;
  category!: ExplainedCategoryView;
  /** Rules that matched the transaction, in the order in which they ran. */
  rules!: ExplainedRuleView[];
}
