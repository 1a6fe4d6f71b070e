import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Proxy that adds a bearer token to each request, for clients without token support. */
export interface AuthorizingProxy {
  /** Use it as the service's BASE_URL, because the proxy does not change Host and Origin. */
  readonly url: string;
  forwardTo(service: string, token: string): void;
  stop(): void;
}

/** Starts the proxy without a target, because the service needs the proxy's URL to start. */
export async function startAuthorizingProxy(): Promise<AuthorizingProxy> {
  let [target, token] = ['', ''];
  const server = createServer((incoming, outgoing) => pass(incoming, outgoing, target, token)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forwardTo: (service, key) => void ([target, token] = [service, key]),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, target: string, token: string): void {
  const { method, url, rawHeaders } = incoming;
  // Forwards raw headers, because the conformance suite also checks case and spacing.
  const headers = [...rawHeaders, 'Authorization', `Bearer ${token}`];
  const passed = ask(new URL(url!, target), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode!, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  passed.on('error', () => outgoing.destroy());
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
}
