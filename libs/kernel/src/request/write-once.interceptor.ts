import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { lastValueFrom, of } from 'rxjs';
import { Clock } from '../calendar/clock.service.js';
import { Database } from '../database/database.service.js';
import type { UnitOfWork } from '../database/unit-of-work.js';
import { KeptRefusal, Problem, problemBody } from '../problem/problem.js';
import { IdempotencyInProgress, IdempotencyKeyReused, PreconditionFailed } from '../problem/wire.problems.js';
import { Settings } from '../settings/settings.js';
import { idempotencyKeyOf, isKeptRefusal, requestFingerprint } from './idempotency.js';
import type { IdempotencyRecord } from './idempotency.query.js';
import { findRecord, holdKey, keepRecord } from './idempotency.query.js';
import { JsonText } from './json-text.js';
import type { Principal } from './principal.js';
import { isMatched } from './precondition.js';

const WRITES = ['POST', 'PATCH', 'DELETE'];

/** A controller of single resources answers what one of them looks like now. */
interface SingleResources {
  get?(caller: Principal, id: string, query: object): Promise<unknown>;
}

/**
 * Keeps two promises about a write: with an Idempotency-Key it happens once, however often it is sent, and with If-Match
 * only to what the caller has seen. Both need one transaction around all that the request does (decision 0026).
 */
@Injectable()
export class WriteOnce implements NestInterceptor {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly modules: ModuleRef,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    if (!WRITES.includes(request.method)) return next.handle();
    const key = idempotencyKeyOf(request.headers['idempotency-key']);
    const etags = request.headers['if-match'];
    if (key === null && etags === undefined) return next.handle();
    return this.joinedTransaction(context, () => lastValueFrom(next.handle()), key, etags);
  }

  private async joinedTransaction(
    context: ExecutionContext,
    handle: () => Promise<unknown>,
    key: string | null,
    etags: string | undefined,
  ): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const { workspaceId } = request.caller;
    const beforeFirst = etags === undefined ? undefined : () => this.refuseUnseen(context, etags);
    const scope = { exclusive: etags !== undefined, beforeFirst };
    if (key === null) return of(await this.database.joinedTransaction(workspaceId, scope, handle));
    const { replayed, status, body } = await this.database.joinedTransaction(workspaceId, scope, (work) =>
      this.onceUnder(key, work, request, handle),
    );
    if (replayed) http.getResponse<Response>().setHeader('Idempotency-Replayed', 'true');
    if (status !== 200) throw new KeptRefusal(status, body);
    return of(new JsonText(body));
  }

  /** Does what is asked for, or finds what was answered when it was done. A refusal undoes what came before it. */
  private async onceUnder(
    key: string,
    work: UnitOfWork,
    request: Request,
    handle: () => Promise<unknown>,
  ): Promise<IdempotencyRecord & { readonly replayed: boolean }> {
    const fingerprint = requestFingerprint(request);
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
    const answer = await handle().then(bodyText, async (error: unknown) => {
      if (!(error instanceof Problem) || !isKeptRefusal(error.type.status)) throw error;
      await work.query({ text: 'rollback to savepoint before_request', values: [] });
      return { status: error.type.status, body: this.problemText(error, request) };
    });
    const record = { fingerprint, ...answer };
    await work.query(keepRecord(work.workspaceId, key, record, now));
    return { ...record, replayed: false };
  }

  private problemText(problem: Problem, request: Request): string {
    return JSON.stringify(problemBody(problem, this.settings.problemsBase, request.id));
  }

  /** @throws PreconditionFailed, or the problem that there is no such resource */
  private async refuseUnseen(context: ExecutionContext, etags: string): Promise<void> {
    const request = context.switchToHttp().getRequest<Request>();
    const { id } = request.params;
    const resources = this.modules.get<SingleResources>(context.getClass(), { strict: false });
    // What is written may be no single resource: a list that grows, a trash that is emptied.
    if (resources.get === undefined || (id === undefined && resources.get.length > 1)) return;
    const { body } = bodyText(await resources.get(request.caller, String(id), {}));
    const etagOf = request.app.get('etag fn') as (body: string) => string;
    if (!isMatched(etags, etagOf(body))) throw PreconditionFailed();
  }
}

function bodyText(answer: unknown): { status: number; body: string } {
  return { status: 200, body: answer instanceof JsonText ? answer.text : JSON.stringify(answer) };
}
