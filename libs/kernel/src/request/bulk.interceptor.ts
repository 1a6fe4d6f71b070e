import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { from, lastValueFrom } from 'rxjs';
import { BulkChanges } from '../queue/bulk-changes.service.js';
import './express-request.js';
import type { OperationDescription } from './operation.js';
import { isBulk, OPERATION } from './operation.js';

/** Makes bulk changes and their dry runs wait for their turn before they acquire a connection. */
@Injectable()
export class BulkInterceptor implements NestInterceptor {
  constructor(
    private readonly changes: BulkChanges,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const operation = this.reflector.get<OperationDescription>(OPERATION, context.getHandler());
    if (!isBulk(operation, request.body)) return next.handle();
    const response = http.getResponse<Response>();
    const isLimited = typeof operation.bulk === 'object' && 'list' in operation.bulk;
    const change = () => lastValueFrom(next.handle());
    return from(this.changes.make(request.caller.workspaceId, response, change, { isLimited }));
  }
}
