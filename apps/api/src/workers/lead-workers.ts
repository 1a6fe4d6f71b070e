import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { Log, Settings } from '@app/kernel';
import type { DatabaseServer } from '@app/bootstrap';
import { announce, readyMessage } from '../process/startup-message.js';
import { onStopSignal } from '../process/stop-signal.js';
import { answerForAll } from './cluster-metrics.js';

const FIRST_RESTART_MS = 100;
const MAX_RESTART_MS = 10_000;
/** Uptime after which a worker's restart delay goes back to its initial value. */
const GOOD_LIFE_MS = 30_000;
/** Time after a stop signal at which workers that still run are killed. */
const MAX_SHUTDOWN_MS = 9_500;

/**
 * Runs several workers on one port (docs/scaling.md). The primary process owns the database, distributes connections,
 * and writes the startup message when all workers are ready. It replaces workers that die, and exits after the last
 * one.
 */
export async function leadWorkers(settings: Settings, database: DatabaseServer, log: Log): Promise<void> {
  let stopping = false;
  answerForAll();
  cluster.on('fork', (worker) => {
    worker.on('error', (error) =>
      log.warn({ err: error, pid: worker.process.pid }, 'a worker process could not be reached'),
    );
  });
  onStopSignal(log, async () => {
    stopping = true;
    await Promise.all(led().map(stopWorker));
    await database.close();
  });

  const keep = async (worker: Worker, environment: NodeJS.ProcessEnv): Promise<void> => {
    for (let wait = FIRST_RESTART_MS, current = worker; ; wait = Math.min(2 * wait, MAX_RESTART_MS)) {
      const began = performance.now();
      if (!current.isDead()) await once(current, 'exit');
      if (stopping) return;
      if (performance.now() - began > GOOD_LIFE_MS) wait = FIRST_RESTART_MS;
      log.warn({ pid: current.process.pid, againInMs: wait }, 'a worker process ended; starting another');
      await pause(wait);
      if (stopping) return;
      current = cluster.fork(environment);
    }
  };

  const environment = environmentOfEach(settings, database);
  const demo = settings.demo && database.embedded ? 'on' : 'off';
  const start = (env: NodeJS.ProcessEnv) => started(env, () => stopping);
  const first = await start({ ...environment, DEMO: demo });
  const others = await Promise.all(Array.from({ length: settings.workers - 1 }, () => start(environment)));
  for (const worker of [first, ...others]) void keep(worker, environment);
  announce(readyMessage(settings));
}

function environmentOfEach(settings: Settings, database: DatabaseServer): NodeJS.ProcessEnv {
  return {
    DATABASE_URL: database.url,
    DATABASE_ADMIN_URL: '',
    DATABASE_EMBEDDED: database.embedded ? 'on' : 'off',
    DEMO: 'off',
    // The workers share the connection limit that the operator set. Each of them needs at least two connections.
    DATABASE_POOL: String(Math.max(2, Math.floor(settings.databasePool / settings.workers))),
  };
}

/**
 * Starts a worker and waits until it is ready.
 * @throws Error if the worker exits before it is ready, unless the service is shutting down
 */
async function started(environment: NodeJS.ProcessEnv, isStopping: () => boolean): Promise<Worker> {
  const worker = cluster.fork(environment);
  await new Promise<void>((resolve, reject) => {
    worker.on('message', (fact: { ready?: boolean; demo?: object }) => {
      if (fact.ready) resolve();
      if (fact.demo) announce({ demo: fact.demo });
    });
    worker.once('exit', () => {
      if (!isStopping()) reject(new Error('a serving process ended before it was ready'));
    });
  });
  return worker;
}

function led(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
}

async function stopWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return;
  const late = setTimeout(() => worker.process.kill('SIGKILL'), MAX_SHUTDOWN_MS);
  const ended = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await ended;
  clearTimeout(late);
}
