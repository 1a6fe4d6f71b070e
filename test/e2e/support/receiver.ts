import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { until } from './until.js';

export interface Message {
  readonly at: number;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Receiver {
  readonly url: string;
  readonly messages: Message[];
  /** Sends the response to a message. Defaults to status 204. */
  answer: (response: ServerResponse, message: Message) => unknown;
  events(): { id: string; type: string; workspaceId: string; subject: { id: string }; data: object }[];
  waitFor(count: number, longestMs?: number): Promise<void>;
  close(): Promise<void>;
}

export async function aReceiver(): Promise<Receiver> {
  const messages: Message[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      // eslint-disable-next-line no-restricted-syntax -- only robustness tests compare the times of messages
      const message = { at: performance.now(), path: request.url!, headers: request.headers, body };
      messages.push(message);
      receiver.answer(response, message);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    messages,
    answer: (response) => response.writeHead(204).end(),
    events: () => messages.map(({ body }) => JSON.parse(body) as ReturnType<Receiver['events']>[number]),
    waitFor: (count, longestMs) => until(() => messages.length >= count, longestMs),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

/** Verifies the signature with the official library. */
export function isSignedWith(secret: string, { body, headers }: Message): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
