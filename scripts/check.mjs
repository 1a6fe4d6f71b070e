// Runs independent steps in parallel, and prints the output of a step when it ends. If a step fails, the others
// continue.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Steps, longest first, so that both cores are busy until the end. */
const STEPS = ['unit', 'lint', 'format:check', 'types', 'boundaries', 'language'];

const left = [...STEPS];
const failed = [];
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, runSteps));
if (failed.length > 0) {
  process.stderr.write(`\ncheck: failed: ${failed.join(', ')}\n`);
  process.exitCode = 1;
}

async function runSteps() {
  for (let step = left.shift(); step !== undefined; step = left.shift()) await run(step);
}

function run(step) {
  const startedAt = performance.now();
  const child = spawn('npm', ['run', '--silent', step], { stdio: ['ignore', 'pipe', 'pipe'] });
  const written = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => written.push(chunk));
  return new Promise((resolve) => {
    child.on('error', (error) => written.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (code) => {
      if (code !== 0) failed.push(step);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
      process.stdout.write(Buffer.concat(written));
      process.stdout.write(`check: ${step} ${code === 0 ? 'passed' : 'failed'} after ${seconds} s\n`);
      resolve();
    });
  });
}
