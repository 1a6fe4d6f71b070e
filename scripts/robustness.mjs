// Runs the robustness tests. Runs a failed test once more on its own. If it passes then, the run succeeds and reports
// the test.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'centavo-results-'));
const { CENTAVO_TEST_RESULTS: resultsFile, ...env } = process.env;
let running;
let isStopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    isStopping = true;
    running.kill(signal);
  });
}
try {
  process.exitCode = await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function main() {
  const [config, args] = process.argv[2]?.startsWith('--config=')
    ? [process.argv[2], process.argv.slice(3)]
    : ['--config=jest.robustness.config.js', process.argv.slice(2)];
  const first = await run([config, ...args]);
  const repeated = [];
  const failed = [];
  for (const failure of isStopping ? [] : first.failures) {
    const again = await run([config, '--runInBand', '--runTestsByPath', failure.file, ...only(failure.name)]);
    (again.failed === 0 && again.passed > 0 ? repeated : failed).push(failure);
  }
  const passed = first.passed + repeated.length;
  const failures = Math.max(first.failed - repeated.length, isStopping ? 1 : 0);
  for (const { file, name } of repeated) process.stdout.write(`repeated, passed by itself: ${file} ${name ?? ''}\n`);
  for (const { file, name } of failed) process.stdout.write(`failed twice: ${file} ${name ?? ''}\n`);
  if (resultsFile) writeFileSync(resultsFile, JSON.stringify({ passed, failed: failures }));
  else process.stdout.write(`\n${passed} passed, ${failures} failed\n`);
  return failures === 0 ? 0 : 1;
}

async function run(args) {
  const file = join(folder, 'results.json');
  rmSync(file, { force: true });
  running = spawn(process.execPath, [join(import.meta.dirname, 'test.mjs'), ...args], {
    stdio: 'inherit',
    env: { ...env, CENTAVO_TEST_RESULTS: file },
  });
  await once(running, 'close');
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, failures: [] };
  }
}

/**
 * Returns the arguments that select a test by its full name. Without a name, the file could not be loaded, so all its
 * tests run.
 */
function only(name) {
  return name === null ? [] : ['--testNamePattern', `^${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`];
}
