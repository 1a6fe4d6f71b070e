import type pg from 'pg';

export interface Column {
  readonly name: string;
  /** Type name as returned by `format_type`, such as `bigint` or `text[]`. */
  readonly type: string;
  /** True if the column is a nullable table column and the query does not filter out null values. */
  readonly isNullable: boolean;
}

interface Field {
  readonly name: string;
  readonly dataTypeID: number;
  readonly tableID: number;
  readonly columnID: number;
}

/**
 * Returns the columns of a query's result. PostgreSQL parses the query but does not execute it.
 * @throws the server's error if the query has a syntax error or an unknown name
 */
export async function describeStatement(client: pg.Client, text: string): Promise<Column[]> {
  const fields = await new Promise<Field[]>((resolve, reject) => {
    let described: Field[] = [];
    let failure: Error | undefined;
    client.query({
      submit(connection: pg.Connection & Record<'parse' | 'describe', (message: object) => void> & { sync(): void }) {
        connection.parse({ name: '', text, types: [] });
        connection.describe({ type: 'S', name: '' });
        connection.sync();
      },
      handleRowDescription: (message: { fields: Field[] }) => void (described = message.fields),
      handleError: (error: Error) => {
        failure = error;
        reject(error);
      },
      handleReadyForQuery: () => (failure ? undefined : resolve(described)),
    } as unknown as pg.Submittable);
  });
  const { rows } = await client.query<{ type: string; column: string | null }>(
    `select format_type(f.type, null) as type,
       (select a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
        where a.attrelid = f.tab and a.attnum = f.col and not a.attnotnull) as column
     from unnest($1::oid[], $2::oid[], $3::int[]) with ordinality f (type, tab, col, n) order by f.n`,
    [fields.map((f) => f.dataTypeID), fields.map((f) => f.tableID), fields.map((f) => f.columnID)],
  );
  return fields.map(({ name }, index) => {
    const { type, column } = rows[index]!;
    return { name, type, isNullable: column !== null && !text.includes(`${column} is not null`) };
  });
}
