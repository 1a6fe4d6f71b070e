import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { lastValueFrom, of } from 'rxjs';
import { Clock } from '../calendar/clock.service.js';
import { RequestTransactions } from '../database/request-transactions.service.js';
import { Encryption } from '../encryption/encryption.service.js';
import type { UnitOfWork } from '../database/unit-of-work.js';
import { StoredRefusal, Problem, problemBody } from '../problem/problem.js';
import { IdempotencyInProgress, IdempotencyKeyReused } from '../problem/http.problems.js';
import { knownAs, patientCaller } from '../queue/work-at-hand.js';
import { Settings } from '../settings/settings.js';
import { idempotencyKeyOf, isStoredRefusal, requestFingerprint, StoredAnswersFull } from './idempotency.js';
import type { IdempotencyRecord } from './idempotency.query.js';
import { findRecord, holdKey, saveRecord } from './idempotency.query.js';
import { answerText, JsonText } from './json-text.js';
import type { OperationDescription } from './operation.js';
import { changesSomething, OPERATION, takesIdempotencyKey } from './operation.js';

/** Time for which the work continues after its client has disconnected. */
const MAX_MS_WITHOUT_CLIENT = 30_000;

interface OnceRequest {
  readonly key: string;
  readonly fingerprint: Buffer;
  readonly isSecret: boolean;
}

/**
 * True for previews. Their responses are not stored, because a read-only key could otherwise fill up the idempotency
 * records of the workspace.
 */
function writesNothing(operation: OperationDescription, method: string): boolean {
  return !changesSomething(operation, method);
}

/**
 * Runs a write with an Idempotency-Key only once, in the same transaction as its idempotency record (decision 0026).
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly transactions: RequestTransactions,
    private readonly clock: Clock,
    private readonly settings: Settings,
    private readonly encryption: Encryption,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> | Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const operation = Reflect.getMetadata(OPERATION, context.getHandler()) as OperationDescription;
    if (!takesIdempotencyKey(operation, request.method)) return next.handle();
    const key = idempotencyKeyOf(request.headers['idempotency-key']);
    if (key === null || writesNothing(operation, request.method)) return next.handle();
    return this.answerOnce(key, operation, context, () => lastValueFrom(next.handle()));
  }

  private async answerOnce(
    key: string,
    { answersSecret: isSecret = false }: OperationDescription,
    context: ExecutionContext,
    handle: () => Promise<unknown>,
  ): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    // The fingerprint must be computed now, because the memory of an upload later moves to the thread that parses it.
    const plain = requestFingerprint(request);
    // A plain hash would let somebody who can read the database guess the password of a file.
    const fingerprint = hasPassword(request.body) ? await this.encryption.digest('fingerprint', plain) : plain;
    const once = (work: UnitOfWork) => this.onceUnder({ key, fingerprint, isSecret }, work, request, handle);
    const response = http.getResponse<Response>();
    // The client may have disconnected only to retry with the same key.
    const { replayed, status, body } = await knownAs({ caller: patientCaller(response, MAX_MS_WITHOUT_CLIENT) }, () =>
      this.transactions.join(request.caller.workspaceId, {}, once),
    );
    if (replayed) response.setHeader('Idempotency-Replayed', 'true');
    if (status !== 200) throw new StoredRefusal(status, body);
    return of(new JsonText(body));
  }

  /**
   * Runs the request, or returns its stored response. If the request is rejected, rolls back the changes that it has
   * made.
   */
  private async onceUnder(
    { key, fingerprint, isSecret }: OnceRequest,
    work: UnitOfWork,
    request: Request,
    handle: () => Promise<unknown>,
  ): Promise<IdempotencyRecord & { readonly replayed: boolean }> {
    const now = this.clock.now();
    const [[hold], { record: known, fullForSeconds }] = await Promise.all([
      work.query<{ held: boolean }>(holdKey(work.workspaceId, key)),
      findRecord(work, key, now),
      work.query({ text: 'savepoint before_request', values: [] }),
    ]);
    const dropEvents = work.markEvents();
    if (known) {
      if (!known.fingerprint.equals(fingerprint)) throw IdempotencyKeyReused();
      const purpose = purposeOf(work, key);
      return { ...known, body: isSecret ? await this.opened(purpose, known.body) : known.body, replayed: true };
    }
    if (!hold!.held) throw IdempotencyInProgress();
    if (fullForSeconds !== null) throw StoredAnswersFull(fullForSeconds);
    const answer = await handle().then(
      (value) => ({ status: 200, body: answerText(value) }),
      async (error: unknown) => {
        if (!(error instanceof Problem) || !isStoredRefusal(error.type.status)) throw error;
        await work.query({ text: 'rollback to savepoint before_request', values: [] });
        dropEvents();
        return { status: error.type.status, body: this.problemText(error, request) };
      },
    );
    const record = { fingerprint, ...answer };
    const stored = isSecret ? { ...record, body: await this.sealed(purposeOf(work, key), record.body) } : record;
    await saveRecord(work, key, stored, now);
    return { ...record, replayed: false };
  }

  private async sealed(purpose: string, body: string): Promise<string> {
    return (await this.encryption.seal(purpose, { body })).toString('base64');
  }

  private async opened(purpose: string, sealed: string): Promise<string> {
    const record = await this.encryption.open(purpose, Buffer.from(sealed, 'base64'));
    if (record === null) throw new Error('no encryption key decrypts the record of an Idempotency-Key');
    return record['body'] as string;
  }

  private problemText(problem: Problem, request: Request): string {
    return JSON.stringify(problemBody(problem, this.settings.problemsBase, request.id, request.caller));
  }
}

const hasPassword = (body: unknown) => typeof body === 'object' && body !== null && 'password' in body;
const purposeOf = ({ workspaceId }: UnitOfWork, key: string) => `answer:${workspaceId}:${key}`;
