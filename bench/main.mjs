import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { abuse } from './abuse.bench.mjs';
import { actual } from './actual.bench.mjs';
import { agents } from './agents.bench.mjs';
import { files } from './files.bench.mjs';
import { hledger } from './hledger.bench.mjs';
import { households } from './households.bench.mjs';
import { imports } from './imports.bench.mjs';
import { iouHistory } from './iou-history.bench.mjs';
import { newcomer } from './newcomer.bench.mjs';
import { overload } from './overload.bench.mjs';
import { pgbench } from './pgbench.bench.mjs';
import { processes } from './process.bench.mjs';
import { report, rounded } from './report.mjs';
import { scale } from './scale.bench.mjs';
import { suggestions } from './suggestions.bench.mjs';
import { transactions } from './transactions.bench.mjs';
import { webhooks } from './webhooks.bench.mjs';
import { workers } from './workers.bench.mjs';

/**
 * Benchmarks by name. The program runs all of them, or those named on the command line. It prints the results, and
 * writes them to bench/results/ with a description of the machine. A full run also updates docs/performance.md.
 */
const PARTS = {
  transactions,
  files,
  workers,
  webhooks,
  pgbench,
  imports,
  suggestions,
  newcomer,
  overload,
  abuse,
  scale,
  households,
  iouHistory,
  agents,
  processes,
  hledger,
  actual,
};
const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in PARTS));
if (unknown.length > 0) throw new Error(`there is no ${unknown.join()}; there are ${Object.keys(PARTS).join(', ')}`);

const figures = [];
for (const [name, part] of Object.entries(PARTS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  for (const result of await part()) {
    figures.push(result);
    const { figure, ratio, pass, goal } = result;
    const marks = pass === null ? '' : ` (pass ${pass}, goal ${goal})`;
    process.stdout.write(`${figure}: ${rounded(ratio)}${marks}\n`);
  }
}
const machine = {
  at: new Date().toISOString(),
  node: process.version,
  cpu: cpus()[0]?.model,
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
};
await mkdir('bench/results', { recursive: true });
await writeFile(
  `bench/results/${machine.at.replaceAll(':', '-')}.json`,
  `${JSON.stringify({ machine, figures }, null, 2)}\n`,
);
if (named.length === 0) await report(machine, figures);
