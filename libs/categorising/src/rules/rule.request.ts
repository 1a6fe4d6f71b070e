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

/** A condition's value: a text, a list of texts, or none. What it must hold follows from field and op. */
function ConditionValueField(): PropertyDecorator {
  const isText = (value: unknown) => typeof value === 'string';
  const check = (value: unknown) =>
    value == null || isText(value) || (Array.isArray(value) && value.every((one) => isText(one)));
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

export class ConditionRequest {
  @Field(oneOf(...FIELDS))
  field!: ConditionField;

  /** Which ones a field takes follows from what it is: text, an amount, a date, a choice. */
  @Field(oneOf(...OPS))
  op!: ConditionOp;

  /** A string; for one_of a list, for between the lowest and the highest, for is_empty nothing. */
  @ConditionValueField()
  value?: ConditionValue;
}

export class ActionRequest {
  @Field(oneOf(...ACTION_KINDS))
  kind!: ActionKind;

  /** The id of a category, a description, a line of notes, or a tag. */
  @Field(text(0, 2000, 'many'))
  value!: string;
}

export class CreateRuleRequest {
  @Field(text(1, 120))
  name!: string;

  @Field(flag(), { optional: true, byDefault: true })
  enabled: boolean = true;

  /** Rules run from the smallest to the largest, of equal ones the oldest first. */
  @Field(integer(-MAX_PRIORITY, MAX_PRIORITY), { optional: true, byDefault: 100 })
  priority: number = 100;

  /** Whether all conditions have to be met, or any. */
  @Field(oneOf('all', 'any'), { optional: true, byDefault: 'all' })
  match: 'all' | 'any' = 'all';

  @ListField(() => ConditionRequest, 1, 20)
  conditions!: ConditionRequest[];

  /** Each kind stands there once at most. */
  @ListField(() => ActionRequest, 1, 10)
  actions!: ActionRequest[];

  /** Whether rules after it do nothing where it matches. */
  @Field(flag(), { optional: true, byDefault: false })
  stopProcessing: boolean = false;
}

export class EditRuleRequest {
  @Field(text(1, 120), { optional: true })
  name?: string;

  @Field(flag(), { optional: true })
  enabled?: boolean;

  @Field(integer(-MAX_PRIORITY, MAX_PRIORITY), { optional: true })
  priority?: number;

  @Field(oneOf('all', 'any'), { optional: true })
  match?: 'all' | 'any';

  @ListField(() => ConditionRequest, 1, 20, { optional: true })
  conditions?: ConditionRequest[];

  @ListField(() => ActionRequest, 1, 10, { optional: true })
  actions?: ActionRequest[];

  @Field(flag(), { optional: true })
  stopProcessing?: boolean;
}

/** A rule as it would be created; what decides is match and conditions. */
@ApiSchema({ description: 'A rule as it would be made.' })
export class PreviewRuleRequest extends EditRuleRequest {
  @ListField(() => ConditionRequest, 1, 20)
  declare conditions: ConditionRequest[];
}

@ApiSchema({ description: 'How a rule is applied.' })
export class ApplyRuleRequest {
  /** Whether categories that a person chose are overwritten as well. */
  @Field(flag(), { optional: true, byDefault: false })
  force: boolean = false;
}
