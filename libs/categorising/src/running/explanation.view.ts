import { ApiSchema } from '@nestjs/swagger';

@ApiSchema({ description: 'What became of an action of a rule.' })
export class ExplainedEffectView {
  kind!: 'set_category' | 'set_description' | 'append_notes' | 'add_tag';
  value!: string;
  /**
   * What became of it: applied; already_so; lost to a rule before it; stopped by one; passed_over, because a person chose
   * the category, the transaction is split, or there is no room for more notes or tags; or undone with its run.
   */
  outcome!: 'applied' | 'already_so' | 'lost' | 'stopped' | 'passed_over' | 'undone';
}

@ApiSchema({ description: 'A rule that met the transaction.' })
export class ExplainedRuleView {
  ruleId!: string;
  /** Null where the rule is deleted. */
  name!: string | null;
  /** When it met the transaction. */
  ranAt!: string;
  /** The run, where a person applied the rule; null where it met a new transaction. */
  runId!: string | null;
  effects!: ExplainedEffectView[];
}

@ApiSchema({ description: 'Where the category of a transaction comes from.' })
export class ExplainedCategoryView {
  /** Null without a category. */
  id!: string | null;
  /** Who chose it; null without a category. */
  source!: 'person' | 'rule' | 'import' | null;
  /** The rule that set it, where one did. */
  ruleId!: string | null;
}

@ApiSchema({ description: 'What rules did with a transaction.' })
export class TransactionExplanationView {
  transactionId!: string;
  category!: ExplainedCategoryView;
  /** The rules that met the transaction, in the order in which they did. */
  rules!: ExplainedRuleView[];
}
