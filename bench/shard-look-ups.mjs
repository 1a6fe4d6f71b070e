import pg from 'pg';
import { median } from './compare.mjs';
import { run } from './shard-servers.mjs';

const PLACED = 1_000_000;
const LOOK_UPS = 5_000;

/** How long the directory takes to say where a workspace is, among a million; what is remembered costs a look into a map. */
export async function lookUp(directory) {
  await run(
    directory,
    `insert into kernel_placements select gen_random_uuid(), 'one' from generate_series(1, ${PLACED})`,
  );
  await run(directory, 'vacuum analyze kernel_placements');
  const ids = await run(
    directory,
    `select workspace_id as id from kernel_placements order by random() limit ${LOOK_UPS}`,
  );
  const client = new pg.Client({ connectionString: directory });
  await client.connect();
  const [known, times] = [
    new Map(ids.map(({ id }) => [id, 'one'])),
    { asked: [], remembered: [], bound: [], entered: [] },
  ];
  for (const { id } of ids) {
    times.asked.push(
      await took(() =>
        client.query({
          name: 'placement',
          text: 'select shard from kernel_placements where workspace_id = $1',
          values: [id],
        }),
      ),
    );
    times.remembered.push(await took(() => known.get(id)));
  }
  await client.query('set role centavo_app');
  const bind = `set_config('app.workspace_id', $1::uuid::text, true)`;
  for (const { id } of ids)
    for (const [what, text] of [
      ['bound', `select ${bind}`],
      ['entered', `select ${bind}, kernel_enter($1::uuid, true)`],
    ])
      times[what].push(await took(() => client.query({ name: what, text, values: [id] })));
  const [{ bytes }] = await run(
    directory,
    `select pg_total_relation_size('kernel_placements')::float8 / ${PLACED} as bytes`,
  );
  await client.end();
  await run(directory, `delete from kernel_placements where workspace_id = any($1)`, [ids.map(({ id }) => id)]);
  const plain = { better: 'less', pass: null, goal: null };
  return [
    {
      figure: 'where a workspace is, asked of the directory among a million: milliseconds',
      ...plain,
      ratio: median(times.asked),
    },
    { figure: 'where a workspace is, remembered: milliseconds', ...plain, ratio: median(times.remembered) },
    {
      figure: 'whether a workspace is in a shard, asked by what a write begins with anyway: milliseconds more',
      ...plain,
      ratio: median(times.entered) - median(times.bound),
    },
    { figure: 'the directory’s line of where a workspace is, and its index: bytes', ...plain, ratio: bytes },
  ];
}

/** @returns milliseconds */
export async function took(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
