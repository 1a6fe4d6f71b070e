import type { ArgumentsHost, ExceptionFilter } from '@nestjs/common';
import { Catch, HttpException } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Request, Response } from 'express';
import { Log } from '../log/log.js';
import { allowedMethods } from './allowed-methods.js';
import { routesOf } from './operation.guard.js';
import { Settings } from '../settings/settings.js';
import { StoredRefusal, Problem, problemBody } from '../problem/problem.js';
import { InternalError, MethodNotAllowed, ProgramReplaced, RouteNotFound } from '../problem/http.problems.js';
import { problemOfDatabaseError } from '../database/database-error.js';

/** Converts every error to application/problem+json (RFC 9457). A 5xx never reveals its cause. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly settings: Settings,
    private readonly http: HttpAdapterHost,
    private readonly log: Log,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    if (thrown instanceof StoredRefusal) {
      writeProblem(response, thrown.status, thrown.body);
      return;
    }
    // The client has disconnected. This is not an error, and nobody waits for a response.
    if (response.closed && (thrown as Error | null)?.name === 'AbortError') return;
    const problem = this.problemOf(thrown, request);
    if (problem.type.status >= 500) {
      this.log.error({ err: thrown, requestId: request.id, code: problem.type.code }, 'request failed');
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    sendProblem(problem, request, response, this.settings);
  }

  problemOf(thrown: unknown, request: Request): Problem {
    const known = problemOfDatabaseError(thrown);
    if (known instanceof Problem) return known;
    if (FILE_GONE.test(String((known as { code?: unknown } | null)?.code))) return ProgramReplaced();
    const status = known instanceof HttpException ? known.getStatus() : (known as { status?: unknown } | null)?.status;
    if (status === 404 || known instanceof URIError || status === 400) return this.noSuchRoute(request);
    return InternalError();
  }

  private noSuchRoute(request: Request): Problem {
    const allowed = allowedMethods(routesOf(this.http), request.path);
    return allowed.length > 0 ? MethodNotAllowed(request.method, allowed) : RouteNotFound(request.path);
  }
}

export function sendProblem(problem: Problem, request: Request, response: Response, settings: Settings): void {
  const { type, extras } = problem;
  for (const [name, value] of Object.entries(extras.headers ?? {})) response.setHeader(name, value);
  writeProblem(
    response,
    type.status,
    JSON.stringify(problemBody(problem, settings.problemsBase, request.id, request.caller)),
  );
}

const FILE_GONE = /^(ERR_)?MODULE_NOT_FOUND$/;

const HEADERS_OF_ANSWERS = ['Content-Disposition', 'Content-Language', 'Link'];

function writeProblem(response: Response, status: number, body: string): void {
  for (const name of HEADERS_OF_ANSWERS) response.removeHeader(name);
  response.status(status).setHeader('Content-Type', 'application/problem+json; charset=utf-8');
  response.end(body);
}
