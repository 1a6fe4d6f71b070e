import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { Observable } from 'rxjs';
import { Clock } from '../calendar/clock.service.js';
import { newId } from '../request/id.js';
import type { OperationDescription } from '../request/operation.js';
import { neededScope, OPERATION } from '../request/operation.js';
import { performing } from './act.js';

/** Makes every operation that may change something an act of its caller. */
@Injectable()
export class Audited implements NestInterceptor {
  constructor(
    private readonly clock: Clock,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const operation = this.reflector.get<OperationDescription>(OPERATION, context.getHandler());
    if (neededScope(operation, request.method) === 'read_only') return next.handle();
    const { credentialId, credential } = request.caller;
    const act = {
      id: newId(),
      at: this.clock.now(),
      actor: { kind: credential, id: credentialId, name: null },
      action: `${request.method} ${templateOf(request)}`,
      resourceId: resourceOf(request.params as Record<string, string>),
      fields: fieldsOf(request.body),
      requestId: request.id,
    };
    return new Observable((subscriber) => performing(act, () => next.handle().subscribe(subscriber)));
  }
}

/** The path as the document writes it: `/v1/accounts/{id}`. */
function templateOf(request: Request): string {
  return (request.route as { path: string }).path.replaceAll(/:(\w+)/g, '{$1}');
}

/** What the path names: an id, or what stands in its place, as the currencies and day of a rate do. */
function resourceOf(params: Readonly<Record<string, string>>): string | null {
  return params['id'] ?? (Object.values(params).join('/') || null);
}

function fieldsOf(body: unknown): string[] {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
}
