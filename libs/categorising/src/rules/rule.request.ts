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

/** Checks only the JSON type of a condition's value; `keepConditions` validates it by field and operator. */
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

  /** Allowed operators depend on the type of the field: text, amount, date or choice. */
  @Field(oneOf(...OPS))
  op!: ConditionOp;

  /** A string; a list for `one_of`; the lower and the upper bound for `between`; absent for `is_empty`. */
  @ConditionValueField()
  value?: ConditionValue;
}

@ApiSchema({ description: 'An action of a rule.' })
export class ActionRequest {
  @Field(oneOf(...ACTION_KINDS))
  kind!: ActionKind;

  /** A category ID, a description, a line of notes or a tag, depending on `kind`. */
  @Field(text(0, 2000, 'many'))
  value!: string;
}

export class CreateRuleRequest {
  @Field(text(1, 120))
  name!: string;

  @Field(flag(), { optional: true, byDefault: true })
  enabled: boolean = true;

  /** Rules run in ascending priority; of equal priorities the oldest runs first. */
  @Field(integer(-MAX_PRIORITY, MAX_PRIORITY), { optional: true, byDefault: 100 })
  priority: number = 100;

  /** `all` requires every condition, `any` at least one. */
  @Field(oneOf('all', 'any'), { optional: true, byDefault: 'all' })
  match: 'all' | 'any' = 'all';

  @ListField(() => ConditionRequest, 1, 20)
  conditions!: ConditionRequest[];

  /** At most one action of each kind. */
  @ListField(() => ActionRequest, 1, 10)
  actions!: ActionRequest[];

  /** If true, later rules do not run on transactions that this rule matches. */
  @Field(flag(), { optional: true, byDefault: false })
  stopProcessing: boolean = false;
}

export class EditRuleRequest {
  @Field(text(1, 120), { optional: true })
  name?: string;

  /** True if the rule runs on new transactions. */
  @Field(flag(), { optional: true })
  enabled?: boolean;

  /** Position among the rules. The lowest runs first. @example 100 */
  @Field(integer(-MAX_PRIORITY, MAX_PRIORITY), { optional: true })
  priority?: number;

  /** Requires all conditions or any of them. */
  @Field(oneOf('all', 'any'), { optional: true })
  match?: 'all' | 'any';

  @ListField(() => ConditionRequest, 1, 20, { optional: true })
  conditions?: ConditionRequest[];

  /** Actions on a transaction that meets the conditions. */
  @ListField(() => ActionRequest, 1, 10, { optional: true })
  actions?: ActionRequest[];

  /** True if later rules skip the transactions that this rule matches. */
  @Field(flag(), { optional: true })
  stopProcessing?: boolean;
}

@ApiSchema({ description: 'An unsaved rule.' })
export class PreviewRuleRequest extends EditRuleRequest {
  /** Conditions on a transaction. */
  @ListField(() => ConditionRequest, 1, 20)
  declare conditions: ConditionRequest[];
}

@ApiSchema({ description: 'Options for applying a rule.' })
export class ApplyRuleRequest {
  /** If true, categories that a person chose are overwritten as well. */
  @Field(flag(), { optional: true, byDefault: false })
  force: boolean = false;
}
