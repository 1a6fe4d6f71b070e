import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:net';
import { until } from './until.js';

export interface MailCatcher {
  readonly url: string;
  readonly letters: readonly { readonly to: string; readonly text: string }[];
  isBusy: boolean;
  readonly held: readonly string[];
  takeOldest(): void;
  stop(): Promise<void>;
}

/** Starts a mail server on a free port. Accepts every email, delivers none, and implements a subset of RFC 5321. */
export async function catchMail(): Promise<MailCatcher> {
  const letters: { to: string; text: string }[] = [];
  const sockets = new Set<Socket>();
  const recipients: string[] = [];
  const state = { isBusy: false };
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => undefined));
    converse(socket, async (to, text) => {
      if (state.isBusy) {
        recipients.push(to);
        await until(() => {
          // While busy, sends further lines of a multi-line reply (RFC 5321, section 4.2.1), so that the client does
          // not time out.
          if (state.isBusy) socket.write('250-busy\r\n');
          return !state.isBusy || !recipients.includes(to);
        });
        if (recipients.includes(to)) recipients.splice(recipients.indexOf(to), 1);
      }
      letters.push({ to, text: readable(text) });
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return Object.assign(state, {
    url: `smtp://127.0.0.1:${port}`,
    letters,
    held: recipients,
    takeOldest: () => void recipients.shift(),
    stop,
  });
}

function converse(socket: Socket, deliver: (to: string, text: string) => Promise<void>): void {
  let [unread, to, body] = ['', '', null as string[] | null];
  socket.write('220 catcher\r\n');
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    unread += chunk;
    for (let end = unread.indexOf('\r\n'); end >= 0; end = unread.indexOf('\r\n')) {
      const line = unread.slice(0, end);
      unread = unread.slice(end + 2);
      if (body !== null && line !== '.') body.push(line);
      else if (body !== null) {
        void deliver(to, body.join('\n')).then(() => socket.write('250 OK\r\n'));
        body = null;
      } else if (/^data$/i.test(line)) {
        body = [];
        socket.write('354 Start mail input\r\n');
      } else {
        to = /^rcpt to:<([^>]*)>/i.exec(line)?.[1] ?? to;
        socket.write('250 OK\r\n');
      }
    }
  });
}

function readable(letter: string): string {
  const [head = '', ...rest] = letter.split('\n\n');
  const text = rest.join('\n\n');
  if (/base64/i.test(head)) return Buffer.from(text, 'base64').toString('utf8');
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
