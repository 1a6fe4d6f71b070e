import { connect } from 'node:net';
import { readFileSync } from 'node:fs';

/** What came of a connection: what was read, how long it lasted, and how much the other side took. */
export interface Ended {
  readonly answer: string;
  readonly milliseconds: number;
  readonly sentBytes: number;
}

export interface Sending {
  /** What is sent first. */
  readonly head: string;
  /** What is sent again and again after it, for as long as the other side takes it. */
  readonly chunk?: string | Buffer;
  /** The pause between two chunks; none sends as fast as they are taken. */
  readonly pauseMs?: number;
  /** Takes nothing of what is answered until then; who does not read does not see the end either. */
  readonly silentUntil?: Promise<void>;
}

/** Opens a connection, sends bytes as they are, and waits until the other side has ended it. */
export function talk(
  url: string,
  { head, chunk, pauseMs = 0, silentUntil = Promise.resolve() }: Sending,
): Promise<Ended> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const began = performance.now();
  let [answer, sentBytes] = ['', 0];
  const more = (): void => {
    if (socket.destroyed || chunk === undefined) return;
    sentBytes += chunk.length;
    const goesOn = socket.write(chunk);
    if (pauseMs > 0) setTimeout(more, pauseMs);
    else if (goesOn) setImmediate(more);
    else socket.once('drain', more);
  };
  void silentUntil.then(() => socket.on('data', (data) => (answer += data.toString('latin1'))));
  socket.on('error', () => undefined);
  socket.write(head, more);
  return new Promise((resolve) => {
    socket.on('close', () => resolve({ answer, sentBytes, milliseconds: performance.now() - began }));
  });
}

/** How many connections a port of this machine has that its side has not given up. */
export function connectionsTo(url: string): number {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
  const established = new RegExp(`^ *\\d+: [0-9A-F]+:${port} [0-9A-F:]+ 01 `, 'gm');
  return readFileSync('/proc/net/tcp', 'utf8').match(established)?.length ?? 0;
}

/** The memory of a process in MiB: now, or at its most since it was started. */
export function memoryOf(pid: number, which: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)![1]) / 1024;
}
