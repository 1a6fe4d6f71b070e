import type { CanActivate, ExecutionContext } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { HttpAdapterHost, Reflector } from '@nestjs/core';
import type { Express, Request, Response } from 'express';
import { MethodNotAllowed, ValidationFailed } from '../problem/http.problems.js';
import type { RouteLayer } from './allowed-methods.js';
import { allowedMethods } from './allowed-methods.js';
import { isId, isIndex } from '../id/id.js';
import { noteReadsReplica } from '../queue/work-at-hand.js';
import { asksDryRun, asksIntoClosed, withoutFlags } from './dry-run.js';
import type { OperationDescription } from './operation.js';
import { neededRole, neededScopes, OPERATION, SCOPE_TOPIC, scopesToTry } from './operation.js';
import { refuseBelow, refuseBeyond } from './scope-check.js';
import type { ScopeTopic } from './scopes.js';
import { unknownField } from './request.pipe.js';

const QUERY_ARGUMENT = 4;

/**
 * Checks the role and the scope, then the IDs in the path, and then the query. Runs after authentication and routing, and
 * before the body is read.
 */
@Injectable()
export class OperationGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly http: HttpAdapterHost,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const operation = this.reflector.get<OperationDescription | undefined>(OPERATION, context.getHandler());
    if (operation === undefined) return true;
    const request = context.switchToHttp().getRequest<Request>();
    const hasIds = Object.keys(operation.pathIds ?? {}).every((name) => isId(request.params[name]));
    // A path segment that is not an ID may belong to another route with other methods.
    if (!hasIds) this.refuseUnknownMethod(request);
    const { query } = request;
    const topic = this.reflector.get<ScopeTopic | undefined>(SCOPE_TOPIC, context.getClass());
    const own = neededScopes(operation, request.method, topic);
    const intoClosed = asksIntoClosed(query, operation);
    const needed = intoClosed ? [...own, 'books:write' as const] : own;
    const isDry = asksDryRun(query, operation, request.method);
    const isOnOneself = operation.onOneself === true && request.params['id'] === request.caller.memberId;
    if (!isDry && !isOnOneself)
      refuseBelow(request.caller, intoClosed ? 'owner' : neededRole(operation, request.method, own), needed);
    refuseBeyond(request.caller, isDry ? scopesToTry(needed) : needed);
    for (const [name, notFound] of Object.entries(operation.pathIds ?? {})) {
      const id = String(request.params[name]);
      if (!isId(id)) throw notFound(id);
    }
    for (const [name, notFound] of Object.entries(operation.pathIndexes ?? {})) {
      const index = String(request.params[name]);
      if (!isIndex(index)) throw notFound(index);
    }
    const [parameter] = Object.keys(withoutFlags(request, query, operation));
    if (parameter !== undefined && !takesArgument(context, QUERY_ARGUMENT)) {
      throw ValidationFailed([unknownField([parameter], 'query')]);
    }
    if (operation.recorded) context.switchToHttp().getResponse<Response>().locals['recorded'] = operation.recorded;
    if (operation.readsReplica) noteReadsReplica();
    return true;
  }

  private refuseUnknownMethod({ method, path }: Request): void {
    const allowed = allowedMethods(routesOf(this.http), path);
    if (!allowed.includes(method)) throw MethodNotAllowed(method, allowed);
  }
}

export function routesOf(http: HttpAdapterHost): readonly RouteLayer[] {
  return http.httpAdapter.getInstance<Express>().router.stack as unknown as RouteLayer[];
}

export function takesArgument(context: ExecutionContext, kind: number): boolean {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), context.getHandler().name) ??
    {}) as object;
  return Object.keys(args).some((key) => key.startsWith(`${kind}:`));
}
