import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy, ValidateIf } from 'class-validator';
import { typesNamed } from '@app/kernel';

const MAX_TYPES = 100;

/** True for a list of known types and families, or `["*"]`. */
export function areEventTypes(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_TYPES) return false;
  if (value.length === 1 && value[0] === '*') return true;
  return value.every((name) => typeof name === 'string' && typesNamed(name).length > 0);
}

export function EventTypesField({ optional = false } = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      type: 'array',
      items: { type: 'string' },
      minItems: 1,
      maxItems: MAX_TYPES,
      required: !optional,
      example: ['transaction.*', 'account.balance_low'],
    }),
    // Does not shorten a list that is too long, so that validation rejects it.
    Transform(({ value }: { value: unknown }) =>
      Array.isArray(value) && value.length <= MAX_TYPES ? [...new Set<unknown>(value)] : value,
    ),
    ValidateIf((_, value) => !(optional && value === undefined)),
    ValidateBy(
      { name: 'EVENT_TYPE_UNKNOWN', validator: { validate: areEventTypes } },
      {
        message:
          'must be a list of event types such as transaction.created or families such as transaction.*, or ["*"]',
      },
    ),
  );
}
