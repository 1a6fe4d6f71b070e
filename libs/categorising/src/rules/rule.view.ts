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
  /** Comparison. */
  @ApiProperty({ enum: [...new Set(Object.values(OPS_OF_FIELD).flat())] })
  op!: ConditionOp;
  /** A list for `one_of` and `between`; null for `is_empty`. */
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
  /** A category ID, a description, a line of notes or a tag, depending on `kind`. @example Antojo */
  value!: string;
}

@ApiSchema({ description: 'A rule: conditions, and actions for the transactions that match them.' })
export class RuleView {
  id!: string;
  /** @example "Café de la mañana" */
  name!: string;
  /** True if the rule runs on new transactions. */
  enabled!: boolean;
  /** Position among the rules. The lowest runs first. @example 100 */
  priority!: number;
  /** Requires all conditions or any of them. */
  match!: 'all' | 'any';
  /** Conditions on a transaction. */
  conditions!: ConditionView[];
  /** Actions on a transaction that meets the conditions. */
  actions!: ActionView[];
  /** True if later rules skip the transactions that this rule matches. */
  stopProcessing!: boolean;
  createdAt!: string;
  updatedAt!: string;
  /** Time of the last match, to the minute; null before the first. */
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
