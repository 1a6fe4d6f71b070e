import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, NetConnectOpts, Socket } from 'node:net';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';

/** Proxy to a database that simulates failures of the network and of the server. */
export interface Relay {
  readonly database: TestDatabase;
  /** Keeps all connections open and accepts new ones, but transfers no data. */
  hold(): void;
  /** Accepts new connections but transfers no data on them. Existing connections still work. */
  holdNew(): void;
  /** Transfers data on new connections only. Connections that were held stay silent. */
  forget(): void;
  close(): void;
  /** Closes all connections and responds to new ones with a server error. */
  answerWith(sqlState: string): void;
  mend(): Promise<void>;
  /** Closes all connections and routes new ones to another server, as after a DNS change. */
  leadTo(other: TestDatabase): void;
}

export async function relayTo(database: TestDatabase): Promise<Relay> {
  let server = addressOf(database);
  const sockets = new Set<Socket>();
  let treat: (near: Socket) => void = pass;

  function pass(near: Socket): void {
    const far = connect(server);
    keep(far);
    near.on('data', (bytes) => far.write(bytes)).on('close', () => far.destroy());
    far.on('data', (bytes) => near.write(bytes)).on('close', () => near.destroy());
  }
  function keep(socket: Socket): void {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  }
  const listener = createServer((near) => {
    keep(near);
    treat(near);
  });
  const endAll = (): void => sockets.forEach((socket) => socket.destroy());
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  const { port: near } = listener.address() as AddressInfo;
  const url = new URL(database.url);
  url.host = `127.0.0.1:${near}`;
  url.searchParams.delete('host');
  return {
    database: { ...database, url: url.href },
    hold: () => {
      treat = (socket) => socket.pause();
      sockets.forEach((socket) => socket.pause());
    },
    holdNew: () => void (treat = (socket) => socket.pause()),
    forget: () => void (treat = pass),
    close: () => {
      listener.close();
      endAll();
    },
    answerWith: (sqlState) => {
      treat = (socket) => socket.once('data', () => socket.end(errorResponse(sqlState)));
      endAll();
    },
    mend: async () => {
      treat = pass;
      endAll();
      if (!listener.listening) await once(listener.listen(near, '127.0.0.1'), 'listening');
    },
    leadTo: (other) => {
      server = addressOf(other);
      endAll();
    },
  };
}

function addressOf({ url }: TestDatabase): NetConnectOpts {
  const { port, hostname, searchParams } = new URL(url);
  const folder = searchParams.get('host');
  const number = Number(port || 5432);
  return folder === null ? { port: number, host: hostname } : { path: `${folder}/.s.PGSQL.${number}` };
}

/**
 * Returns the message with which a server rejects a connection. Source: PostgreSQL documentation, "Message Formats".
 */
function errorResponse(sqlState: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0Mrefused by the test\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}
