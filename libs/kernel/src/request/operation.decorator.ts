import { applyDecorators, createParamDecorator, Header, HttpCode, SetMetadata, UseInterceptors } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { Request } from 'express';
import { Audited } from '../audit/audited.interceptor.js';
import type { OperationDescription } from './operation.js';
import { OPERATION } from './operation.js';
import type { Principal } from './principal.js';
import './express-request.js';
import { WriteOnce } from './write-once.interceptor.js';

/**
 * Describes an operation and makes it answer 200, with JSON unless it says otherwise (contract section 1). It stands above
 * a decorator that reads a body, because a write is known by what was sent.
 */
export function Operation(operation: OperationDescription): MethodDecorator {
  const { answer, example, alsoAnswers } = operation;
  const type = answer === 'text/csv' ? answer : 'application/json';
  const models = answer === 'text/csv' ? [] : [answer].flat();
  return applyDecorators(
    SetMetadata(OPERATION, operation),
    HttpCode(200),
    UseInterceptors(Audited, WriteOnce),
    ...(alsoAnswers === undefined ? [Header('Content-Type', `${type}; charset=utf-8`)] : []),
    ApiExtraModels(...models),
    ApiOperation({ summary: operation.summary, ...(operation.description && { description: operation.description }) }),
    ApiResponse({
      status: 200,
      description: 'Done.',
      content: {
        [type]: { schema: answerSchema(answer), ...(example === undefined ? {} : { example }) },
        ...textContent(alsoAnswers),
      },
    }),
  );
}

function textContent(examples: OperationDescription['alsoAnswers'] = {}) {
  return Object.fromEntries(
    Object.entries(examples).map(([type, example]) => [type, { schema: { type: 'string' }, example }]),
  );
}

function answerSchema(answer: OperationDescription['answer']) {
  if (answer === 'text/csv') return { type: 'string' };
  const [model] = [answer].flat();
  const reference = { $ref: getSchemaPath(model!) };
  return Array.isArray(answer) ? { type: 'array', items: reference } : reference;
}

/** The authenticated caller of the request. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  return context.switchToHttp().getRequest<Request>().caller;
});
