import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands before a service and adds a token to each request, for clients that cannot be told one. */
export interface AuthorizingProxy {
  /** What clients reach the service by; it is to be the service's own BASE_URL, because Host and Origin come through as they are. */
  readonly url: string;
  /** Passes what comes from now on to a service, with a token. */
  leadTo(service: string, token: string): void;
  stop(): void;
}

/** Listens at once, so that the service can be told where, before it starts. */
export async function startAuthorizingProxy(): Promise<AuthorizingProxy> {
  let [target, token] = ['', ''];
  const server = createServer((incoming, outgoing) => pass(incoming, outgoing, target, token)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo: (service, key) => void ([target, token] = [service, key]),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, target: string, token: string): void {
  const { method, url, rawHeaders } = incoming;
  // As they came: the suite looks at spellings and spaces, too.
  const headers = [...rawHeaders, 'Authorization', `Bearer ${token}`];
  const passed = ask(new URL(url!, target), { method, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode!, answer.rawHeaders);
    answer.pipe(outgoing);
  });
  passed.on('error', () => outgoing.destroy());
  // A client that goes away goes away from the service as well.
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
}
