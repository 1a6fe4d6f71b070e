import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Log } from '@app/kernel';
import { Connections, Jobs, LongWork, Replica, Settings } from '@app/kernel';
import type { DatabaseServer } from '@app/bootstrap';
import { onStopSignal } from '../process/stop-signal.js';
import { GracefulShutdown } from '../operations/graceful-shutdown.service.js';

/**
 * Shutdown deadlines. Everything stops within ten seconds. After the first deadline, long work is canceled. After the
 * second, queries fail. After the third, connections close. Clients get a response in the first two cases.
 */
const MAX_LONG_WORK_MS = 5_000;
const MAX_STATEMENT_MS = 6_500;
const MAX_DRAIN_MS = 7_000;

/**
 * Stops the service on SIGTERM or SIGINT (decision 0032). During the grace period, readiness fails and connections
 * close after their responses, but the service still accepts requests. Then it stops accepting connections, finishes
 * the requests in progress, and exits with 0.
 */
export function stopOnSignals(app: NestExpressApplication, server: DatabaseServer, log: Log): void {
  onStopSignal(log, async () => {
    const http: Server = app.getHttpServer();
    setTimeout(() => app.get(LongWork).giveUp(), MAX_LONG_WORK_MS).unref();
    for (const database of [app.get(Connections), app.get(Replica)])
      setTimeout(() => database.cutOff(), MAX_STATEMENT_MS).unref();
    setTimeout(() => http.closeAllConnections(), MAX_DRAIN_MS).unref();
    const shutdown = app.get(GracefulShutdown);
    shutdown.begin();
    await Promise.all([pause(app.get(Settings).stopGraceSeconds * 1_000), app.get(Jobs).end()]);
    await drain(http, shutdown);
    await app.close();
    await server.close();
  });
}

async function drain(server: Server, shutdown: GracefulShutdown): Promise<void> {
  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  await shutdown.stopAccepting(server);
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearInterval(idle);
}
