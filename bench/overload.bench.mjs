import { compare } from './compare.mjs';
import { httpRequest } from './load.mjs';
import { caller, startAlone } from './servers.mjs';

const PLAN = { connections: [512, 32], seconds: 3, rounds: 5, mayRefuse: true };

/**
 * Measures the throughput of successful responses with sixteen times as many callers. The service immediately rejects
 * requests that exceed its capacity.
 */
export async function overload() {
  const { service, makeWorkspace, stop } = await startAlone();
  try {
    const { key } = await makeWorkspace('overload');
    const call = caller(service, key);
    const { id: accountId } = await call('POST', '/v1/accounts', { name: 'Bench', typeId: 'checking' });
    const entry = { accountId, type: 'expense', date: '2026-01-15', amount: '1.00', description: 'Café' };
    const write = httpRequest('POST', '/v1/transactions', key, entry);
    const read = httpRequest('GET', '/v1/transactions?limit=50', key);
    const side = { port: service, request: (n) => (n % 4 === 0 ? write : read) };
    const useful = ({ perSecond, failures }) => perSecond - failures / PLAN.seconds;
    return [
      {
        figure: 'successful responses with 512 connections compared with 32',
        ...{ better: 'more', pass: 0.8, goal: 0.95 },
        ...(await compare(side, side, PLAN, (many, few) => useful(many) / useful(few))),
      },
    ];
  } finally {
    await stop();
  }
}
