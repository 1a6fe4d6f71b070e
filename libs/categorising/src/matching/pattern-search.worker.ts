import { parentPort } from 'node:worker_threads';
import { compiledPattern } from './pattern.js';

/** Which of some folded texts a pattern is found in, by their places. */
parentPort!.on('message', ({ job, pattern, texts }: { job: number; pattern: string; texts: string[] }) => {
  const compiled = compiledPattern(pattern);
  parentPort!.postMessage({ job, places: texts.flatMap((text, place) => (compiled.isIn(text) ? [place] : [])) });
});
