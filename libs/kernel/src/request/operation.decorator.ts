import {
  applyDecorators,
  createParamDecorator,
  Header,
  HttpCode,
  RequestMethod,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import type { ExecutionContext } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AuditInterceptor } from './audit.interceptor.js';
import { clientGone } from '../queue/client-gone.js';
import { BulkInterceptor } from './bulk.interceptor.js';
import { DryRunInterceptor } from './dry-run.interceptor.js';
import { EffectsView } from '../dry-run/effects.view.js';
import type { OperationDescription } from './operation.js';
import { OPERATION, SCOPE_TOPIC } from './operation.js';
import type { ScopeTopic } from './scopes.js';
import type { Principal } from './principal.js';
import './express-request.js';
import { IdempotencyInterceptor } from './idempotency.interceptor.js';
import { IfMatchInterceptor } from './if-match.interceptor.js';

/**
 * Describes an operation. By default, it returns status 200 and JSON. Must be above the decorators of the method and of
 * the body, because it reads their metadata.
 */
export function Operation(operation: OperationDescription): MethodDecorator {
  const { answer, example, alsoAnswers } = operation;
  const mediaTypes = mediaTypesOf(answer);
  const [type = 'application/json'] = mediaTypes;
  const models = modelsOf(answer);
  return applyDecorators(
    SetMetadata(OPERATION, operation),
    HttpCode(200),
    changes,
    ...(alsoAnswers === undefined ? [Header('Content-Type', `${type}; charset=utf-8`)] : []),
    ApiExtraModels(...models, EffectsView),
    ApiOperation({ summary: operation.summary, ...(operation.description && { description: operation.description }) }),
    ApiResponse({
      status: 200,
      description: 'Done.',
      content: {
        [type]: { schema: answerSchema(answer), ...(example === undefined ? {} : { example }) },
        ...Object.fromEntries(mediaTypes.slice(1).map((other) => [other, { schema: BYTES, example }])),
        ...textContent(alsoAnswers),
      },
    }),
  );
}

/**
 * Sets the scope topic of a controller. Its operations need the read or the write scope of this topic, unless they name
 * other scopes.
 */
export const Scoped = (topic: ScopeTopic): ClassDecorator => SetMetadata(SCOPE_TOPIC, topic);

/**
 * Returns a function that describes the operations on one kind of resource:
 * `const OnAccount = operationsOn({ answer: AccountView, pathIds: { id: AccountNotFound } })`.
 */
export function operationsOn(
  shared: Pick<
    OperationDescription,
    'answer' | 'pathIds' | 'pathNames' | 'resource' | 'example' | 'dryRun' | 'scopes' | 'recorded'
  >,
) {
  return (summary: string, own: Omit<Partial<OperationDescription>, 'summary'> = {}): MethodDecorator =>
    Operation({ ...shared, summary, ...own });
}

/**
 * Adds the interceptors for writes to every operation except GET. They are not global, because they would add 20
 * microseconds to each GET, which is a tenth of the duration of a small one.
 */
const changes: MethodDecorator = (target, name, descriptor) => {
  const method = Reflect.getMetadata(METHOD_METADATA, descriptor.value as object) as RequestMethod | undefined;
  if (method === undefined) throw new Error(`@Operation must be above the decorator of the method at ${String(name)}`);
  if (method !== RequestMethod.GET)
    UseInterceptors(
      AuditInterceptor,
      BulkInterceptor,
      IdempotencyInterceptor,
      DryRunInterceptor,
      IfMatchInterceptor,
    )(target, name, descriptor);
};

function textContent(examples: OperationDescription['alsoAnswers'] = {}) {
  return Object.fromEntries(
    Object.entries(examples).map(([type, example]) => [
      type,
      { schema: type === 'application/zip' ? BYTES : { type: 'string' }, example },
    ]),
  );
}

const BYTES = { type: 'string', format: 'binary' };

function mediaTypesOf(answer: OperationDescription['answer']): readonly string[] {
  if (answer === 'text/csv') return [answer];
  return 'mediaTypes' in answer ? answer.mediaTypes : [];
}

function modelsOf(answer: OperationDescription['answer']): (new (...args: never[]) => object)[] {
  return answer === 'text/csv' || 'mediaTypes' in answer ? [] : [answer].flat();
}

function answerSchema(answer: OperationDescription['answer']) {
  if (answer === 'text/csv') return { type: 'string' };
  const [model] = modelsOf(answer);
  if (model === undefined) return BYTES;
  const reference = { $ref: getSchemaPath(model) };
  return Array.isArray(answer) ? { type: 'array', items: reference } : reference;
}

export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Principal => {
  return context.switchToHttp().getRequest<Request>().caller;
});

/** Injects a signal that aborts if the client disconnects before it has received the response. */
export const ClientGone = createParamDecorator((_: unknown, context: ExecutionContext): AbortSignal => {
  return clientGone(context.switchToHttp().getResponse<Response>());
});
