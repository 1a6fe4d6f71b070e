import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { ValidationFailed } from '../problem/http.problems.js';
import { BodyRoom } from '../queue/body-room.service.js';
import type { OperationDescription } from './operation.js';
import { OPERATION } from './operation.js';
import { takesArgument } from './operation.guard.js';
import { readJsonBody } from './read-json-body.js';
import { unknownField } from './request.pipe.js';

const BODY_ARGUMENT = 3;

/**
 * Reads the JSON body after authentication, routing, and the checks of the scope and the path. A body parser before the
 * router would tell clients without a token that their body is malformed.
 */
@Injectable()
export class JsonBodyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly room: BodyRoom,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const operation = this.reflector.get<OperationDescription | undefined>(OPERATION, context.getHandler());
    const request = context.switchToHttp().getRequest<Request>();
    if (operation === undefined || operation.multipart || !carriesBody(request)) {
      request.body ??= {};
      return true;
    }
    const response = context.switchToHttp().getResponse<Response>();
    request.body = await readJsonBody(request, this.room.meter(request.caller.workspaceId, response));
    const [field] = Object.keys((request.body ?? {}) as object);
    if (field !== undefined && !takesArgument(context, BODY_ARGUMENT)) {
      throw ValidationFailed([unknownField([field], 'body')]);
    }
    return true;
  }
}

export function carriesBody(request: Request): boolean {
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}
