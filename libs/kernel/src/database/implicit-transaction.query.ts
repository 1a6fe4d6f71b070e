import pg from 'pg';
import type { PoolClient, QueryResult } from 'pg';
import type { DriverConnection } from './driver-connection.query.js';
import { PooledClient, SESSION_OF_TRANSACTION } from './pooled-client.query.js';
import type { Statement } from '../sql/statement.js';

/** What the driver's query does with a connection and with each message of an answer. */
interface DriverQuery {
  readonly _result: QueryResult & { _types?: unknown };
  /** What was wrong with a value of the answer; false where nothing was. */
  readonly _canceledDueToError: Error | false;
  hasBeenParsed(connection: DriverConnection): unknown;
  prepare(connection: DriverConnection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: DriverConnection): void;
}

/**
 * Sends statements that are one transaction in one round trip, without a begin and a commit: all that comes before the single
 * Sync takes effect together, or none of it where one of them fails (decision 0035).
 * @returns the result of each
 */
export function sendAsOneTransaction(client: PoolClient, statements: readonly Statement[]): Promise<QueryResult[]> {
  const isPooled = client instanceof PooledClient;
  const sent = isPooled
    ? [
        { text: SESSION_OF_TRANSACTION, values: [client.role] },
        ...statements.map(({ text, values }) => ({ text, values })),
      ]
    : statements;
  return new Promise((resolve, reject) => {
    const end = (error: Error | null, results: QueryResult[] = []): void =>
      error ? reject(error) : resolve(isPooled ? results.slice(1) : results);
    client.query(new ImplicitTransaction(sent, end) as never);
  });
}

/** A name belongs to one text: PostgreSQL would run the one that it knows, with the values of the other. */
function refuseOtherText(
  { parsedStatements, submittedNamedStatements }: DriverConnection,
  { name, text }: Statement,
): void {
  const known = name === undefined ? undefined : (parsedStatements[name] ?? submittedNamedStatements[name]);
  if (known !== undefined && known !== text) throw new Error(`two statements are called ${name}`);
}

/** To the driver it is one query, whose answers it reads one after the other. */
class ImplicitTransaction {
  /** The driver writes into it how this client reads types. */
  readonly _result: { _types?: unknown } = {};
  private readonly queries: DriverQuery[];
  private readonly results: QueryResult[] = [];
  private readonly unparsed: { name: string; text: string }[] = [];
  private connection: DriverConnection | undefined;

  constructor(
    private readonly statements: readonly Statement[],
    readonly callback: (error: Error | null, results?: QueryResult[]) => void,
  ) {
    this.queries = statements.map(
      ({ text, values, name }) => new pg.Query({ text, values: [...values], name }) as unknown as DriverQuery,
    );
  }

  submit(connection: DriverConnection): void {
    this.connection = connection;
    connection.on('parseComplete', this.parsed);
    // Each of the driver's queries ends its message; here the last one does so for all.
    const unended = Object.create(connection, { sync: { value: () => undefined } }) as DriverConnection;
    connection.stream.cork();
    try {
      this.queries.forEach((query, i) => {
        query._result._types = this._result._types;
        refuseOtherText(connection, this.statements[i]!);
        if (!query.hasBeenParsed(connection)) this.unparsed.push({ name: '', ...this.statements[i]! });
        query.prepare(unended);
      });
    } catch (error) {
      // A value that cannot be written: no part of what was begun may take effect.
      connection.stream.destroy();
      throw error;
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleRowDescription(message: unknown): void {
    this.current.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.current.handleDataRow(message);
  }

  handleCommandComplete(message: unknown): void {
    this.current.handleCommandComplete(message, this.connection!);
    this.results.push(this.current._result);
  }

  handleReadyForQuery(): void {
    this.connection!.off('parseComplete', this.parsed);
    const unread = this.queries.find(({ _canceledDueToError: error }) => error);
    if (unread) return this.callback(unread._canceledDueToError || null);
    this.callback(null, this.results);
  }

  handleError(error: Error): void {
    this.connection?.off('parseComplete', this.parsed);
    for (const { name } of this.unparsed) delete this.connection!.submittedNamedStatements[name];
    this.callback(error);
  }

  private get current(): DriverQuery {
    return this.queries[this.results.length]!;
  }

  /** PostgreSQL keeps a statement that has a name from here on, whether the transaction commits or not. */
  private readonly parsed = (): void => {
    const { name, text } = this.unparsed.shift()!;
    if (name === '') return;
    this.connection!.parsedStatements[name] = text;
    delete this.connection!.submittedNamedStatements[name];
  };
}
