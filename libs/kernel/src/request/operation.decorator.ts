import { applyDecorators, createParamDecorator, Header, HttpCode, SetMetadata, UseInterceptors } from '@nestjs/common';
import type { ExecutionContext, Type } from '@nestjs/common';
import { ApiExtraModels, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { Request } from 'express';
import type { ProblemKind, ProblemType } from '../problem/problem.js';
import type { Principal, Scope } from './principal.js';
import './express-request.js';
import { WriteOnce } from './write-once.interceptor.js';

/** What an operation says of itself: to its readers in the document, and to the gate that stands before it. */
export interface OperationDescription {
  /** Its name in the document, where its method and path do not say it well. */
  readonly id?: string;
  /** What it does, in the words of the API's verbs. */
  readonly summary: string;
  readonly description?: string;
  /** The class of the answer; in a list of one, the answer is a bare array. Text is told by its media type. */
  readonly answer: Type | [Type] | 'text/csv';
  /** The media types of text that it answers when asked for them, each with an example; what it sends says which it is. */
  readonly alsoAnswers?: Readonly<Partial<Record<'text/csv' | 'text/plain', string>>>;
  /** An answer as it really looks, for the document; what it leaves out is taken from the schema's own example. */
  readonly example?: unknown;
  /** A body as a client sends it, for the document. Without it: the required fields, each with its own example. */
  readonly requestExample?: object;
  /** What each id in the path names, told by the problem that is answered when nothing has it. */
  readonly pathIds?: Readonly<Record<string, ProblemType<[string]>>>;
  /** What each index in the path counts; one that is malformed is answered before the body is looked at, like an id. */
  readonly pathIndexes?: Readonly<Record<string, ProblemType<[string]>>>;
  /** The problems of its own, besides those that every operation may answer. */
  readonly problems?: readonly ProblemKind[];
  /** The scope it needs where that does not follow from the method: a preview that writes nothing may be read_only. */
  readonly scope?: Scope;
  /** A body that is no JSON; the operation reads it by itself. */
  readonly multipart?: boolean;
}

export const OPERATION = 'centavo:operation';

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
    UseInterceptors(WriteOnce),
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
