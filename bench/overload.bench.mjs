import { httpRequest, load } from './load.mjs';
import { caller, startAlone } from './servers.mjs';
import { median } from './transactions.bench.mjs';

const ROUNDS = Number(process.env.CENTAVO_BENCH_ROUNDS ?? 5);
const SECONDS = 3;
const [FEW, MANY] = [32, 512];

/** What is left of useful answers when sixteen times as many callers ask at the same time, and how late refusals come. */
export async function overload() {
  const { service, makeWorkspace, stop } = await startAlone();
  try {
    const { key } = await makeWorkspace('overload');
    const call = caller(service, key);
    const { id: accountId } = await call('POST', '/v1/accounts', { name: 'Bench', typeId: 'checking' });
    const entry = { accountId, type: 'expense', date: '2026-01-15', amount: '1.00', description: 'Café' };
    const write = httpRequest('POST', '/v1/transactions', key, entry);
    const read = httpRequest('GET', '/v1/transactions?limit=50', key);
    const request = (n) => (n % 4 === 0 ? write : read);
    const plan = (connections) => ({ port: service, connections, seconds: SECONDS, request });
    await load(plan(FEW));
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push({ few: await load(plan(FEW)), many: await load(plan(MANY)) });
    }
    const useful = ({ perSecond, failures }) => perSecond - failures / SECONDS;
    const of = (which, what) => median(rounds.map((round) => what(round[which])));
    return [
      {
        figure: `overload, ${FEW} to ${MANY} connections: useful answers kept`,
        pass: 0.8,
        goal: 0.95,
        atLeast: true,
        ratio: median(rounds.map(({ few, many }) => useful(many) / useful(few))),
        service: of('many', useful),
        bare: of('few', useful),
        serviceP50: of('many', ({ p50 }) => p50),
        bareP50: of('few', ({ p50 }) => p50),
        serviceP99: of('many', ({ p99 }) => p99),
        bareP99: of('few', ({ p99 }) => p99),
        refusedPerSecond: of('many', ({ failures }) => failures / SECONDS),
      },
    ];
  } finally {
    await stop();
  }
}
