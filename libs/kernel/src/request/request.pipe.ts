import type { FieldCode } from '../problem/field-codes.js';
import { FIELD_CODES } from '../problem/field-codes.js';
import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import type { ValidationError } from 'class-validator';
import { getMetadataStorage, validateSync } from 'class-validator';
import type { ProblemError } from '../problem/problem.js';
import { MAX_VALUES } from './crowded-json.js';
import type { ListFaults } from './field.decorator.js';
import { fieldPointer, ValidationFailed } from '../problem/http.problems.js';

const DEEPEST_NESTING = 16;
/**
 * Maximum members of an object and elements of a list. Valid requests have fewer, and validating a hundred thousand
 * would block the process.
 */
const MAX_MEMBERS = 1_000;
/** Maximum errors in a response. Limits its size if every field of the body is invalid. */
const MAX_ERRORS = 100;

type RequestPart = 'body' | 'query' | 'path';

/** Parses a body, query or path into its request class and reports the errors in each field. Rejects unknown fields. */
@Injectable()
export class RequestPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    const part = type === 'param' ? 'path' : type;
    if (part === 'custom' || metatype === undefined || metatype === Object || metatype === String) return value;
    return readRequest(metatype as new () => object, value, part);
  }
}

/** @throws ValidationFailed with every missing, unknown or malformed field */
export function readRequest<T extends object>(shape: new () => T, value: unknown, part: RequestPart): T {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw ValidationFailed([{ pointer: '#', code: 'OBJECT_EXPECTED', detail: 'must be a JSON object' }]);
  }
  refuseUnknownCrowd(shape, value, part);
  refuseUnreadable(value, part);
  const request = plainToInstance(shape, { ...value }, { exposeDefaultValues: true });
  const faults = validateSync(request, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: true,
    stopAtFirstError: true,
  });
  if (faults.length > 0) {
    throw ValidationFailed(faults.flatMap((fault) => faultErrors(fault, [], part)).slice(0, MAX_ERRORS));
  }
  return request;
}

export function unknownField(path: readonly (string | number)[], part: RequestPart): ProblemError {
  const detail = 'is not a field of this request';
  return { ...whereabouts(path, part), code: 'UNKNOWN_FIELD', detail };
}

/** Rejects an object that has more fields than any valid request, without validating each of them. */
function refuseUnknownCrowd(shape: new () => object, value: object, part: RequestPart): void {
  const names = Object.keys(value);
  if (names.length <= MAX_MEMBERS) return;
  const rules = getMetadataStorage().getTargetValidationMetadatas(shape, '', false, false);
  const known = new Set(rules.map(({ propertyName }) => propertyName));
  const unknown = names.slice(0, MAX_MEMBERS).filter((name) => !known.has(name));
  throw ValidationFailed(unknown.slice(0, MAX_ERRORS).map((name) => unknownField([name], part)));
}

/**
 * Rejects too many values and too deep nesting. Also rejects names that every object inherits, such as `constructor`,
 * because class-transformer would drop them silently. Must run before any other validation.
 * @throws ValidationFailed
 */
export function refuseUnreadable(
  value: object,
  part: RequestPart,
  path: readonly (string | number)[] = [],
  values = { left: MAX_VALUES },
): void {
  const refuse = (code: FieldCode, detail: string) => ValidationFailed([{ ...whereabouts(path, part), code, detail }]);
  if (path.length > DEEPEST_NESTING) throw refuse('TOO_DEEP', 'is nested too deeply');
  const members = Array.isArray(value) ? value.length : Object.keys(value).length;
  values.left -= members;
  if (members > MAX_MEMBERS || values.left < 0) throw refuse('TOO_MANY_VALUES', 'has too many values');
  for (const [key, inner] of Object.entries(value)) {
    if (key in Object.prototype) throw ValidationFailed([unknownField([...path, key], part)]);
    if (typeof inner === 'object' && inner !== null) {
      refuseUnreadable(inner as object, part, [...path, Array.isArray(value) ? Number(key) : key], values);
    }
  }
}

function faultErrors(fault: ValidationError, above: readonly (string | number)[], part: RequestPart) {
  const step = /^\d+$/.test(fault.property) && above.length > 0 ? Number(fault.property) : fault.property;
  const path = [...above, step];
  const errors: ProblemError[] = Object.entries(fault.constraints ?? {}).flatMap(
    ([constraint, detail]): ProblemError | ProblemError[] => {
      if (constraint === 'whitelistValidation') return unknownField(path, part);
      if (fault.value === undefined) return { ...whereabouts(path, part), code: 'REQUIRED', detail: 'is required' };
      const list = fault.contexts?.[constraint] as ListFaults | undefined;
      if (list) {
        return list.faultsOf(fault.value).map(({ index, ...found }) => ({
          ...whereabouts(index === undefined ? path : [...path, index], part),
          ...found,
        }));
      }
      return { ...whereabouts(path, part), code: errorCode(constraint), detail };
    },
  );
  return [...errors, ...(fault.children ?? []).flatMap((child): ProblemError[] => faultErrors(child, path, part))];
}

function errorCode(constraint: string): FieldCode {
  // The rules of this service use the error code as the name of the constraint. class-validator has its own names.
  return FIELD_CODES.find((code) => code === constraint) ?? 'VALUE_INVALID';
}

function whereabouts(path: readonly (string | number)[], part: RequestPart) {
  return part === 'body' ? { pointer: fieldPointer(path) } : { parameter: path.join('.') };
}
