import type { Client, QueryResult, QueryResultRow, Submittable } from 'pg';
import type pg from 'pg';

/** The driver's connection, as far as a COPY needs it. It hands the messages of a COPY to the query that is running. */
interface CopyConnection {
  readonly stream: {
    pause(): void;
    resume(): void;
    once(event: 'drain', listener: () => void): void;
    readonly writableNeedDrain: boolean;
  };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** One COPY, to the driver a query whose answer this reads itself. */
class Copy {
  readonly done = Promise.withResolvers<void>();
  readonly ready = Promise.withResolvers<CopyConnection>();
  private failure: unknown;

  constructor(
    private readonly text: string,
    private readonly onChunk: (chunk: Buffer, connection: CopyConnection) => void = () => undefined,
  ) {
    this.done.promise.catch(() => undefined);
    this.ready.promise.catch(() => undefined);
  }

  submit(connection: CopyConnection): void {
    connection.query(this.text);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.ready.resolve(connection);
  }

  handleCopyData({ chunk }: { chunk: Buffer }, connection: CopyConnection): void {
    this.onChunk(chunk, connection);
  }

  handleCommandComplete(): void {
    // The rows have all come by then; what is waited for is that the connection is ready for the next statement.
  }

  handleError(error: unknown): void {
    this.failure = error;
    this.ready.reject(error);
    this.done.reject(error);
  }

  handleReadyForQuery(): void {
    if (this.failure === undefined) this.done.resolve();
  }
}

/** Runs a statement that is made of what the catalogue says of a table. */
export function run<Row extends QueryResultRow>(client: Client, text: string): Promise<QueryResult<Row>> {
  return client.query<Row>({ text });
}

/**
 * Sends what one COPY … TO STDOUT gives into a COPY … FROM STDIN of another connection, no faster than that takes it. Both end with
 * their connections ready for the next statement, unless one of these was lost.
 */
export async function copyAcross(from: Client, to: Client, out: string, into: string): Promise<void> {
  const incoming = new Copy(into);
  to.query(incoming as unknown as Submittable & pg.QueryConfig);
  const target = await incoming.ready.promise;
  let isPaused = false;
  const outgoing = new Copy(out, (chunk, source) => {
    target.sendCopyFromChunk(chunk);
    if (isPaused || !target.stream.writableNeedDrain) return;
    isPaused = true;
    source.stream.pause();
    target.stream.once('drain', () => {
      isPaused = false;
      source.stream.resume();
    });
  });
  from.query(outgoing as unknown as Submittable & pg.QueryConfig);
  // Where the receiving side fails, the sending one would wait for it for ever.
  const failed = incoming.done.promise.then(() => new Promise<never>(() => undefined));
  try {
    await Promise.race([outgoing.done.promise, failed]);
    target.endCopyFrom();
  } catch (error) {
    target.sendCopyFail('the other side failed');
    throw error;
  }
  await incoming.done.promise;
}
