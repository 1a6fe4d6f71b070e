import { ApiExtraModels, ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import { IsArray, ValidateBy } from 'class-validator';
import type { ProblemError } from '@app/kernel';
import {
  Field,
  fieldPointer,
  invalidField,
  oneOf,
  Problem,
  readRequest,
  reference,
  ValidationFailed,
} from '@app/kernel';
import { newFields } from './transaction-fields.js';
import { CreateTransactionRequest, EditTransactionRequest } from './transaction.request.js';
import { faultsOf } from './transaction.js';

const MAX_OPERATIONS = 500;
/** Maximum number of errors. Limits the size of the response if every operation is invalid. */
const MAX_ERRORS = 100;

@ApiSchema({ description: 'Creates a transaction.' })
export class BatchCreateRequest extends CreateTransactionRequest {
  /** Kind of operation. */
  @Field(oneOf('create'))
  op!: 'create';
}

@ApiSchema({ description: 'Edits a transaction.' })
export class BatchUpdateRequest extends EditTransactionRequest {
  /** Kind of operation. */
  @Field(oneOf('update'))
  op!: 'update';

  /** ID of the transaction. */
  @Field(reference())
  id!: string;
}

@ApiSchema({ description: 'Moves a transaction to the trash.' })
export class BatchTrashRequest {
  /** Kind of operation. */
  @Field(oneOf('trash'))
  op!: 'trash';

  /** ID of the transaction. */
  @Field(reference())
  id!: string;
}

@ApiSchema({ description: 'Restores a transaction from the trash.' })
export class BatchRestoreRequest {
  /** Kind of operation. */
  @Field(oneOf('restore'))
  op!: 'restore';

  /** ID of the transaction. */
  @Field(reference())
  id!: string;
}

const SHAPES = {
  create: BatchCreateRequest,
  update: BatchUpdateRequest,
  trash: BatchTrashRequest,
  restore: BatchRestoreRequest,
} as const;

export type BatchOperation = BatchCreateRequest | BatchUpdateRequest | BatchTrashRequest | BatchRestoreRequest;

@ApiSchema({ description: 'Operations on many transactions.' })
@ApiExtraModels(...Object.values(SHAPES))
export class BatchTransactionsRequest {
  /** Operations, in the order in which they run. */
  @ApiProperty({
    type: 'array',
    minItems: 1,
    maxItems: MAX_OPERATIONS,
    // There is no OpenAPI discriminator on `op`, because `create` has one schema per transaction type.
    items: { oneOf: Object.values(SHAPES).map((shape) => ({ $ref: getSchemaPath(shape) })) },
  })
  @ValidateBy(
    {
      name: 'LIST_INVALID',
      validator: { validate: (list: unknown[]) => list.length >= 1 && list.length <= MAX_OPERATIONS },
    },
    { message: `must have 1 to ${MAX_OPERATIONS} operations` },
  )
  @IsArray({ message: 'must be a list' })
  operations!: unknown[];
}

/**
 * Parses each operation by its kind.
 * @throws ValidationFailed with every malformed field in all operations, and the index of the first invalid operation
 */
export function readOperations({ operations }: BatchTransactionsRequest): BatchOperation[] {
  const errors: ProblemError[] = [];
  let first: number | undefined;
  const read = operations.map((operation, at) => {
    try {
      return readOperation(operation);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      errors.push(...errorsWithin(error, at));
      first ??= at;
      return null;
    }
  });
  if (first !== undefined) {
    const { type, detail, extras } = ValidationFailed(errors.slice(0, MAX_ERRORS));
    throw new Problem(type, detail, { ...extras, operation: first });
  }
  return read.filter((operation) => operation !== null);
}

export function errorsWithin({ extras }: Problem, at: number): ProblemError[] {
  const operation = fieldPointer(['operations', at]);
  return (extras.errors ?? []).map(({ pointer, ...error }) =>
    pointer === undefined ? error : { ...error, pointer: pointer.replace(/^#/, operation) },
  );
}

function readOperation(value: unknown): BatchOperation {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidField([], 'OBJECT_EXPECTED', 'must be a JSON object');
  }
  const { op } = value as { op?: unknown };
  if (op === undefined) throw invalidField(['op'], 'REQUIRED', 'is required');
  if (!isKind(op)) throw invalidField(['op'], 'VALUE_NOT_ALLOWED', `must be one of ${Object.keys(SHAPES).join(', ')}`);
  const shape: new () => BatchOperation = SHAPES[op];
  const operation = readRequest<BatchOperation>(shape, value, 'body');
  const faults = operation.op === 'create' ? faultsOf(newFields(operation)) : [];
  if (faults.length > 0) throw ValidationFailed(faults);
  return operation;
}

function isKind(op: unknown): op is keyof typeof SHAPES {
  return typeof op === 'string' && Object.hasOwn(SHAPES, op);
}
