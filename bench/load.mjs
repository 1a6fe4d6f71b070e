import { connect } from 'node:net';

/**
 * Sends sequential requests over a fixed number of keep-alive connections for a fixed time. Implements only a minimal
 * part of HTTP/1.1, so that it costs little compared with the measured servers.
 * @param {{ port: number, connections: number, seconds: number, request: (n: number) => string }} plan request returns
 * the nth request as text
 * @returns {Promise<{ perSecond: number, p50: number, p99: number, failures: number }>} times in milliseconds
 */
export async function load({ port, connections, seconds, request }) {
  const times = [];
  let failures = 0;
  let sent = 0;
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const exchange = await openConnection(port);
      while (performance.now() < until) {
        const began = performance.now();
        const status = await exchange.send(request(sent++));
        times.push(performance.now() - began);
        if (status !== 200) failures += 1;
      }
      exchange.close();
    }),
  );
  const elapsed = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
  return { perSecond: times.length / elapsed, p50: at(0.5), p99: at(0.99), failures };
}

export function httpRequest(method, path, key, body, headers = {}) {
  const text = body === undefined ? '' : JSON.stringify(body);
  const length =
    body === undefined ? '' : `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(text)}\r\n`;
  const { host = '127.0.0.1', ...named } = headers;
  const others = Object.entries(named).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n${others.join('')}${length}\r\n${text}`;
}

function openConnection(port) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let received = Buffer.alloc(0);
    let [answer, fail] = [null, reject];
    socket.setNoDelay(true);
    socket.once('error', (error) => fail(error));
    socket.once('end', () => fail(new Error('the server closed the connection')));
    socket.on('data', (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      const whole = wholeAnswer(received);
      if (whole === null) return;
      received = Buffer.alloc(0);
      answer(whole);
    });
    socket.once('connect', () =>
      resolve({
        send: (text) =>
          new Promise((done, failed) => {
            [answer, fail] = [done, failed];
            socket.write(text);
          }),
        close: () => socket.destroy(),
      }),
    );
  });
}

function wholeAnswer(bytes) {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = bytes.latin1Slice(0, end);
  const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  return bytes.length >= end + 4 + length ? Number(head.slice(9, 12)) : null;
}
