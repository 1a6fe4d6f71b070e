import pg from 'pg';
import { startAlone } from './servers.mjs';

const COPIES = 60;

/** What a household takes in its shard and in the directory: the demo's, copied so often that half empty pages say nothing. */
export async function households() {
  const { databaseUrl, seedDemo, stop } = await startAlone();
  const client = new pg.Client({ connectionString: databaseUrl });
  try {
    const { workspaceId } = await seedDemo();
    await client.connect();
    const rows = async (text, values) => (await client.query(text, values)).rows;
    await client.query('set session_replication_role = replica');
    const tables = await rows(TABLES);
    const before = await sizes(rows, tables);
    const copies = (await rows(`select gen_random_uuid() as id from generate_series(1, ${COPIES})`)).map(
      ({ id }) => id,
    );
    for (const table of tables) await copy(rows, table, workspaceId, copies);
    await client.query('vacuum (full, analyze)');
    const after = await sizes(rows, tables);
    const [{ transactions, days }] = await rows(
      `select count(*)::int as transactions, max(date) - min(date) as days from ledger_transactions where workspace_id = $1`,
      [workspaceId],
    );
    const taken = tables.map(({ name }) => ({ name, bytes: (after[name] - before[name]) / COPIES }));
    const sum = (list) => list.reduce((total, { bytes }) => total + bytes, 0);
    const isOfDirectory = ({ name }) => /^identity_|^kernel_placements/.test(name);
    const inShard = taken.filter((one) => !isOfDirectory(one)).sort((a, b) => b.bytes - a.bytes);
    const plain = { better: 'less', pass: null, goal: null };
    return [
      {
        figure: `a household with ${transactions} transactions of ${days} days in its shard: bytes`,
        ...plain,
        ratio: sum(inShard),
        tables: inShard.slice(0, 12),
      },
      { figure: `the same for each transaction: bytes`, ...plain, ratio: sum(inShard) / transactions },
      { figure: 'the same in the directory: bytes', ...plain, ratio: sum(taken.filter(isOfDirectory)) },
    ];
  } finally {
    await client.end();
    await stop();
  }
}

/** Every table with rows of workspaces, its columns that are stored as given, and the one that names the workspace. */
const TABLES = `
  select c.relname as name, array_agg(quote_ident(a.attname)) filter (where a.attname <> k.key and a.attgenerated = '') as columns, k.key
  from pg_class c
  cross join lateral (select case when c.relname = 'workspace_workspaces' then 'id' else 'workspace_id' end as key) k
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and exists (select from pg_attribute w where w.attrelid = c.oid and w.attname = k.key and not w.attisdropped)
    and (k.key = 'workspace_id' or c.relname = 'workspace_workspaces')
  group by c.relname, k.key`;

async function sizes(rows, tables) {
  const found = await rows(
    `select t as name, pg_total_relation_size(t::regclass)::float8 as bytes from unnest($1::text[]) t`,
    [tables.map(({ name }) => name)],
  );
  return Object.fromEntries(found.map(({ name, bytes }) => [name, bytes]));
}

/** What is unique beyond a workspace, as the hash of a key is, is made so. */
function copy(rows, { name, columns, key }, from, copies) {
  const values = columns.map((column) =>
    column === 'key_hash' ? `sha256(convert_to(w.id || t.key_hash::text, 'UTF8'))` : `t.${column}`,
  );
  return rows(
    `insert into ${name} (${[key, ...columns]}) overriding system value
     select w.id, ${values} from ${name} t cross join unnest($2::uuid[]) w (id) where t.${key} = $1 on conflict do nothing`,
    [from, copies],
  );
}
