import pg from 'pg';
import { copyAcross, run } from './copy-stream.query.js';
import type { ChangedTable, Checksum } from './moved-rows.query.js';
import {
  changedRows,
  checksumAtSource,
  checksumAtTarget,
  checksumOfAll,
  deletion,
  insertion,
  removal,
  replacement,
  rowsOf,
  staged,
  staging,
} from './moved-rows.query.js';
import type { MovedTable } from './moved-table.js';
import { parentsFirst } from './moved-table.js';
import { MOVED_TABLES } from './moved-tables.query.js';

/** What was found to differ between both sides: the copy is not one. */
export class CopyDiffers extends Error {}

const UNIQUE_VIOLATION = '23505';

/**
 * The rows of one workspace on their way from one database to another, over a connection of an administrator to each (decision 0089).
 * Whatever it reads or writes there it does as `centavo_mover`, which row-level security holds to that workspace.
 */
export class WorkspaceCopy {
  private constructor(
    readonly workspaceId: string,
    readonly source: pg.Client,
    readonly target: pg.Client,
    private readonly tables: readonly MovedTable[],
  ) {}

  /** Opens both connections, for as long as the work takes. */
  static async open<T>(
    workspaceId: string,
    addresses: { readonly source: string; readonly target: string },
    work: (copy: WorkspaceCopy) => Promise<T>,
  ): Promise<T> {
    const [source, target] = [clientOf(addresses.source), clientOf(addresses.target)];
    try {
      await Promise.all([source.connect(), target.connect()]);
      const { rows } = await source.query<MovedTable>(MOVED_TABLES);
      const tables = parentsFirst(rows).filter(({ holdsSnapshots }) => !holdsSnapshots);
      return await work(new WorkspaceCopy(workspaceId, source, target, tables));
    } finally {
      await Promise.all([source.end().catch(() => undefined), target.end().catch(() => undefined)]);
    }
  }

  /**
   * Fills the target with all that one snapshot of the source has, in place of what is there, and compares it table by table.
   * @returns how many rows
   * @throws CopyDiffers
   */
  copyAll(): Promise<number> {
    return this.fromSnapshot(async () => {
      await this.clear();
      let copied = 0;
      for (const table of this.tables) {
        await this.stage(table);
        await run(this.target, insertion(table));
        await run(this.target, `reset role; drop table ${staged(table)}; set local role centavo_mover`);
        copied += await this.compare(table.name, checksumOfAll(table, this.workspaceId));
      }
      return copied;
    });
  }

  /**
   * Brings the target up to what the source has now, by the rows that were noted to have changed, and compares these. It is what writes
   * wait for, so that it goes back and forth as seldom as can be.
   * @returns how many; null where they cannot take each other's places one by one, and all has to be copied again
   * @throws CopyDiffers
   */
  async follow(): Promise<number | null> {
    try {
      const { count, snapshot } = await this.fromSnapshot(async () => {
        const { changed, at } = await this.changes();
        if (changed.length > 0) await this.replaceChanged(changed);
        return { count: changed.length > 0 ? await this.compareChanged(changed) : 0, snapshot: at };
      });
      const seen =
        'delete from kernel_changes where workspace_id = $1 and pg_visible_in_snapshot(xid, $2::text::pg_snapshot)';
      await inTransaction(this.source, this.workspaceId, '', () =>
        this.source.query(seen, [this.workspaceId, snapshot]),
      );
      return count;
    } catch (error) {
      if ((error as { code?: string }).code === UNIQUE_VIOLATION) return null;
      throw error;
    }
  }

  /** Takes away what the target has of the workspace. */
  clearTarget(): Promise<void> {
    return inTransaction(this.target, this.workspaceId, '', () => this.clear());
  }

  private async clear(): Promise<void> {
    for (const table of this.tables.toReversed()) await run(this.target, deletion(table, this.workspaceId));
  }

  /** Reads one snapshot of the source, and writes at the target in one transaction. */
  private fromSnapshot<T>(work: () => Promise<T>): Promise<T> {
    const reading = 'isolation level repeatable read read only';
    return inTransaction(this.target, this.workspaceId, '', () =>
      inTransaction(this.source, this.workspaceId, reading, work),
    );
  }

  /** Brings the rows of a table into a temporary one of the target: row-level security keeps COPY from the real one. */
  private async stage(table: MovedTable): Promise<void> {
    await run(this.target, `reset role; ${staging(table)}`);
    await this.bring(table, rowsOf(table, this.workspaceId));
    await run(this.target, `analyze ${staged(table)}; set local role centavo_mover`);
  }

  private bring(table: MovedTable, rows: string): Promise<void> {
    return copyAcross(this.source, this.target, `copy (${rows}) to stdout`, `copy ${staged(table)} from stdin`);
  }

  /** Which rows were noted, and the snapshot in which they were. */
  private async changes(): Promise<{ changed: ChangedTable[]; at: string }> {
    const { rows } = await this.source.query<{ name: string; keys: string; at: string }>(
      `select table_name as name, jsonb_agg(distinct key)::text as keys, pg_current_snapshot()::text as at
       from kernel_changes where workspace_id = $1 group by rollup (table_name)`,
      [this.workspaceId],
    );
    const keys = new Map(rows.map((row) => [row.name, row.keys]));
    const changed = this.tables.flatMap((table) => {
      const its = keys.get(table.name);
      return its === undefined ? [] : [{ ...table, keys: its }];
    });
    return { changed, at: rows[0]!.at };
  }

  private async replaceChanged(changed: readonly ChangedTable[]): Promise<void> {
    await run(this.target, `reset role; ${changed.map(staging).join('')}`);
    for (const table of changed) await this.bring(table, changedRows(table, this.workspaceId));
    const removals = changed.toReversed().map((table) => removal(table, this.tables));
    const replacements = changed.map((table) => replacement(table, this.tables));
    await run(this.target, `set local role centavo_mover; ${[...removals, ...replacements].join('; ')}`);
  }

  private compareChanged(changed: readonly ChangedTable[]): Promise<number> {
    return this.compare('what changed', checksumAtSource(changed, this.workspaceId), checksumAtTarget(changed));
  }

  /** @returns how many rows were compared */
  private async compare(name: string, there: string, here = there): Promise<number> {
    const [expected] = (await run<Checksum>(this.source, there)).rows;
    const [found] = (await run<Checksum>(this.target, here)).rows;
    if (expected!.rows !== found!.rows || expected!.sum !== found!.sum)
      throw new CopyDiffers(
        `${name} is not the same on both sides: ${expected!.rows} rows at the source, ${found!.rows} at the target`,
      );
    return Number(expected!.rows);
  }
}

function clientOf(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'centavo move',
    options:
      '-c search_path=public -c timezone=UTC -c jit=off -c idle_in_transaction_session_timeout=0 -c statement_timeout=0',
    keepAlive: true,
  });
  // Whoever waits for an answer is told.
  return client.on('error', () => undefined);
}

/** Does work in a transaction of the mover in a workspace. */
export async function inTransaction<T>(
  client: pg.Client,
  workspaceId: string,
  mode: string,
  work: () => Promise<T>,
): Promise<T> {
  await client.query(`begin ${mode}; set local role centavo_mover`);
  try {
    await client.query(`select set_config('app.workspace_id', $1, true), set_config('app.keeps_stamps', 'on', true)`, [
      workspaceId,
    ]);
    const done = await work();
    await client.query('commit');
    return done;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}
