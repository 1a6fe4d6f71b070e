import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Observable } from 'rxjs';
import { from, lastValueFrom } from 'rxjs';
import { knownAs } from '../queue/work-at-hand.js';
import { Settings } from '../settings/settings.js';
import type { OperationDescription } from './operation.js';
import { OPERATION } from './operation.js';

/** Has operations that say so read from a replica, where there is one. */
@Injectable()
export class ReplicaInterceptor implements NestInterceptor {
  constructor(
    private readonly settings: Settings,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const operation = this.reflector.get<OperationDescription>(OPERATION, context.getHandler());
    if (this.settings.databaseReadUrl === null || !operation.readsReplica) return next.handle();
    return from(knownAs({ readsReplica: true }, () => lastValueFrom(next.handle())));
  }
}
