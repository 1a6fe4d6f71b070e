import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from './compare.mjs';
import { httpRequest, load } from './load.mjs';
import { caller, startAlone } from './servers.mjs';

const WORKSPACES = 50;
const WEBHOOKS_EACH = 20;
/** In runs with silent webhooks, one webhook of this many never responds. */
const ONE_SILENT_OF = 10;
const SINGLE_EVENTS = 40;
const BURST = 8;
const ROUNDS = 7;
const MAX_RUN_MS = 60_000;
/** Transactions per second during the measurement of API requests. Each goes to 20 webhooks. */
const FED_EACH_SECOND = 10;
const TIMED = { connections: 2, seconds: 4 };

/**
 * Measures the time until events reach a thousand webhooks, and the latency of API requests during deliveries.
 * Alternates between two services; in one of them, a tenth of the webhooks never respond.
 */
export async function webhooks() {
  const [live, beside] = await Promise.all([aSide(), aSide({ isSilent: true })]);
  try {
    const rounds = [];
    // The first rounds warm up the services and let them detect the silent webhooks, as in the first minute of an
    // outage.
    for (let round = -3; round < ROUNDS; round += 1) {
      const pair = {};
      for (const side of round % 2 === 0 ? [live, beside] : [beside, live]) pair[side.name] = await burst(side);
      if (round >= 0) rounds.push(pair);
    }
    const single = { live: await singles(live), beside: await singles(beside) };
    const timed = await besideDeliveries(live);
    return [
      {
        figure: `Median time from commit to webhook receiver, in seconds, with ${WORKSPACES * WEBHOOKS_EACH} receivers of which a tenth never responds`,
        ...{ better: 'less', pass: 1, goal: 0.3 },
        ratio: single.beside / 1_000,
        ...{ one: { p50: single.beside }, other: { p50: single.live } },
      },
      {
        figure: 'Deliveries per second to responsive webhooks, with a tenth that never responds, compared with none',
        ...{ better: 'more', pass: 0.8, goal: 0.95 },
        ratio: median(rounds.map((round) => round.beside / round.live)),
        one: { perSecond: median(rounds.map((round) => round.beside)) },
        other: { perSecond: median(rounds.map((round) => round.live)) },
      },
      {
        figure: `GET a page of 50 transactions during ${FED_EACH_SECOND * WEBHOOKS_EACH} deliveries per second: p99 compared with the same writes without webhooks`,
        ...{ better: 'less', pass: 1.5, goal: 1.15 },
        ...timed,
      },
    ];
  } finally {
    await Promise.all([live.stop(), beside.stop()]);
  }
}

async function aSide({ isSilent = false } = {}) {
  const receiver = await aReceiver(isSilent);
  const { service, makeWorkspace, stop } = await startAlone(undefined, { WEBHOOK_NETWORK: 'any' });
  const homes = [];
  for (let n = 0; n < WORKSPACES; n += 1) homes.push(await aHome(service, makeWorkspace, n, receiver.url));
  const quiet = await aHome(service, makeWorkspace, 'quiet', null);
  const stopAll = () => (receiver.close(), stop());
  const answering = isSilent ? WEBHOOKS_EACH - WEBHOOKS_EACH / ONE_SILENT_OF : WEBHOOKS_EACH;
  return { name: isSilent ? 'beside' : 'live', service, receiver, answering, homes, quiet, stop: stopAll };
}

/** Measures reading a page of transactions during writes, alternating between workspaces with and without webhooks. */
async function besideDeliveries({ service, homes, quiet }) {
  const rounds = [];
  for (let n = 0; n < 50; n += 1) await quiet.enter();
  const request = () => httpRequest('GET', '/v1/transactions?limit=50', quiet.key);
  const timed = async (writers) => {
    let n = 0;
    const feeding = setInterval(() => void writers[n++ % writers.length].enter(), 1_000 / FED_EACH_SECOND);
    const result = await load({ port: service, request, ...TIMED });
    clearInterval(feeding);
    if (result.failures > 0) throw new Error('requests failed');
    await pause(500);
    return result;
  };
  for (let round = -1; round < ROUNDS; round += 1) {
    const pair = {};
    for (const [name, writers] of Object.entries(
      round % 2 ? { one: homes, other: [quiet] } : { other: [quiet], one: homes },
    ))
      pair[name] = await timed(writers);
    if (round >= 0) rounds.push(pair);
  }
  const of = (side) =>
    Object.fromEntries(
      ['perSecond', 'p50', 'p99'].map((what) => [what, median(rounds.map((round) => round[side][what]))]),
    );
  return { ratio: median(rounds.map(({ one, other }) => one.p99 / other.p99)), one: of('one'), other: of('other') };
}

async function aHome(port, makeWorkspace, n, url) {
  const { key } = await makeWorkspace(`webhooks-${n}`);
  const call = caller(port, key);
  const { id: accountId } = await call('POST', '/v1/accounts', { name: 'Bench', typeId: 'checking' });
  for (let hook = 0; url !== null && hook < WEBHOOKS_EACH; hook += 1) {
    const which = hook % ONE_SILENT_OF === 0 ? 'silent' : 'live';
    await call('POST', '/v1/webhooks', { url: `${url}/${which}`, types: ['transaction.created'] });
  }
  const fields = { accountId, type: 'expense', date: '2026-03-01', amount: '1.00', description: 'Café' };
  const enter = async () => {
    const { id } = await call('POST', '/v1/transactions', fields);
    return { id, at: performance.now() };
  };
  return { key, enter };
}

/**
 * Returns the median time in milliseconds from the response to a write until each receiver that responds has the event.
 * Writes one transaction after the other.
 */
async function singles({ homes, receiver, answering }) {
  const times = [];
  for (let n = 0; n < SINGLE_EVENTS; n += 1) {
    const { id, at } = await homes[n % homes.length].enter();
    await until(() => receiver.came(id).length >= answering);
    times.push(...receiver.came(id).map((came) => came - at));
    await pause(50);
  }
  return median(times);
}

async function burst({ homes, receiver, answering }) {
  const began = performance.now();
  const written = (
    await Promise.all(
      homes.map(async ({ enter }) => {
        const mine = [];
        for (let n = 0; n < BURST; n += 1) mine.push(await enter());
        return mine;
      }),
    )
  ).flat();
  await until(() => written.every(({ id }) => receiver.came(id).length >= answering));
  const last = Math.max(...written.flatMap(({ id }) => receiver.came(id)));
  return (written.length * answering) / ((last - began) / 1_000);
}

async function aReceiver(isSilent) {
  const came = new Map();
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      if (isSilent && request.url === '/silent') return;
      const { subject } = JSON.parse(body);
      came.set(subject.id, [...(came.get(subject.id) ?? []), performance.now()]);
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    came: (id) => came.get(id) ?? [],
    close: () => (server.closeAllConnections(), server.close()),
  };
}

async function until(holds) {
  const began = performance.now();
  while (!holds()) {
    if (performance.now() - began > MAX_RUN_MS) throw new Error('deliveries did not arrive');
    await pause(5);
  }
}
