import pg from 'pg';
import { servingAddress } from '../settings/roles.js';

/** A database of a test that workspaces live in, beside the directory. */
export interface TestShard {
  readonly name: string;
  /** As the superuser. */
  readonly url: string;
}

/** How many databases the service works on in tests: the directory, and shards beside it. Every workspace is in one of these. */
export function databasesOfTests(): number {
  return Math.max(1, Number(process.env.CENTAVO_TEST_SHARDS ?? 1));
}

/** The shards of a test's database; none in the everyday form. */
export function shardsBeside(url: string): TestShard[] {
  const servers = (process.env.CENTAVO_TEST_SHARD_SERVERS ?? '').split(',').filter(Boolean);
  return Array.from({ length: databasesOfTests() - 1 }, (_, n) => {
    const address = new URL(servers[n % Math.max(servers.length, 1)] ?? url);
    address.pathname = `${new URL(url).pathname}_s${n + 1}`;
    return { name: `s${n + 1}`, url: address.href };
  });
}

/** The address by which the service reaches a database: through the pooler before its server, where the tests have one. */
export function pooled(url: string): string {
  const ports = JSON.parse(process.env.CENTAVO_TEST_POOLERS ?? '{}') as Record<string, number>;
  const address = new URL(url);
  const port = ports[address.searchParams.get('host') ?? address.host];
  if (port === undefined) return url;
  address.host = `127.0.0.1:${port}`;
  address.searchParams.delete('host');
  address.searchParams.set('sslmode', 'disable');
  return address.href;
}

/** The setting SHARDS for a process of the service. */
export function shardsSetting(shards: readonly TestShard[]): { SHARDS?: string } {
  if (shards.length === 0) return {};
  const list = shards.map(({ name, url }) => ({ name, url: servingAddress(pooled(url)), adminUrl: url }));
  return { SHARDS: JSON.stringify(list) };
}

/** What the directory keeps, and what the server tells of itself. */
const OF_DIRECTORY =
  /\b(identity_\w+|kernel_(placements|shards|moves|notes_to_carry|encryption_keys)|centavo_\w+|pg_\w+|information_schema)\b|from fx_feed_rates/;
/** What is made in every database, and what runs in any. */
const OF_ALL = /^\s*(create|alter|drop) |\bpg_(stat_activity|locks|terminate_backend)\b/;
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * Runs a test's own statements where their rows are: in the directory, in the shard of a workspace that they name, or in all
 * databases, whose rows are then told one after the other.
 */
export class ShardedQueries {
  private readonly pools: ReadonlyMap<string, pg.Pool>;
  private readonly places = new Map<string, string | null>();
  private next = 0;

  constructor(
    private readonly directory: pg.Pool,
    private readonly shards: readonly TestShard[],
  ) {
    this.pools = new Map(
      shards.map(({ name, url }) => {
        const pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true, application_name: 'test' });
        return [name, pool.on('error', () => undefined)];
      }),
    );
  }

  async end(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.end()));
  }

  /** Gives a workspace that a test makes its shard: each in turn. */
  async place(workspaceId: string): Promise<void> {
    const { name } = this.shards[this.next++ % this.shards.length]!;
    this.places.set(workspaceId, name);
    const text = 'insert into kernel_placements (workspace_id, shard) values ($1, $2)';
    await this.directory.query(text, [workspaceId, name]);
  }

  /** The address of the shard of a workspace. */
  async urlOf(workspaceId: string): Promise<string> {
    const name = this.places.get(workspaceId) ?? (await this.lookUp(workspaceId));
    return this.shards.find((shard) => shard.name === name)!.url;
  }

  async query<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    if (OF_DIRECTORY.test(text) && !OF_ALL.test(text)) return (await this.directory.query<Row>(text, values)).rows;
    const pool = await this.poolNamedBy(text, values);
    if (pool) return (await pool.query<Row>(text, values)).rows;
    const rows: Row[] = [];
    for (const one of [this.directory, ...this.pools.values()])
      // Of several statements in one text, which answer no rows, there are as many results.
      rows.push(...((await one.query<Row>(text, values)).rows ?? []));
    return rows;
  }

  /** The shard of the first workspace among the ids in a statement. */
  private async poolNamedBy(text: string, values: unknown[]): Promise<pg.Pool | undefined> {
    for (const [id] of [text, ...values].join(' ').matchAll(ID)) {
      const shard = this.places.get(id) ?? (await this.lookUp(id));
      if (shard !== null) return this.pools.get(shard);
    }
    return undefined;
  }

  private async lookUp(id: string): Promise<string | null> {
    const text = 'select shard from kernel_placements where workspace_id = $1';
    const shard = (await this.directory.query<{ shard: string }>(text, [id])).rows[0]?.shard ?? null;
    if (shard !== null) this.places.set(id, shard);
    return shard;
  }
}
