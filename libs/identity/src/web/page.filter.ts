import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { Catch, HttpException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Log, Problem, problemOfDatabaseError } from '@app/kernel';
import { nextAddress } from './consent-address.js';
import { errorPage } from './error-page.js';
import { languageOf } from './language.js';
import { PageRefusal, SignInNeeded } from './page-refusal.js';
import { pagePolicy } from './page-policy.js';
import { messagesFor } from './messages.js';

@Catch()
export class PageFilter implements ExceptionFilter {
  constructor(private readonly log: Log) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (response.headersSent) return void response.destroy();
    if (thrown instanceof SignInNeeded) return response.redirect(303, signInAddress(thrown.wanted));
    const refusal = this.refusalOf(thrown);
    if (refusal.status >= 500) this.log.error({ err: thrown, requestId: request.id }, 'a page failed');
    if (refusal.seconds !== undefined) response.setHeader('Retry-After', String(refusal.seconds));
    const context = { messages: messagesFor(languageOf(request.headers.cookie)), switchAddress: null, signedIn: null };
    const html = errorPage(context, {
      key: refusal.key,
      ...(refusal.seconds === undefined ? {} : { seconds: refusal.seconds }),
      ...(refusal.status >= 500 ? { requestId: request.id } : {}),
    });
    sendPage(response.status(refusal.status), html);
  }

  private refusalOf(thrown: unknown): PageRefusal {
    if (thrown instanceof PageRefusal) return thrown;
    const known = problemOfDatabaseError(thrown);
    if (known instanceof Problem) {
      const { status } = known.type;
      if (status === 503) return new PageRefusal(503, 'unavailable', 2);
      const seconds = Number(known.extras.headers?.['Retry-After'] ?? 1);
      if (status === 429) return new PageRefusal(429, 'too-many', seconds);
      if (status === 405) return new PageRefusal(405, 'wrong-method');
      return status === 404 ? new PageRefusal(404, 'not-found') : new PageRefusal(400, 'form-expired');
    }
    if (known instanceof HttpException && known.getStatus() < 500) return new PageRefusal(404, 'not-found');
    // oidc-provider throws this error if an interaction has ended.
    if ((known as Error | null)?.name === 'SessionNotFound') return new PageRefusal(400, 'consent-expired');
    return new PageRefusal(500, 'internal');
  }
}

function signInAddress(wanted: string): string {
  const next = nextAddress(wanted);
  return next === '' ? '/developers/sign-in' : `/developers/sign-in?next=${encodeURIComponent(next)}`;
}

/** Sends a page. Pages are personal, so caches must not store them. */
export function sendPage(response: Response, html: string, formTarget?: string): void {
  response.setHeader('Content-Security-Policy', pagePolicy(formTarget));
  response.setHeader('Cache-Control', 'no-store');
  // With `no-referrer`, browsers would also omit Origin when they submit forms.
  response.setHeader('Referrer-Policy', 'same-origin');
  response.type('html').send(html);
}
