import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { Catch } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Request, Response } from 'express';
import { allowedMethods, ProblemFilter, routesOf } from '@app/kernel';
import { PageFilter } from '@app/identity';

/** Responds to browsers with an HTML page instead of a problem, except under /v1. The status does not change. */
@Catch()
export class BrowserFilter implements ExceptionFilter {
  constructor(
    private readonly problems: ProblemFilter,
    private readonly pages: PageFilter,
    private readonly http: HttpAdapterHost,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (!isForPerson(request) || response.headersSent) return this.problems.catch(thrown, host);
    const problem = this.problems.problemOf(thrown, request);
    const { status } = problem.type;
    const page = request.path.replace(/\/+$/, '');
    if (status === 404 && page !== request.path && this.isPage(page)) {
      return response.redirect(308, page + request.url.slice(request.path.length));
    }
    for (const [name, value] of Object.entries(problem.extras.headers ?? {})) response.setHeader(name, value);
    this.pages.catch(status >= 500 ? thrown : problem, host);
  }

  private isPage(path: string): boolean {
    return allowedMethods(routesOf(this.http), path).includes('GET');
  }
}

function isForPerson(request: Request): boolean {
  if (/^\/v1(\/|$)/.test(request.path)) return false;
  return request.accepts(['application/json', 'application/problem+json', 'text/html']) === 'text/html';
}
