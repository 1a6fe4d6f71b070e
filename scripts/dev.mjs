// Rebuilds after each change to the source. Restarts the service after each build that has no errors.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { NODE_OPTIONS } from './node-options.mjs';

const NEST = 'node_modules/@nestjs/cli/bin/nest.js';
const SERVICE = 'dist/apps/api/src/main.js';
const GOOD_BUILD = /Found 0 errors/;

const builder = spawn(process.execPath, [NEST, 'build', '--watch', '--preserveWatchOutput'], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
let service;
let restarts = Promise.resolve();
let leaving = false;

createInterface({ input: builder.stdout }).on('line', (line) => {
  if (line.trim() !== '') process.stderr.write(`${line}\n`);
  if (GOOD_BUILD.test(line)) restarts = restarts.then(restart);
});
builder.once('exit', (code) => leave(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => leave(0));

async function restart() {
  await stop(service);
  if (leaving) return;
  service = spawn(process.execPath, [...NODE_OPTIONS, SERVICE], { stdio: ['ignore', 'inherit', 'inherit'] });
}

/** Stops a child process and waits until it has exited. The service stops its database before it exits. */
function stop(child) {
  if (!child || child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    child.once('exit', done);
    child.kill('SIGTERM');
  });
}

async function leave(code) {
  if (leaving) return;
  leaving = true;
  await restarts;
  await Promise.all([stop(service), stop(builder)]);
  process.exit(code);
}
