import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import type { TestDatabase } from '../../../libs/kernel/src/testing.js';

export interface Traffic {
  /**
   * Command tags of the queries that the server executed. The server sends a tag for each query, even if one message
   * contains several queries.
   */
  readonly executed: readonly string[];
  readonly bound: readonly BoundStatement[];
}

export interface BoundStatement {
  readonly text: string;
  readonly values: readonly (string | Buffer | null)[];
}

/** Proxy between the service and PostgreSQL that records every query. */
export interface SqlTap {
  readonly databaseUrl: string;
  /** Records the traffic until the server has answered the last query of the action. */
  during(act: () => Promise<unknown>): Promise<Traffic>;
  close(): void;
}

export async function tapInto(database: TestDatabase): Promise<SqlTap> {
  const target = new URL(database.url);
  const folder = target.searchParams.get('host');
  const executed: string[] = [];
  const bound: BoundStatement[] = [];
  const conversations = new Set<Conversation>();
  const sockets = new Set<Socket>();
  const server = createServer((service) => {
    const postgres = folder
      ? connect(`${folder}/.s.PGSQL.${target.port || '5432'}`)
      : connect(Number(target.port || '5432'), target.hostname);
    const conversation = new Conversation(executed, bound);
    conversations.add(conversation);
    for (const [from, to, see] of [
      [service, postgres, (bytes: Buffer) => conversation.sent(bytes)],
      [postgres, service, (bytes: Buffer) => conversation.answered(bytes)],
    ] as const) {
      sockets.add(from);
      from.setNoDelay(true);
      from.on('data', (bytes) => (see(bytes), to.write(bytes)));
      from.on('error', () => to.destroy());
      from.on('close', () => (to.destroy(), conversations.delete(conversation)));
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = new URL(database.url);
  address.hostname = '127.0.0.1';
  address.port = String((server.address() as AddressInfo).port);
  address.searchParams.delete('host');
  const allAnswered = async (): Promise<void> => {
    while ([...conversations].some(({ unanswered }) => unanswered > 0)) await new Promise(setImmediate);
  };
  return {
    databaseUrl: address.href,
    during: async (act) => {
      // A notification after an earlier action may still be unanswered.
      await allAnswered();
      executed.length = bound.length = 0;
      await act();
      await allAnswered();
      return { executed: [...executed], bound: [...bound] };
    },
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

class Conversation {
  private readonly texts = new Map<string, string>();
  private readonly requests = new Messages(true);
  private readonly answers = new Messages(false);
  unanswered = 0;
  /** True for connections of jobs and log writers, which do not belong to a request. */
  private isOperators = false;

  constructor(
    private readonly executed: string[],
    private readonly bound: BoundStatement[],
  ) {}

  sent(bytes: Buffer): void {
    for (const { type, body } of this.requests.read(bytes)) {
      if (type === '') this.isOperators = body.includes('centavo_operator');
      if (this.isOperators) continue;
      if (type === 'P') {
        const [name, text] = texts(body, 2);
        this.texts.set(name!, text!);
      }
      if (type === 'B') this.bound.push(this.binding(body));
      if (type === 'S' || type === 'Q') this.unanswered += 1;
    }
  }

  answered(bytes: Buffer): void {
    for (const { type, body } of this.answers.read(bytes)) {
      if (type === 'C' && !this.isOperators) this.executed.push(texts(body, 1)[0]!.replace(/[\d ]+$/, ''));
      if (type === 'Z') this.unanswered = Math.max(0, this.unanswered - 1);
    }
  }

  private binding(body: Buffer): BoundStatement {
    const [portal, name] = texts(body, 2);
    let at = Buffer.byteLength(portal!) + Buffer.byteLength(name!) + 2;
    const take = (): number => ((at += 2), body.readInt16BE(at - 2));
    const formats = Array.from({ length: take() }, take);
    const values = Array.from({ length: take() }, (_, i) => {
      const length = body.readInt32BE(at);
      at += 4;
      if (length < 0) return null;
      at += length;
      const value = body.subarray(at - length, at);
      return (formats[i] ?? formats[0]) === 1 ? Buffer.from(value) : value.toString();
    });
    return { text: this.texts.get(name!)!, values };
  }
}

class Messages {
  private rest = Buffer.alloc(0);

  constructor(private opening: boolean) {}

  *read(bytes: Buffer): Generator<{ type: string; body: Buffer }> {
    this.rest = Buffer.concat([this.rest, bytes]);
    for (;;) {
      const head = this.opening ? 0 : 1;
      if (this.rest.length < head + 4) return;
      const end = head + this.rest.readInt32BE(head);
      if (this.rest.length < end) return;
      const message = { type: this.rest.toString('latin1', 0, head), body: this.rest.subarray(head + 4, end) };
      this.rest = this.rest.subarray(end);
      this.opening = false;
      yield message;
    }
  }
}

function texts(body: Buffer, count: number): string[] {
  return body.toString('utf8').split('\0', count);
}
