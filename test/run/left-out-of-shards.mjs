/** Tests of the outside that say nothing of shards, and why; all others run on shards too (`npm run test:scaling`). */
const LEFT_OUT = {
  'test/faults/crashes': 'starts a server of its own, without shards',
  'test/faults/full-disk': 'starts a server of its own, without shards',
  'test/faults/outages': 'has the one database fail; test/e2e/shards has a shard fail',
  'test/restore': 'starts servers of its own, without shards',
};

/** The patterns of the tests that are left out in the form with shards. */
export function leftOutOfShards() {
  return process.env.CENTAVO_TEST_SHARDS ? Object.keys(LEFT_OUT).map((path) => `/${path}`) : [];
}
