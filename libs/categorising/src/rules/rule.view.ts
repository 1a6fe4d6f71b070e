import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { ConditionField, ConditionOp, ConditionValue } from '../matching/condition.js';
import { OPS_OF_FIELD } from '../matching/condition.js';
import type { ActionKind } from './action.js';
import { ACTION_KINDS } from './action.js';
import type { Rule } from './rule.entity.js';

@ApiSchema({ description: 'A condition on a field of a transaction.' })
export class ConditionView {
  /** Field of the transaction that the condition tests. */
  @ApiProperty({ enum: Object.keys(OPS_OF_FIELD) })
  field!: ConditionField;
  /** Comparison between the field and `value`. */
  @ApiProperty({ enum: [...new Set(Object.values(OPS_OF_FIELD).flat())] })
  op!: ConditionOp;
  /**
   * Value to compare with: a list for `one_of`, the lower and the upper bound for `between`, null for `is_empty`, and
   * otherwise a string.
   */
  @ApiProperty({
    anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }, { type: 'null' as 'string' }],
  })
  value!: ConditionValue;
}

@ApiSchema({ description: 'A change that a rule makes to matching transactions.' })
export class ActionView {
  /** Kind of action. */
  @ApiProperty({ enum: ACTION_KINDS })
  kind!: ActionKind;
  /** Category ID, description, line of notes or tag, depending on `kind`. @example Antojo */
  value!: string;
}

@ApiSchema({ description: 'A rule that changes the transactions that meet its conditions.' })
export class RuleView {
  id!: string;
  /** Name of the rule. @example "Café de la mañana" */
  name!: string;
  /** True if the rule runs on new transactions. */
  enabled!: boolean;
  /**
   * Priority of the rule. Rules run from the lowest to the highest value; rules with the same value run oldest first.
   * @example 100
   */
  priority!: number;
  /** `all` if a transaction must meet all conditions, `any` if it must meet at least one. */
  match!: 'all' | 'any';
  /** Conditions that a transaction must meet. */
  conditions!: ConditionView[];
  /** Changes to matching transactions, at most one of each kind. */
  actions!: ActionView[];
  /** True if later rules do not run on the transactions that this rule matches. */
  stopProcessing!: boolean;
  createdAt!: string;
  updatedAt!: string;
  /** Time of the last match, accurate to a minute; null if the rule has not matched. */
  lastMatchedAt!: string | null;
}

export function ruleView(rule: Rule): RuleView {
  return {
    id: rule.id,
    name: rule.name,
    enabled: rule.enabled,
    priority: rule.priority,
    match: rule.match,
    conditions: rule.conditions.map(({ field, op, value }) => ({ field, op, value })),
    actions: rule.actions.map(({ kind, value }) => ({ kind, value })),
    stopProcessing: rule.stopProcessing,
    createdAt: rule.createdAt.toISOString(),
    updatedAt: rule.updatedAt.toISOString(),
    lastMatchedAt: rule.lastMatchedAt?.toISOString() ?? null,
  };
}
