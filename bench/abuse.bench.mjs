import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker, isMainThread, workerData } from 'node:worker_threads';
import { median } from './compare.mjs';
import { httpRequest, load } from './load.mjs';
import { caller, startAlone } from './servers.mjs';

const ROUNDS = 5;
const SECONDS = 4;
const CONNECTIONS = 2;
const CALM_MS = 4_000;
const PATTERN = (n) => `(.*a.{${10 + n}}b.*|.*b.{${30 - n}}a.*){3}\\d`;
const NOTES = 200;

/**
 * Measures the latency of a normal client while another workspace sends many expensive requests at once, and compares
 * it with the latency without them.
 */
export async function abuse() {
  const { service, makeWorkspace, stop } = await startAlone();
  try {
    const [abuser, honest] = [
      await aHome(service, makeWorkspace, 'abuser'),
      await aHome(service, makeWorkspace, 'honest'),
    ];
    for (let n = 0; n < NOTES; n += 1) await abuser.enter({ notes: randomNotes(n) });
    const entry = honest.entry({});
    const write = httpRequest('POST', '/v1/transactions', honest.key, entry);
    const read = httpRequest('GET', '/v1/transactions?limit=50', honest.key);
    const side = {
      ...{ port: service, connections: CONNECTIONS, seconds: SECONDS },
      request: (n) => (n % 4 === 0 ? write : read),
    };
    const rounds = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const alone = await load(side);
      // The attack runs in a separate thread, so that it does not delay the measured client.
      const attack = new Worker(new URL(import.meta.url), { workerData: { port: service, attacker: abuser.who } });
      await pause(500);
      const beside = await load(side);
      await attack.terminate();
      if (alone.failures + beside.failures > 0) throw new Error('an honest request failed');
      if (round > 0) rounds.push({ alone, beside });
      // Lets the service cancel the work of disconnected clients.
      await pause(CALM_MS);
    }
    const of = (who) =>
      Object.fromEntries(
        ['perSecond', 'p50', 'p99'].map((what) => [what, median(rounds.map((round) => round[who][what]))]),
      );
    return [
      {
        figure: 'p99 of an honest caller during abuse by another workspace compared with none',
        ...{ better: 'less', pass: 3, goal: 1.5 },
        ratio: median(rounds.map(({ alone, beside }) => beside.p99 / alone.p99)),
        ...{ one: of('beside'), other: of('alone') },
      },
    ];
  } finally {
    await stop();
  }
}

/**
 * Sends pattern searches, uploads, exports and many other requests from one workspace until the thread ends. Does not
 * read the responses.
 */
function attackBy(port, { key, accountId }) {
  const search = {
    match: 'any',
    conditions: [1, 2, 3].map((n) => ({ field: 'notes', op: 'matches', value: PATTERN(n) })),
  };
  const kinds = [
    ...Array.from({ length: 4 }, () => httpRequest('POST', '/v1/rules/preview', key, search)),
    ...Array.from({ length: 4 }, () => httpRequest('GET', '/v1/export?format=json', key)),
    ...Array.from({ length: 8 }, () => uploadRequest(key, accountId)),
    ...Array.from({ length: 16 }, () => httpRequest('GET', '/v1/transactions?limit=200', key)),
  ];
  for (const request of kinds) void again(request);
  async function again(request) {
    for (;;) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.write(request);
      socket.resume();
      await pause(200 + Math.random() * 600);
      socket.destroy();
    }
  }
}

if (!isMainThread) attackBy(workerData.port, workerData.attacker);

function uploadRequest(key, accountId) {
  const rows = Array.from(
    { length: 20_000 },
    (_, n) => `2026-01-${String(1 + (n % 28)).padStart(2, '0')},Compra ${n},-1.00`,
  );
  const part = (name, content, more = '') =>
    `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
  const file = part('file', ['Fecha,Concepto,Importe', ...rows].join('\n'), '; filename="e.csv"');
  const body = `${part('accountId', accountId)}${file}--b--\r\n`;
  return (
    `POST /v1/imports HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: multipart/form-data; boundary=b\r\n` +
    `Content-Length: ${body.length}\r\n\r\n${body}`
  );
}

async function aHome(port, makeWorkspace, name) {
  const { key } = await makeWorkspace(name);
  const call = caller(port, key);
  const { id: accountId } = await call('POST', '/v1/accounts', { name: 'Bench', typeId: 'checking' });
  const entry = (more) => ({
    ...{ accountId, type: 'expense', date: '2026-01-15', amount: '1.00', description: 'Café', ...more },
  });
  return { key, entry, who: { key, accountId }, enter: (more) => call('POST', '/v1/transactions', entry(more)) };
}

function randomNotes(seed) {
  let state = seed + 1;
  const next = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
  return Array.from({ length: 2_000 }, () => (next() >>> 31 === 0 ? 'a' : 'b')).join('');
}
