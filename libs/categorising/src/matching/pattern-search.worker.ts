import { readlinkSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { compiledPattern } from './pattern.js';

/** So long one search keeps the thread before another gets its turn, but for the text that it is at. */
const SLICE_MS = 50;

/** One client waits for this thread, all others for the processor: on Linux, where threads have one, it takes a low priority. */
if (process.platform === 'linux') {
  const thread = Number(readlinkSync('/proc/thread-self').split('/').pop());
  setPriority(thread, Math.min(19, getPriority() + 10));
}

/** Looks for a pattern in folded texts for a slice of time: in how many it looked, where it was found, and what that took. */
parentPort!.on('message', ({ job, pattern, texts }: { job: number; pattern: string; texts: string[] }) => {
  const compiled = compiledPattern(pattern);
  const found: number[] = [];
  const began = cpuMs();
  let looked = 0;
  while (looked < texts.length && cpuMs() - began < SLICE_MS) {
    if (compiled.isIn(texts[looked]!)) found.push(looked);
    looked += 1;
  }
  parentPort!.postMessage({ job, found, looked, tookMs: cpuMs() - began });
});

/** The time of the processor that this thread has had: a busy machine makes no pattern dearer. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
