import cluster from 'node:cluster';
import type { Settings } from '@app/kernel';

/** That the service is ready, as the one who started it is told. */
export function readyFact({ baseUrl }: Settings): object {
  return { ready: true, url: baseUrl, docs: `${baseUrl}/docs`, developers: `${baseUrl}/developers`, pid: process.pid };
}

/** Says something on standard output; a process that is led says it to the one that leads. */
export function say(fact: object): void {
  if (cluster.isWorker) process.send!(fact);
  else process.stdout.write(`${JSON.stringify(fact)}\n`);
}
