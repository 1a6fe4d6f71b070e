import cluster from 'node:cluster';
import type { Settings } from '@app/kernel/pure';

/** The line that says that the service is ready, and where. */
export function readyMessage({ baseUrl }: Settings): object {
  return { ready: true, url: baseUrl, docs: `${baseUrl}/docs`, developers: `${baseUrl}/developers`, pid: process.pid };
}

/** Writes a line of JSON to standard output; a worker sends it to the process that leads it. */
export function announce(message: object): void {
  if (cluster.isWorker) process.send!(message);
  else process.stdout.write(`${JSON.stringify(message)}\n`);
}
