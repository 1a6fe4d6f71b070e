import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { compiledPattern } from './pattern.js';

/** Time slice. A search that has run this long finishes its current text and then lets the next search run. */
const SLICE_MS = 50;

/** Lowers the thread's priority so that a search does not slow down other requests. Only Linux supports this. */
if (process.platform === 'linux') {
  const thread = Number(readlinkSync('/proc/thread-self').split('/').pop());
  setPriority(thread, Math.min(19, getPriority() + 10));
}

parentPort!.on('message', ({ job, pattern, texts }: { job: number; pattern: string; texts: string[] }) => {
  const compiled = compiledPattern(pattern);
  const hits: number[] = [];
  const began = cpuMs();
  let looked = 0;
  while (looked < texts.length && cpuMs() - began < SLICE_MS) {
    if (compiled.isIn(texts[looked]!)) hits.push(looked);
    looked += 1;
  }
  parentPort!.postMessage({ job, found: hits, looked, tookMs: cpuMs() - began });
});

/** Returns the CPU time of this thread. Unlike wall time, it does not depend on the load of the machine. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
