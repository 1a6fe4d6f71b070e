import { compare, timesAsMany } from './compare.mjs';
import { httpRequest } from './load.mjs';
import { startPair } from './servers.mjs';

const BATCH = 500;
const PLAN = { connections: 16, seconds: 3, rounds: 7 };

/**
 * Compares creating and listing transactions with the baseline server, and several writers to one account with a single
 * writer.
 */
export async function transactions() {
  const { service, bare, key, accountId, categoryId, addWorkspace, stop } = await startPair();
  try {
    const expense = {
      ...{ accountId, type: 'expense', date: '2026-11-20', amount: '25.50' },
      ...{ description: 'OXXO REFORMA 214', categoryId },
    };
    const post = (query = '') => httpRequest('POST', `/v1/transactions${query}`, key, expense);
    const written = () => post();
    const tried = () => post('?dryRun=true');
    const operations = Array.from({ length: BATCH }, () => ({ op: 'create', ...expense }));
    const batch = () => httpRequest('POST', '/v1/transactions/batch', key, { operations });
    const list = () => httpRequest('GET', '/v1/transactions?limit=50', key);
    const packed = () => httpRequest('GET', '/v1/transactions?limit=50', key, undefined, { 'Accept-Encoding': 'gzip' });
    const against = (request) => compare({ port: service, request }, { port: bare, request }, PLAN, timesAsMany);
    const closed = await closedWorkspace(service, addWorkspace);
    const ofClosed = { ...expense, accountId: closed.accountId, categoryId: closed.categoryId };
    const whileClosed = () => httpRequest('POST', '/v1/transactions', closed.key, ofClosed);
    const hot = { ...PLAN, connections: [32, 1] };
    return [
      {
        figure: 'POST a transaction compared with the bare server',
        ...{ better: 'more', pass: 0.65, goal: 0.9 },
        ...(await against(written)),
      },
      {
        figure: 'POST a transaction with closed books compared with open books',
        ...{ better: 'more', pass: 0.9, goal: 0.95 },
        ...(await compare(
          { port: service, request: whileClosed },
          { port: service, request: written },
          PLAN,
          timesAsMany,
        )),
      },
      {
        figure: 'GET a page of 50 transactions compared with the bare server',
        ...{ better: 'more', pass: 0.75, goal: 1.2 },
        ...(await against(list)),
      },
      {
        figure: 'GET a page of 50 transactions in gzip compared with the bare server, which also compresses',
        ...{ better: 'more', pass: 1, goal: 1.2 },
        ...(await against(packed)),
      },
      {
        figure: 'POST to one account: 32 writers compared with one',
        ...{ better: 'more', pass: 0.4, goal: 1 },
        ...(await compare({ port: service, request: written }, { port: service, request: written }, hot, timesAsMany)),
      },
      {
        figure: 'POST a transaction with dryRun=true compared with the call',
        ...{ better: 'more', pass: 0.8, goal: 0.95 },
        ...(await compare({ port: service, request: tried }, { port: service, request: written }, PLAN, timesAsMany)),
      },
      {
        figure: `transactions created in batches of ${BATCH} compared with single requests, one writer`,
        ...{ better: 'more', pass: 2, goal: 5 },
        ...(await compare(
          { port: service, request: batch },
          { port: service, request: written },
          { ...PLAN, connections: 1 },
          (one, other) => BATCH * timesAsMany(one, other),
        )),
      },
    ];
  } finally {
    await stop();
  }
}

/** Creates a workspace whose books are closed. */
async function closedWorkspace(port, addWorkspace) {
  const workspace = await addWorkspace('closed');
  const headers = { Authorization: `Bearer ${workspace.key}`, 'Content-Type': 'application/json' };
  const closing = { method: 'PUT', headers, body: JSON.stringify({ closedThrough: '2026-06-30' }) };
  const { ok } = await fetch(`http://127.0.0.1:${port}/v1/books`, closing);
  if (!ok) throw new Error('the books could not be closed');
  return workspace;
}
