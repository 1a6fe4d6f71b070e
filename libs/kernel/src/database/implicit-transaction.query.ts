import pg from 'pg';
import type { Connection, FieldDef, PoolClient, QueryResultRow, Submittable } from 'pg';
import type { Statement } from '../sql/statement.js';
import { parameterText } from './parameter-text.js';

/** Prefix that distinguishes the names of these prepared statements from the driver's names. */
const NAMESPACE = 'implicit:';

/** SQL of the statements that are prepared on each connection, by name. */
const prepared = new WeakMap<Connection, Map<string, string>>();

interface EncodedStatement {
  readonly name: string;
  readonly text: string;
  readonly values: (string | Buffer | null)[];
}

/**
 * Sends statements in one message with a single Sync, and returns a list of rows for each. PostgreSQL runs them as one
 * transaction without begin and commit (decision 0035).
 */
export function sendAsImplicitTransaction(
  client: PoolClient,
  statements: readonly Statement[],
): Promise<QueryResultRow[][]> {
  const encoded = statements.map(({ name, text, values }) => ({
    name: name === undefined ? '' : NAMESPACE + name,
    text,
    values: values.map(parameterText),
  }));
  return new Promise((resolve, reject) => {
    client.query(new ImplicitTransaction(encoded, (error, rows = []) => (error ? reject(error) : resolve(rows))));
  });
}

/**
 * Implements the `Submittable` interface of the driver. The driver calls these methods for the messages of the
 * response. Another implementation: https://node-postgres.com/apis/cursor
 */
class ImplicitTransaction implements Submittable {
  private readonly results: QueryResultRow[][] = [];
  private rows: QueryResultRow[] = [];
  private fields: { readonly name: string; readonly parse: (text: string) => unknown }[] = [];
  private unreadable: Error | undefined;
  private readonly newNames: string[] = [];

  constructor(
    private readonly statements: readonly EncodedStatement[],
    readonly callback: (error: Error | null, rows?: QueryResultRow[][]) => void,
  ) {}

  submit(connection: Connection): Error | null {
    const known = prepared.get(connection) ?? new Map<string, string>();
    prepared.set(connection, known);
    const renamed = this.statements.find(({ name, text }) => (known.get(name) ?? text) !== text);
    // PostgreSQL would run the SQL that it has already prepared under this name.
    if (renamed) return new Error(`two statements are called ${renamed.name.slice(NAMESPACE.length)}`);
    connection.stream.cork();
    for (const { name, text, values } of this.statements) {
      if (!known.has(name)) this.parse(connection, known, { name, text });
      connection.bind({ statement: name, values }, true);
      connection.describe({ type: 'P', name: '' }, true);
      connection.execute({}, true);
    }
    connection.sync();
    connection.stream.uncork();
    return null;
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.fields = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID, 'text') as (text: string) => unknown,
    }));
  }

  handleDataRow({ fields: texts }: { readonly fields: readonly (string | null)[] }): void {
    const row: QueryResultRow = {};
    try {
      for (const [i, { name, parse }] of this.fields.entries()) {
        const text = texts[i]!;
        row[name] = text === null ? null : parse(text);
      }
      this.rows.push(row);
    } catch (error) {
      this.unreadable ??= error as Error;
    }
  }

  handleCommandComplete(): void {
    this.results.push(this.rows);
    [this.rows, this.fields] = [[], []];
  }

  handleReadyForQuery(): void {
    this.callback(this.unreadable ?? null, this.results);
  }

  handleError(error: Error, connection: Connection): void {
    // After an error, only PostgreSQL knows which of the new statements are prepared.
    for (const name of this.newNames) prepared.get(connection)?.delete(name);
    this.callback(error);
  }

  private parse(
    connection: Connection,
    known: Map<string, string>,
    { name, text }: Pick<EncodedStatement, 'name' | 'text'>,
  ) {
    if (name !== '') {
      // A failed transaction may have prepared a statement with this name. Closing an unknown name is not an error.
      connection.close({ type: 'S', name }, true);
      known.set(name, text);
      this.newNames.push(name);
    }
    connection.parse({ name, text, types: [] }, true);
  }
}
