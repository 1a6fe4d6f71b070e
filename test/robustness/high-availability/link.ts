import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Socket } from 'node:net';

export interface Address {
  readonly host: string;
  readonly port: number;
}

/** Network path to an address. A cut path loses all data silently: connections stay open and new ones get no response. */
export interface Link {
  cut(): void;
  /** Closes the silent connections and transfers data on new ones. */
  mend(): void;
  close(): void;
}

export async function linkTo(near: Address, far: Address): Promise<Link> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const add = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
  };
  const listener = createServer((inner) => {
    add(inner);
    if (isCut) return void inner.pause();
    const outer = add(connect(far));
    inner.on('data', (bytes) => outer.write(bytes)).on('close', () => outer.destroy());
    outer.on('data', (bytes) => inner.write(bytes)).on('close', () => inner.destroy());
  });
  await once(listener.listen(near.port, near.host), 'listening');
  return {
    cut: () => {
      isCut = true;
      sockets.forEach((socket) => socket.pause());
    },
    mend: () => {
      isCut = false;
      sockets.forEach((socket) => socket.destroy());
    },
    close: () => {
      listener.close();
      sockets.forEach((socket) => socket.destroy());
    },
  };
}
