import cluster from 'node:cluster';
import type { Settings } from '@app/kernel/pure';

export function readyMessage({ baseUrl }: Settings): object {
  return { ready: true, url: baseUrl, docs: `${baseUrl}/docs`, developers: `${baseUrl}/developers`, pid: process.pid };
}

/** Writes a message as a line of JSON to standard output. In a worker, sends it to the primary process. */
export function announce(message: object): void {
  if (cluster.isWorker) process.send!(message);
  else process.stdout.write(`${JSON.stringify(message)}\n`);
}
