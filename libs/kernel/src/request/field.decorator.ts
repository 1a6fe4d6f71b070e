import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, IsArray, IsObject, ValidateBy, ValidateIf, ValidateNested } from 'class-validator';
import type { FieldCode } from '../problem/field-codes.js';
import type { FieldRule } from './field-rule.js';

export interface FieldPresence {
  readonly optional?: boolean;
  readonly nullable?: boolean;
  readonly byDefault?: string | number | boolean | null;
}

export function Field(rule: FieldRule, presence: FieldPresence = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ ...rule.schema, ...presenceSchema(presence) }),
    Transform(({ value }: { value: unknown }) => (rule.normalise ? rule.normalise(value) : value)),
    whenPresent(presence),
    ValidateBy(
      { name: rule.code, validator: { validate: (value: unknown) => rule.check(value) } },
      { message: rule.detail },
    ),
  );
}

/** Limits of a list's length: `most` including duplicates, and `mostDistinct` without them. */
export interface ListBounds {
  readonly most: number;
  readonly distinct: (values: readonly string[]) => readonly string[];
  readonly mostDistinct: number;
}

/** An error in a list, or in its element at `index`. */
export interface ListFault {
  readonly index?: number;
  readonly code: FieldCode;
  readonly detail: string;
}

export interface ListFaults {
  readonly faultsOf: (value: unknown) => ListFault[];
}

export function ValuesField(rule: FieldRule, bounds: ListBounds, presence: FieldPresence = {}): PropertyDecorator {
  const context: ListFaults = { faultsOf: (value) => listFaults(rule, bounds, value) };
  return applyDecorators(
    ApiProperty({ type: 'array', items: { ...rule.schema }, maxItems: bounds.most, ...presenceSchema(presence) }),
    Transform(({ value }: { value: unknown }) =>
      Array.isArray(value) && rule.normalise ? value.map((one) => rule.normalise!(one)) : value,
    ),
    whenPresent(presence),
    ValidateBy(
      { name: rule.code, validator: { validate: (value: unknown) => context.faultsOf(value).length === 0 } },
      { message: rule.detail, context },
    ),
  );
}

function listFaults(rule: FieldRule, { most, distinct, mostDistinct }: ListBounds, value: unknown): ListFault[] {
  if (!Array.isArray(value)) return [{ code: 'LIST_INVALID', detail: 'must be a list' }];
  if (value.length > most) return [{ code: 'TOO_MANY_VALUES', detail: `must have at most ${most} elements` }];
  const faults = value.flatMap((one, index) =>
    rule.check(one) ? [] : [{ index, code: rule.code, detail: rule.detail }],
  );
  if (faults.length > 0 || distinct(value as string[]).length <= mostDistinct) return faults;
  return [{ code: 'TOO_MANY_VALUES', detail: `must have at most ${mostDistinct} different elements` }];
}

export function ListField(element: () => new () => object, min: number, max: number, presence: FieldPresence = {}) {
  return applyDecorators(
    // The OpenAPI module resolves a class lazily only if it gets a function with the name `type`.
    ApiProperty({
      ...{ type: () => element(), isArray: true, maxItems: max, ...presenceSchema(presence) },
      ...(presence.nullable ? {} : { minItems: min }),
    }),
    Type(element),
    whenPresent(presence, (value) => presence.nullable === true && Array.isArray(value) && value.length === 0),
    IsArray({ message: 'must be a list' }),
    ArrayMinSize(min, { message: `must have at least ${min} elements` }),
    ArrayMaxSize(max, { message: `must have at most ${max} elements` }),
    IsObject({ each: true, message: 'must be a list of objects' }),
    ValidateNested({ each: true }),
  );
}

export function ObjectField(shape: () => new () => object, presence: FieldPresence = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: () => shape(), ...presenceSchema(presence) }),
    Type(shape),
    whenPresent(presence),
    IsObject({ message: 'must be an object' }),
    ValidateNested({ message: 'must be an object' }),
  );
}

/**
 * Validates a field if the request contains it. Null is not the same as a missing field, because null clears the field.
 */
function whenPresent(
  { optional, nullable }: FieldPresence,
  isNone: (value: unknown) => boolean = () => false,
): PropertyDecorator {
  return ValidateIf(
    (_, value) => !(optional && value === undefined) && !(nullable && value === null) && !isNone(value),
  );
}

function presenceSchema({ optional, nullable, byDefault }: FieldPresence) {
  return {
    required: !optional,
    ...(nullable ? { nullable: true } : {}),
    ...(byDefault === undefined ? {} : { default: byDefault }),
  };
}
