// Process in which bench/actual.bench.mjs runs the peer. Creates a budget file with ten years of transactions, measures
// sequential calls for a few seconds, and prints the results as JSON.
import { join, resolve } from 'node:path';

const YEARS = 10;
const SECONDS = 3;
const [folder, size] = [resolve(process.argv[2]), Number(process.argv[3])];
// The library would write its progress to standard output.
console.log = console.info = console.warn = () => undefined;
const actual = await import(join(folder, 'node_modules/@actual-app/api/dist/index.js'));

await actual.init({ dataDir: folder, verbose: false });
let account;
await actual.runImport('Bench', async () => {
  account = await actual.createAccount({ name: 'Bench', type: 'checking' }, 0);
  await actual.addTransactions(
    account,
    Array.from({ length: size }, (_, n) => entry(n)),
  );
});
const newest = actual.q('transactions').select('*').orderBy({ date: 'desc' }).limit(50);
const month = new Date().toISOString().slice(0, 7);
const figures = {
  page: await measured(() => actual.aqlQuery(newest)),
  balances: await measured(() => actual.getAccountBalance(account)),
  budgets: await measured(() => actual.getBudgetMonth(month)),
};
process.stdout.write(`${JSON.stringify(figures)}\n`);
// The library would keep the process running, because it still writes in the background.
process.exit(0);

function entry(n) {
  const date = new Date(Date.now() - ((n * YEARS * 365) / size) * 86_400_000).toISOString().slice(0, 10);
  return { date, amount: -100 - (n % 5000), notes: `Compra ${n}` };
}

async function measured(call) {
  const times = [];
  const began = performance.now();
  while (performance.now() - began < SECONDS * 1000) {
    const start = performance.now();
    await call();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.floor(times.length * share)];
  return { perSecond: times.length / ((performance.now() - began) / 1000), p50: at(0.5), p99: at(0.99) };
}
