import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { Observable } from 'rxjs';
import { Clock } from '../calendar/clock.service.js';
import { operationIdOf } from './operation-id.js';
import type { OperationDescription } from './operation.js';
import { changesSomething, OPERATION } from './operation.js';
import { runAudited } from '../audit/audit-context.js';
import { auditContextOf } from '../audit/request-audit-context.js';

/** Runs every operation that may change data in an audit context, so that the audit log records its changes. */
@Injectable()
export class AuditInterceptor implements NestInterceptor {
  constructor(
    private readonly clock: Clock,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const operation = this.reflector.get<OperationDescription>(OPERATION, context.getHandler());
    if (!changesSomething(operation, request.method)) return next.handle();
    const { credential: kind, credentialId: id } = request.caller;
    const actor = { kind, id, name: null };
    const audited = auditContextOf(
      request,
      actor,
      this.clock.now(),
      operation.hidesPath ? null : resourceOf(request.params as Record<string, string>),
    );
    const [, path] = audited.action.split(' ');
    const act = request.isIntoClosed
      ? { ...audited, intoClosed: operation.id ?? operationIdOf(request.method.toLowerCase(), path!, false) }
      : audited;
    return new Observable((subscriber) => runAudited(act, () => next.handle().subscribe(subscriber)));
  }
}

/**
 * Returns the resource ID in the path. If the path has no `id`, joins all path parameters, such as the currencies and
 * the day of a rate. Returns null if the path has no parameters.
 */
function resourceOf(params: Readonly<Record<string, string>>): string | null {
  return params['id'] ?? (Object.values(params).map(encodeURIComponent).join('/') || null);
}
