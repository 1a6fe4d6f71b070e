import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { raw } from 'express';
import {
  PayloadTooLarge,
  RequestMalformed,
  UnsupportedMediaType,
  ValidationFailed,
} from '../problem/wire.problems.js';
import type { OperationDescription } from './operation.decorator.js';
import { OPERATION } from './operation.decorator.js';
import { takesArgument } from './operation.guard.js';
import { unknownField } from './request.pipe.js';

const BODY_ARGUMENT = 3;
const JSON_TYPE = /^application\/json\s*(;\s*charset\s*=\s*"?utf-?8"?\s*)?$/i;

// Compressed bodies are refused, so that a small one cannot unfold into a large one.
const readBytes = raw({ limit: '1mb', type: () => true, inflate: false });

/**
 * Reads the JSON body of an operation after everything that is said first: authentication, route, scope, path.
 * A body parser before the router would answer a broken body where a missing token has to be answered.
 */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operation = this.reflector.get<OperationDescription | undefined>(OPERATION, context.getHandler());
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    if (operation === undefined || operation.multipart || !carriesBody(request)) {
      request.body ??= {};
      return true;
    }
    if (request.headers['content-encoding'] !== undefined) throw UnsupportedMediaType('bodies without compression');
    const bytes = await bodyBytes(request, http.getResponse<Response>());
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

function bodyBytes(request: Request, response: Response): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    readBytes(request, response, (error?: unknown) => {
      if (error === undefined) return resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
      const { type } = error as { type?: string };
      return reject(type === 'entity.too.large' ? PayloadTooLarge('1 MiB') : RequestMalformed('it ended early'));
    });
  });
}

function parseBody(bytes: Buffer, contentType: string): unknown {
  if (!JSON_TYPE.test(contentType)) throw UnsupportedMediaType('application/json in UTF-8');
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw RequestMalformed('it is not JSON in UTF-8');
  }
}
