import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Log } from '@app/kernel';
import { Jobs, Settings } from '@app/kernel';
import type { DatabaseServer } from '@app/bootstrap';
import { onStopSignal } from '../stop-signal.js';
import { Farewell } from '../operations/farewell.service.js';

/** Requests in hand get this long to finish, so that everything has stopped within ten seconds. */
const LONGEST_DRAIN_MS = 7_000;

/**
 * On SIGTERM or SIGINT: is not ready any more and says with each answer that its connection ends, but takes what comes for
 * as long as those who send it may need to notice. Then takes no more connections, finishes the requests in hand, stops
 * everything, exits with 0 (decision 0032).
 */
export function stopOnSignals(app: NestExpressApplication, database: DatabaseServer, log: Log): void {
  onStopSignal(log, async () => {
    const server: Server = app.getHttpServer();
    setTimeout(() => server.closeAllConnections(), LONGEST_DRAIN_MS).unref();
    const farewell = app.get(Farewell);
    farewell.say();
    await Promise.all([pause(app.get(Settings).stopGraceSeconds * 1_000), app.get(Jobs).end()]);
    await drain(server, farewell);
    await app.close();
    await database.close();
  });
}

async function drain(server: Server, farewell: Farewell): Promise<void> {
  const closed = new Promise<void>((resolve) => server.once('close', resolve));
  await farewell.shutDoor(server);
  // Kept-alive connections become idle one by one as their last request is answered.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  await closed;
  clearInterval(idle);
}
