import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { lastValueFrom, of } from 'rxjs';
import { Clock } from '../calendar/clock.service.js';
import { Database } from '../database/database.service.js';
import type { UnitOfWork } from '../database/unit-of-work.js';
import { KeptRefusal, Problem, problemBody } from '../problem/problem.js';
import { IdempotencyInProgress, IdempotencyKeyReused } from '../problem/http.problems.js';
import { Settings } from '../settings/settings.js';
import { idempotencyKeyOf, isKeptRefusal, requestFingerprint } from './idempotency.js';
import type { IdempotencyRecord } from './idempotency.query.js';
import { findRecord, holdKey, keepRecord } from './idempotency.query.js';
import { answerText, JsonText } from './json-text.js';
import type { OperationDescription } from './operation.js';
import { neededScope, OPERATION, takesIdempotencyKey } from './operation.js';

/** A preview is done anew each time: a key that may only read would fill the records of the workspace. */
function writesNothing(context: ExecutionContext, method: string): boolean {
  const operation = Reflect.getMetadata(OPERATION, context.getHandler()) as OperationDescription;
  return neededScope(operation, method) === 'read_only';
}

/** Does a write with an Idempotency-Key once, however often it is sent, in one transaction with its record (decision 0026). */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly settings: Settings,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    if (!takesIdempotencyKey(request.method)) return next.handle();
    const key = idempotencyKeyOf(request.headers['idempotency-key']);
    if (key === null || writesNothing(context, request.method)) return next.handle();
    return this.answerOnce(key, context, () => lastValueFrom(next.handle()));
  }

  private async answerOnce(
    key: string,
    context: ExecutionContext,
    handle: () => Promise<unknown>,
  ): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    // Only now is the whole body there: an upload's memory moves on to the thread that reads it.
    const fingerprint = requestFingerprint(request);
    const { replayed, status, body } = await this.database.joinedTransaction(request.caller.workspaceId, {}, (work) =>
      this.onceUnder({ key, fingerprint }, work, request, handle),
    );
    if (replayed) http.getResponse<Response>().setHeader('Idempotency-Replayed', 'true');
    if (status !== 200) throw new KeptRefusal(status, body);
    return of(new JsonText(body));
  }

  /** Does what is asked for, or finds what was answered when it was done. A refusal undoes what came before it. */
  private async onceUnder(
    { key, fingerprint }: { key: string; fingerprint: Buffer },
    work: UnitOfWork,
    request: Request,
    handle: () => Promise<unknown>,
  ): Promise<IdempotencyRecord & { readonly replayed: boolean }> {
    const now = this.clock.now();
    const [[hold], [known]] = await Promise.all([
      work.query<{ held: boolean }>(holdKey(work.workspaceId, key)),
      work.query<IdempotencyRecord>(findRecord(work.workspaceId, key, now)),
      work.query({ text: 'savepoint before_request', values: [] }),
    ]);
    if (known) {
      if (!known.fingerprint.equals(fingerprint)) throw IdempotencyKeyReused();
      return { ...known, replayed: true };
    }
    if (!hold!.held) throw IdempotencyInProgress();
    const answer = await handle().then(
      (value) => ({ status: 200, body: answerText(value) }),
      async (error: unknown) => {
        if (!(error instanceof Problem) || !isKeptRefusal(error.type.status)) throw error;
        await work.query({ text: 'rollback to savepoint before_request', values: [] });
        return { status: error.type.status, body: this.problemText(error, request) };
      },
    );
    const record = { fingerprint, ...answer };
    await work.query(keepRecord(work.workspaceId, key, record, now));
    return { ...record, replayed: false };
  }

  private problemText(problem: Problem, request: Request): string {
    return JSON.stringify(problemBody(problem, this.settings.problemsBase, request.id));
  }
}
