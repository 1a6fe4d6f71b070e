import pg from 'pg';
import { startAlone } from './servers.mjs';

/** Number of copies. With this many, half-empty pages do not matter. */
const COPIES = 60;

export async function households() {
  const { databaseUrl, seedDemo, stop } = await startAlone();
  const client = new pg.Client({ connectionString: databaseUrl });
  try {
    const { workspaceId } = await seedDemo();
    await client.connect();
    const rows = async (text, values) => (await client.query(text, values)).rows;
    await client.query('set session_replication_role = replica');
    const sizes = await taken(rows, [...(await rows(TABLES)), PEOPLE], workspaceId, COPIES);
    const [{ transactions, days }] = await rows(
      `select count(*)::int as transactions, max(date) - min(date) as days from ledger_transactions where workspace_id = $1`,
      [workspaceId],
    );
    const bytes = sizes.reduce((total, table) => total + table.bytes, 0);
    const plain = { better: 'less', pass: null, goal: null };
    return [
      {
        figure: `a household with ${transactions} transactions of ${days} days: kB`,
        ...plain,
        ratio: bytes / 1000,
        tables: sizes.slice(0, 12),
      },
      { figure: `the same for each transaction: bytes`, ...plain, ratio: bytes / transactions },
    ];
  } finally {
    await client.end();
    await stop();
  }
}

/** Returns the bytes that a copy of a workspace adds to each table, largest first. */
async function taken(rows, tables, workspaceId, count) {
  await rows('vacuum (full, analyze)');
  const before = await sizes(rows, tables);
  const copies = await rows(`select gen_random_uuid() as id from generate_series(1, ${count})`);
  const ids = copies.map(({ id }) => id);
  for (const table of tables) await rows(table.copied ?? copyOf(table), [workspaceId, ids]);
  await rows('vacuum (full, analyze)');
  const after = await sizes(rows, tables);
  return tables
    .map(({ name }) => ({ name, bytes: (after[name] - before[name]) / count }))
    .sort((a, b) => b.bytes - a.bytes);
}

/**
 * Selects every table that has rows of workspaces, with its workspace column and its columns that are not generated.
 */
const TABLES = `
  select c.relname as name, array_agg(quote_ident(a.attname)) filter (where a.attname <> k.key and a.attgenerated = '') as columns, k.key
  from pg_class c
  cross join lateral (select case when c.relname = 'workspace_workspaces' then 'id' else 'workspace_id' end as key) k
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and exists (select from pg_attribute w where w.attrelid = c.oid and w.attname = k.key and not w.attisdropped)
    and (k.key = 'workspace_id' or c.relname = 'workspace_workspaces')
  group by c.relname, k.key`;

/** Copies the owner, because each copy of a workspace needs its own. */
const PEOPLE = {
  name: 'identity_users',
  copied: `
    insert into identity_users (id, email, password_hash, created_at, email_verified_at)
    select w.id, left(w.id::text, 13) || '@example.mx', u.password_hash, u.created_at, u.email_verified_at
    from identity_users u join identity_ownerships o on o.user_id = u.id cross join unnest($2::uuid[]) w (id)
    where o.workspace_id = $1`,
};

async function sizes(rows, tables) {
  const tableSizes = await rows(
    `select t as name, pg_total_relation_size(t::regclass)::float8 as bytes from unnest($1::text[]) t`,
    [tables.map(({ name }) => name)],
  );
  return Object.fromEntries(tableSizes.map(({ name, bytes }) => [name, bytes]));
}

/**
 * Returns SQL that copies the rows of a table. Changes values that must be unique across workspaces, such as the hash
 * of a key.
 */
function copyOf({ name, columns, key }) {
  const values = columns.map((column) =>
    column === 'key_hash' ? `sha256(convert_to(w.id || t.key_hash::text, 'UTF8'))` : `t.${column}`,
  );
  return `insert into ${name} (${[key, ...columns]}) overriding system value
     select w.id, ${values} from ${name} t cross join unnest($2::uuid[]) w (id) where t.${key} = $1 on conflict do nothing`;
}
