import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { map } from 'rxjs';
import { JsonText } from './json-text.js';

/** Sends JSON that is already written as it is. */
@Injectable()
export class JsonTextInterceptor implements NestInterceptor {
  intercept(_: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((answer: unknown) => (answer instanceof JsonText ? answer.text : answer)));
  }
}
