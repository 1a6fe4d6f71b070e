import { compare, timesAsMany } from './compare.mjs';
import { httpRequest } from './load.mjs';
import { startPair } from './servers.mjs';

const PLAN = { connections: 16, seconds: 3, rounds: 7 };

/** Entering and listing transactions, against the bare server; and one account that many write to, against one writer. */
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
    const against = (request) => compare({ port: service, request }, { port: bare, request }, PLAN, timesAsMany);
    const hot = { ...PLAN, connections: [32, 1] };
    return [
      {
        figure: 'POST a transaction: times as many as the bare server',
        ...{ better: 'more', pass: 0.65, goal: 0.9 },
        ...(await against(post)),
      },
      {
        figure: 'GET a page of 50 transactions: times as many as the bare server',
        ...{ better: 'more', pass: 0.75, goal: 1.2 },
        ...(await against(list)),
      },
      {
        figure: 'POST to one account: 32 writers, times as many as one writer',
        ...{ better: 'more', pass: 0.4, goal: 1 },
        ...(await compare({ port: service, request: post }, { port: service, request: post }, hot, timesAsMany)),
      },
    ];
  } finally {
    await stop();
  }
}
