import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import { ValidateBy } from 'class-validator';
import { Field, flag, integer, ListField, oneOf, text } from '@app/kernel';
import type { ConditionField, ConditionOp, ConditionValue } from '../matching/condition.js';
import { OPS_OF_FIELD } from '../matching/condition.js';
import type { ActionKind } from './action.js';
import { ACTION_KINDS } from './action.js';

const FIELDS = Object.keys(OPS_OF_FIELD);
const OPS = [...new Set(Object.values(OPS_OF_FIELD).flat())];
const MAX_PRIORITY = 1_000_000;

/**
 * Checks only the JSON type of a condition's value. `keepConditions` checks that the value fits the field and the
 * operator.
 */
function ConditionValueField(): PropertyDecorator {
  const isText = (value: unknown) => typeof value === 'string';
  const check = (value: unknown) =>
    value == null || isText(value) || (Array.isArray(value) && value.every((item) => isText(item)));
  return applyDecorators(
    ApiProperty({
      required: false,
      anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }, { type: 'null' as 'string' }],
    }),
    ValidateBy(
      { name: 'VALUE_INVALID', validator: { validate: check } },
      { message: 'must be a string, or a list of strings for one_of and between' },
    ),
  );
}

@ApiSchema({ description: 'A condition of a rule.' })
export class ConditionRequest {
  @Field(oneOf(...FIELDS))
  field!: ConditionField;

  /** Comparison between the field and `value`. Each field allows only some comparisons. */
  @Field(oneOf(...OPS))
  op!: ConditionOp;

  /**
   * Value to compare with: a list for `one_of`, the lower and the upper bound for `between`, none for `is_empty`, and
   * otherwise a string.
   */
  @ConditionValueField()
  value?: ConditionValue;
}

@ApiSchema({ description: 'An action of a rule.' })
export class ActionRequest {
  @Field(oneOf(...ACTION_KINDS))
  kind!: ActionKind;

  /** Category ID, description, line of notes or tag, depending on `kind`. */
  @Field(text(0, 2000, 'many'))
  value!: string;
}

export class CreateRuleRequest {
  @Field(text(1, 120))
  name!: string;

  @Field(flag(), { optional: true, byDefault: true })
  enabled: boolean = true;

  /**
   * Priority of the rule. Rules run from the lowest to the highest value; rules with the same value run oldest first.
   */
  @Field(integer(-MAX_PRIORITY, MAX_PRIORITY), { optional: true, byDefault: 100 })
  priority: number = 100;

  /** `all` if a transaction must meet all conditions, `any` if it must meet at least one. */
  @Field(oneOf('all', 'any'), { optional: true, byDefault: 'all' })
  match: 'all' | 'any' = 'all';

  @ListField(() => ConditionRequest, 1, 20)
  conditions!: ConditionRequest[];

  /** Changes to matching transactions, at most one of each kind. */
  @ListField(() => ActionRequest, 1, 10)
  actions!: ActionRequest[];

  /** If true, later rules do not run on the transactions that this rule matches. */
  @Field(flag(), { optional: true, byDefault: false })
  stopProcessing: boolean = false;
}

export class EditRuleRequest {
  @Field(text(1, 120), { optional: true })
  name?: string;

  /** True to run the rule on new transactions. */
  @Field(flag(), { optional: true })
  enabled?: boolean;

  /**
   * Priority of the rule. Rules run from the lowest to the highest value; rules with the same value run oldest first.
   * @example 100
   */
  @Field(integer(-MAX_PRIORITY, MAX_PRIORITY), { optional: true })
  priority?: number;

  /** `all` if a transaction must meet all conditions, `any` if it must meet at least one. */
  @Field(oneOf('all', 'any'), { optional: true })
  match?: 'all' | 'any';

  @ListField(() => ConditionRequest, 1, 20, { optional: true })
  conditions?: ConditionRequest[];

  /** Changes to matching transactions, at most one of each kind. */
  @ListField(() => ActionRequest, 1, 10, { optional: true })
  actions?: ActionRequest[];

  /** If true, later rules do not run on the transactions that this rule matches. */
  @Field(flag(), { optional: true })
  stopProcessing?: boolean;
}

@ApiSchema({ description: 'An unsaved rule.' })
export class PreviewRuleRequest extends EditRuleRequest {
  /** Conditions that a transaction must meet. */
  @ListField(() => ConditionRequest, 1, 20)
  declare conditions: ConditionRequest[];
}

@ApiSchema({ description: 'Options for applying a rule.' })
export class ApplyRuleRequest {
  /** If true, also replaces categories that the user chose. */
  @Field(flag(), { optional: true, byDefault: false })
  force: boolean = false;
}
