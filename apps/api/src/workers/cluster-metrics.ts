import cluster from 'node:cluster';
import type { Registry } from 'prom-client';
import { AggregatorRegistry } from 'prom-client';

const ASK = 'centavo:metrics?';
const ANSWER = 'centavo:metrics';
const MAX_WAIT_MS = 6_000;

interface Message {
  readonly type?: string;
  readonly id?: number;
  readonly text?: string | null;
}

/** Lets the primary process respond to workers that ask for the metrics of all processes. */
export function answerForAll(): void {
  const all = new AggregatorRegistry();
  cluster.on('message', (worker, { type, id }: Message) => {
    if (type !== ASK) return;
    const answer = (text: string | null) => worker.send({ type: ANSWER, id, text }, undefined, () => undefined);
    all.clusterMetrics().then(answer, () => answer(null));
  });
}

/** Includes this worker in the metrics of all processes. */
export function countAmongAll(registry: Registry): void {
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries(registry);
}

let questions = 0;

/** Returns the metrics of all processes. Sums counters and memory, and averages event loop lags. */
export function metricsOfAll(): Promise<string> {
  const question = (questions += 1);
  return new Promise((resolve, reject) => {
    const settle = (text: string | null | undefined) => {
      clearTimeout(late);
      process.off('message', listen);
      if (typeof text === 'string') resolve(text);
      else reject(new Error('the other processes did not send their metrics in time'));
    };
    const listen = ({ type, id, text }: Message) => {
      if (type === ANSWER && id === question) settle(text);
    };
    const late = setTimeout(settle, MAX_WAIT_MS, null);
    process.on('message', listen);
    process.send!({ type: ASK, id: question });
  });
}
