import { parse } from 'node:querystring';
import type { ParsedUrlQuery } from 'node:querystring';
import type { NestExpressApplication } from '@nestjs/platform-express';
import express from 'express';
import type { Express } from 'express';
import { HttpAdapterHost, NestFactory, Reflector } from '@nestjs/core';
import type { DynamicModule } from '@nestjs/common';
import helmet from 'helmet';
import type { Server } from 'node:http';
import { PageFilter } from '@app/identity';
import type { Log } from '@app/kernel';
import { BodyRoom, JsonBodyGuard, OperationGuard, ProblemFilter, RequestPipe, Settings } from '@app/kernel';
import { ApiDocument } from '../docs/api-document.service.js';
import { GracefulShutdown } from '../operations/graceful-shutdown.service.js';
import { Metrics } from '../operations/metrics.service.js';
import { entityTag } from '../answers/whole-answer.js';
import { admission } from './admission.js';
import { BrowserFilter } from './browser.filter.js';
import { corsOptions } from './cors.js';
import { lingeringClose } from './lingering-close.js';
import { answerMalformed, hostNamed } from './malformed-requests.js';
import { serializePipelined } from './pipelining.js';
import { JsonTextAdapter } from './json-text.adapter.js';
import { limitUnreadResponses } from './unread-responses.js';
import { nestLogger } from '@app/bootstrap';
import { methodsAsked } from './methods-asked.js';
import { decodablePath, doubledVersion, requestContext } from './request-context.js';

/** Creates the HTTP application. A request passes the middleware in the order in which this function adds it. */
export async function createHttpApplication(module: DynamicModule, log: Log): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(module, new JsonTextAdapter(exactExpress()), {
    bodyParser: false,
    logger: nestLogger(log),
    abortOnError: false,
  });
  const settings = app.get(Settings);
  const reflector = app.get(Reflector);
  const http = app.get(HttpAdapterHost);
  app.set('trust proxy', [...settings.trustedProxies]);
  app.use(serializePipelined);
  app.use(app.get(GracefulShutdown).track);
  app.use(requestContext(log));
  app.use(limitUnreadResponses());
  app.use(helmet(SECURITY_HEADERS));
  if (settings.corsOrigins.length > 0) app.enableCors(corsOptions(settings.corsOrigins));
  const gate = admission(settings.requestQueue);
  app.get(Metrics).watchAdmission(gate.figures);
  app.use(gate.handler);
  app.use(lingeringClose);
  app.use(hostNamed);
  app.use(decodablePath);
  app.use(doubledVersion);
  app.use(methodsAsked(http, settings));
  app.useGlobalGuards(new OperationGuard(reflector, http), new JsonBodyGuard(reflector, app.get(BodyRoom)));
  app.useGlobalPipes(new RequestPipe());
  const problems = new ProblemFilter(settings, http, log);
  app.useGlobalFilters(new BrowserFilter(problems, new PageFilter(log), http));
  answerMalformed(app.getHttpServer(), settings, log);
  app.get(ApiDocument).describes(app);
  return app;
}

/**
 * Returns an Express application with case-sensitive, strict routes. Sets this before anything else, because the router
 * copies these settings on first use.
 */
function exactExpress(): Express {
  const server = express();
  server.set('case sensitive routing', true);
  server.set('strict routing', true);
  server.set('query parser', readQuery);
  server.set('etag', entityTag);
  server.disable('x-powered-by');
  return server;
}

const HALF_A_CHARACTER = '\uD800';

/**
 * Parses a query string. Replaces malformed escapes and invalid UTF-8 with a lone surrogate, which every field rejects.
 */
function readQuery(query: string | undefined): ParsedUrlQuery {
  return query ? parse(query, '&', '=', { decodeURIComponent: decoded }) : {};
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return HALF_A_CHARACTER;
  }
}

/** Sets timeouts, so that slow clients cannot occupy connections. */
export function limitTimes(server: Server, { requestTimeoutSeconds, idleTimeoutSeconds }: Settings): void {
  server.requestTimeout = requestTimeoutSeconds * 1_000;
  server.headersTimeout = Math.min(10_000, server.requestTimeout);
  server.timeout = idleTimeoutSeconds * 1_000;
  server.keepAliveTimeout = Math.min(65_000, server.timeout);
  // By default, Node.js checks the first two timeouts only every 30 s.
  Object.assign(server, { connectionsCheckingInterval: 1_000 });
  server.maxRequestsPerSocket = 0;
}

const SECURITY_HEADERS = {
  // Browsers must not frame API responses, or load anything for them. HTML pages set their own policy.
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginResourcePolicy: { policy: 'same-origin' as const },
  referrerPolicy: { policy: 'no-referrer' as const },
};
