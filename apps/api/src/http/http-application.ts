import type { NestExpressApplication } from '@nestjs/platform-express';
import { HttpAdapterHost, NestFactory, Reflector } from '@nestjs/core';
import type { DynamicModule } from '@nestjs/common';
import helmet from 'helmet';
import {
  JsonBodyGuard,
  JsonTextInterceptor,
  Log,
  OperationGuard,
  ProblemFilter,
  RequestPipe,
  Settings,
} from '@app/kernel';
import { nestLogger } from './nest-logger.js';
import { doubledVersion, requestContext } from './request-context.js';

/** The HTTP service over the contexts: what every request passes, in the order of contract section 2. */
export async function createHttpApplication(module: DynamicModule, log: Log): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(module, {
    bodyParser: false,
    logger: nestLogger(log),
    abortOnError: false,
  });
  const settings = app.get(Settings);
  const reflector = app.get(Reflector);
  app.set('case sensitive routing', true);
  app.set('strict routing', true);
  app.set('query parser', 'simple');
  app.set('etag', 'strong');
  app.disable('x-powered-by');
  app.use(requestContext(log));
  app.use(helmet(SECURITY_HEADERS));
  app.use(doubledVersion);
  app.useGlobalGuards(new OperationGuard(reflector), new JsonBodyGuard(reflector));
  app.useGlobalPipes(new RequestPipe());
  app.useGlobalInterceptors(new JsonTextInterceptor());
  app.useGlobalFilters(new ProblemFilter(settings, app.get(HttpAdapterHost), log));
  return app;
}

/** Time-outs that keep slow senders from holding connections, in milliseconds. */
export function limitTimes(server: import('node:http').Server): void {
  server.headersTimeout = 10_000;
  server.requestTimeout = 120_000;
  server.keepAliveTimeout = 65_000;
  server.maxRequestsPerSocket = 0;
}

const SECURITY_HEADERS = {
  // Answers are data; nothing may be loaded or framed from them. Pages set a policy of their own.
  contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
  crossOriginResourcePolicy: { policy: 'same-origin' as const },
  referrerPolicy: { policy: 'no-referrer' as const },
};
