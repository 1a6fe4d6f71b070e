import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { AuthInsufficientScope, ValidationFailed } from '../problem/wire.problems.js';
import { isId, isIndex } from './id.js';
import type { OperationDescription } from './operation.js';
import { neededScope, OPERATION } from './operation.js';
import { unknownField } from './request.pipe.js';

const QUERY_ARGUMENT = 4;

/**
 * The gate before every operation: scope first, then the ids in the path, then a query that the operation does not take.
 * Authentication and routing came before; the body is not read yet. Source: contract section 2, "When several apply".
 */
@Injectable()
export class OperationGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const operation = this.reflector.get<OperationDescription | undefined>(OPERATION, context.getHandler());
    if (operation === undefined) return true;
    const request = context.switchToHttp().getRequest<Request>();
    if (neededScope(operation, request.method) === 'read_write' && request.caller.scope !== 'read_write') {
      throw AuthInsufficientScope();
    }
    for (const [name, notFound] of Object.entries(operation.pathIds ?? {})) {
      const id = String(request.params[name]);
      if (!isId(id)) throw notFound(id);
    }
    for (const [name, notFound] of Object.entries(operation.pathIndexes ?? {})) {
      const index = String(request.params[name]);
      if (!isIndex(index)) throw notFound(index);
    }
    const [parameter] = Object.keys(request.query);
    if (parameter !== undefined && !takesArgument(context, QUERY_ARGUMENT)) {
      throw ValidationFailed([unknownField([parameter], 'query')]);
    }
    return true;
  }
}

/** Whether the handler of a request has a parameter of this kind (Nest's RouteParamtypes). */
export function takesArgument(context: ExecutionContext, kind: number): boolean {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) ??
    {}) as object;
  return Object.keys(args).some((key) => key.startsWith(`${kind}:`));
}
