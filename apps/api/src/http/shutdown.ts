import type { Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Log } from '@app/kernel';
import { Jobs } from '@app/kernel';
import type { DatabaseServer } from '../database-server.js';

/** Requests in hand get this long to finish, so that everything has stopped within ten seconds. */
const LONGEST_DRAIN_MS = 7_000;

/** On SIGTERM or SIGINT: takes no more connections and jobs, finishes the requests in hand, stops everything, exits with 0. */
export function stopOnSignals(app: NestExpressApplication, database: DatabaseServer, log: Log): void {
  let stopping = false;
  const stop = async (signal: string): Promise<void> => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    await Promise.all([drain(app.getHttpServer()), app.get(Jobs).end()]);
    await app.close();
    await database.close();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      });
    });
  }
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Kept-alive connections become idle one by one as their last request is answered.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const late = setTimeout(() => server.closeAllConnections(), LONGEST_DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}
