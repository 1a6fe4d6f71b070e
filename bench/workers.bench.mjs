import { compare, timesAsMany } from './compare.mjs';
import { httpRequest } from './load.mjs';
import { startPair } from './servers.mjs';

const PLAN = { connections: 32, seconds: 3, rounds: 5 };

/**
 * Measures the gain from a second process on the same port. The load generator and PostgreSQL run on the same cores as the
 * service.
 */
export async function workers() {
  const { service, key, accountId, categoryId, startAnother, stop } = await startPair();
  try {
    const two = await startAnother({ WORKERS: '2' });
    const entry = { accountId, categoryId, type: 'expense', date: '2026-11-20', amount: '25.50', description: 'OXXO' };
    const requests = {
      'GET a page of 50 transactions': () => httpRequest('GET', '/v1/transactions?limit=50', key),
      'POST a transaction': () => httpRequest('POST', '/v1/transactions', key, entry),
    };
    const figures = [];
    for (const [what, request] of Object.entries(requests)) {
      figures.push({
        figure: `${what}: two processes (WORKERS=2) compared with one`,
        ...{ better: 'more', pass: null, goal: null },
        ...(await compare({ port: two, request }, { port: service, request }, PLAN, timesAsMany)),
      });
    }
    return figures;
  } finally {
    await stop();
  }
}
