import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { PayloadTooLarge, RequestMalformed, UnsupportedMediaType, ValidationFailed } from '../problem/http.problems.js';
import type { OperationDescription } from './operation.js';
import { OPERATION } from './operation.js';
import { takesArgument } from './operation.guard.js';
import { isJsonType } from './media-type.js';
import { readBody } from './read-body.js';
import { repeatedMember } from './repeated-member.js';
import { unknownField } from './request.pipe.js';

const BODY_ARGUMENT = 3;
const LARGEST_BODY_BYTES = 1024 * 1024;
const LONGEST_NAME_TOLD = 100;

/**
 * Reads the JSON body of an operation after everything that is said first: authentication, route, scope, path.
 * A body parser before the router would answer a broken body where a missing token has to be answered.
 */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operation = this.reflector.get<OperationDescription | undefined>(OPERATION, context.getHandler());
    const request = context.switchToHttp().getRequest<Request>();
    if (operation === undefined || operation.multipart || !carriesBody(request)) {
      request.body ??= {};
      return true;
    }
    // A small compressed body could unfold into a large one.
    if (request.headers['content-encoding'] !== undefined) throw UnsupportedMediaType('bodies without compression');
    const bytes = await readBody(request, LARGEST_BODY_BYTES);
    if (bytes === null) throw PayloadTooLarge('1 MiB');
    request.bodyBytes = bytes;
    request.body = bytes.length === 0 ? {} : parseBody(bytes, request.headers['content-type'] ?? '');
    const [field] = Object.keys((request.body ?? {}) as object);
    if (field !== undefined && !takesArgument(context, BODY_ARGUMENT)) {
      throw ValidationFailed([unknownField([field], 'body')]);
    }
    return true;
  }
}

/** Whether the request announces a body. */
export function carriesBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

function parseBody(bytes: Buffer, contentType: string): unknown {
  if (!isJsonType(contentType)) throw UnsupportedMediaType('application/json in UTF-8');
  let text: string;
  let value: unknown;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw RequestMalformed('it is not JSON in UTF-8');
  }
  const repeated = repeatedMember(text);
  if (repeated === null) return value;
  throw RequestMalformed(`${JSON.stringify(repeated.slice(0, LONGEST_NAME_TOLD))} stands twice in one object`);
}
