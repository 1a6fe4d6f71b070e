import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { from, lastValueFrom } from 'rxjs';
import { DryRuns } from '../dry-run/dry-runs.service.js';
import './express-request.js';
import { answerText, JsonText } from './json-text.js';
import type { Principal } from './principal.js';

/** Runs the operation of a dry run and rolls it back (decision 0062). */
@Injectable()
export class DryRunInterceptor implements NestInterceptor {
  constructor(private readonly dryRuns: DryRuns) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { isDryRun, caller } = context.switchToHttp().getRequest<Request>();
    if (!isDryRun) return next.handle();
    return from(this.answer(caller, () => lastValueFrom(next.handle())));
  }

  private async answer(caller: Principal, handle: () => Promise<unknown>): Promise<JsonText> {
    const { result, effects } = await this.dryRuns.run(caller, handle);
    return new JsonText(`{"dryRun":true,"result":${answerText(result)},"effects":${JSON.stringify(effects)}}`);
  }
}
