import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus, totalmem } from 'node:os';
import { imports } from './imports.bench.mjs';
import { iouHistory } from './iou-history.bench.mjs';
import { scale } from './scale.bench.mjs';
import { transactions } from './transactions.bench.mjs';

/** Runs the benchmarks, prints their ratios as a table and writes them to bench/results/ with the machine's facts. */
const figures = [];
for (const part of [transactions, imports, scale, iouHistory]) {
  for (const one of await part()) {
    figures.push(one);
    process.stdout.write(`${one.figure}: ${one.ratio.toFixed(2)} (pass ${one.pass}, goal ${one.goal})\n`);
  }
}
const machine = {
  node: process.version,
  cpu: cpus()[0]?.model,
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
};
const rounded = (value) => Math.round(value * 100) / 100;
console.table(
  figures.map(({ figure, ratio, pass, goal, service, bare, serviceP99, bareP99 }) => ({
    figure,
    ratio: rounded(ratio),
    pass,
    goal,
    'service/s': Math.round(service),
    'bare/s': Math.round(bare),
    'service p99 ms': rounded(serviceP99),
    'bare p99 ms': rounded(bareP99),
  })),
);
await mkdir('bench/results', { recursive: true });
const at = new Date().toISOString();
await writeFile(
  `bench/results/${at.replaceAll(':', '-')}.json`,
  `${JSON.stringify({ at, machine, figures }, null, 2)}\n`,
);
