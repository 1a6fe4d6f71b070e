import { connect } from 'node:net';
import { readFileSync } from 'node:fs';

/** `answer` is the text that was read. `sentBytes` is the number of bytes that the service accepted. */
export interface Ended {
  readonly answer: string;
  readonly milliseconds: number;
  readonly sentBytes: number;
}

export interface Sending {
  readonly head: string;
  readonly chunk?: string | Buffer;
  /** Without a pause, chunks are sent as fast as possible. */
  readonly pauseMs?: number;
  /**
   * Reads nothing until this promise resolves. A client that does not read does not notice that the connection ended.
   */
  readonly silentUntil?: Promise<void>;
}

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

/** Returns the number of connections that a local process has accepted and not closed. */
export function connectionsTo(url: string): number {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, '0');
  const established = new RegExp(`^ *\\d+: [0-9A-F]+:${port} [0-9A-F:]+ 01 `, 'gm');
  return readFileSync('/proc/net/tcp', 'utf8').match(established)?.length ?? 0;
}

/** Returns the current memory of a process (`VmRSS`) or the peak since its start (`VmHWM`) in MiB. */
export function memoryOf(pid: number, which: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${which}:\\s+(\\d+) kB`).exec(status)![1]) / 1024;
}
