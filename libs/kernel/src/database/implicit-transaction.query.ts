import pg from 'pg';
import type { PoolClient, QueryResult } from 'pg';
import type { Statement } from '../sql/statement.js';

/** Members of the driver's connection that it does not document. test/service-client.int-spec.ts fails if a version changes them. */
interface DriverConnection {
  readonly stream: { cork(): void; uncork(): void; destroy(): void };
  /** Text of each prepared statement by its name. */
  readonly parsedStatements: Record<string, string>;
  /** The same for statements that the server has not confirmed yet. */
  readonly submittedNamedStatements: Record<string, string>;
  sync(): void;
  on(event: 'parseComplete', listener: () => void): void;
  off(event: 'parseComplete', listener: () => void): void;
}

/** Members of the driver's query that it does not document. */
interface DriverQuery {
  readonly _result: QueryResult & { _types?: unknown };
  /** Error of a value in the response, or false. */
  readonly _canceledDueToError: Error | false;
  hasBeenParsed(connection: DriverConnection): unknown;
  prepare(connection: DriverConnection): void;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: DriverConnection): void;
}

/**
 * Sends statements in one message with a single Sync. PostgreSQL runs them as one transaction without begin and commit
 * (decision 0035).
 */
export function sendAsImplicitTransaction(
  client: PoolClient,
  statements: readonly Statement[],
): Promise<QueryResult[]> {
  return new Promise((resolve, reject) => {
    const end = (error: Error | null, results: QueryResult[] = []): void => (error ? reject(error) : resolve(results));
    client.query(new ImplicitTransaction(statements, end) as never);
  });
}

/** Rejects a name with two texts: PostgreSQL would run the first text with the values of the second. */
function refuseOtherText(
  { parsedStatements, submittedNamedStatements }: DriverConnection,
  { name, text }: Statement,
): void {
  const known = name === undefined ? undefined : (parsedStatements[name] ?? submittedNamedStatements[name]);
  if (known !== undefined && known !== text) throw new Error(`two statements are called ${name}`);
}

/** One query to the driver, which reads its results in sequence. */
class ImplicitTransaction {
  /** The driver sets the type parsers of the client here. */
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
    // Each query of the driver sends a Sync. Here only the last one does.
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
      // A value cannot be sent, so the started message must not take effect.
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

  /** Records that PostgreSQL has the named statement from now on, even if the transaction fails. */
  private readonly parsed = (): void => {
    const { name, text } = this.unparsed.shift()!;
    if (name === '') return;
    this.connection!.parsedStatements[name] = text;
    delete this.connection!.submittedNamedStatements[name];
  };
}
