import { httpRequest, load } from './load.mjs';
import { startPair } from './servers.mjs';

const ROUNDS = 7;
const SECONDS = 3;
const CONNECTIONS = 16;

/** Entering and listing transactions: the service against the bare server, in turn, medians of several rounds. */
export async function transactions() {
  const { service, bare, key, accountId, categoryId, stop } = await startPair();
  try {
    const post = () =>
      httpRequest('POST', '/v1/transactions', key, {
        accountId,
        type: 'expense',
        date: '2026-11-20',
        amount: '25.50',
        description: 'OXXO REFORMA 214',
        categoryId,
      });
    const list = () => httpRequest('GET', '/v1/transactions?limit=50', key);
    const figures = [];
    for (const [figure, request, pass, goal] of [
      ['POST transaction against the bare server', post, 0.65, 0.9],
      ['GET a page of 50 transactions against the bare server', list, 0.75, 1.2],
    ]) {
      figures.push({ figure, pass, goal, ...(await compare(service, bare, request)) });
    }
    return figures;
  } finally {
    await stop();
  }
}

async function compare(service, bare, request) {
  const measure = (port, seconds) => load({ port, seconds, connections: CONNECTIONS, request });
  await measure(service, 2);
  await measure(bare, 2);
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const order = round % 2 === 0 ? [service, bare] : [bare, service];
    const results = new Map();
    for (const port of order) results.set(port, await measure(port, SECONDS));
    rounds.push({ service: results.get(service), bare: results.get(bare) });
  }
  const failures = rounds.reduce((sum, round) => sum + round.service.failures + round.bare.failures, 0);
  if (failures > 0) throw new Error(`${failures} requests failed`);
  return {
    ratio: median(rounds.map((round) => round.service.perSecond / round.bare.perSecond)),
    service: median(rounds.map((round) => round.service.perSecond)),
    bare: median(rounds.map((round) => round.bare.perSecond)),
    serviceP99: median(rounds.map((round) => round.service.p99)),
    bareP99: median(rounds.map((round) => round.bare.p99)),
  };
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}
