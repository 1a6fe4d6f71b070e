import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { MetadataScanner, ModuleRef, Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { lastValueFrom, of } from 'rxjs';
import { RequestTransactions } from '../database/request-transactions.service.js';
import { PreconditionFailed } from '../problem/http.problems.js';
import { answerText } from './json-text.js';
import type { OperationDescription } from './operation.js';
import { OPERATION, takesIfMatch } from './operation.js';
import { isMatched, recordedPart } from './entity-tag.js';
import type { Principal } from './principal.js';

type ResourceHandler = (caller: Principal, id: string, query: object) => Promise<unknown>;

/**
 * Rejects a write if its If-Match header does not match the resource. Other work in the workspace waits until the
 * comparison and the write are done (decision 0026).
 */
@Injectable()
export class IfMatchInterceptor implements NestInterceptor {
  private readonly scanner = new MetadataScanner();

  constructor(
    private readonly transactions: RequestTransactions,
    private readonly modules: ModuleRef,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const etags = request.headers['if-match'];
    const operation = this.reflector.get<OperationDescription>(OPERATION, context.getHandler());
    if (etags === undefined || !takesIfMatch(operation, request.method)) return next.handle();
    return this.answerIfSeen(context, etags, operation, () => lastValueFrom(next.handle()));
  }

  private async answerIfSeen(
    context: ExecutionContext,
    etags: string,
    { recorded }: OperationDescription,
    handle: () => Promise<unknown>,
  ): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const { resourceOf } = this.reflector.get<OperationDescription>(OPERATION, context.getHandler());
    const current = this.resourceOf(resourceOf ?? context.getClass());
    const refuseUnseen = async (): Promise<void> => {
      const resource = await current(request.caller, String(request.params['id'] ?? request.params['name']), {});
      const etagOf = request.app.get('etag fn') as (body: string) => string;
      if (!isMatched(etags, etagOf(recordedPart(answerText(resource), recorded)))) throw PreconditionFailed();
    };
    const scope = { exclusive: true, beforeFirst: refuseUnseen };
    return of(await this.transactions.join(request.caller.workspaceId, scope, handle));
  }

  private resourceOf(type: abstract new (...args: never[]) => object): ResourceHandler {
    const controller = this.modules.get<Record<string, ResourceHandler>>(type, { strict: false });
    for (const name of this.scanner.getAllMethodNames(Object.getPrototypeOf(controller) as object)) {
      const operation = this.reflector.get<OperationDescription | undefined>(OPERATION, controller[name]!);
      if (operation?.resource) return controller[name]!.bind(controller);
    }
    // Without the comparison, the write could overwrite changes that the client has not seen.
    throw new Error(`no operation of ${type.name} is a \`resource\` to compare with If-Match`);
  }
}
