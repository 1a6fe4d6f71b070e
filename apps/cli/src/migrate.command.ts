import type { Command } from 'commander';
import type { ShardFailure } from '@app/kernel';
import { DIRECTORY, migrateDown, migrationStatus, reasonOf } from '@app/kernel';
import { databasesOf, MIGRATIONS, prepareDatabase } from '@app/bootstrap';
import { answer } from './answer.js';
import { withDatabase } from './application.js';
import { commandGroup } from './command-group.js';
import { CommandFailed, expectAllReached, withReasons } from './failure.js';

/** The schema. These commands load no context, and are the only ones that do not bring the schema up first. */
export function migrateCommand(): Command {
  const group = commandGroup('migrate', 'the schema of the database');
  group
    .command('up')
    .description('bring the schema up to date; safe when several do so at once')
    .action(async (_, command: Command) => {
      const { applied, behind } = await withDatabase(prepareDatabase);
      const lines = applied.map((one) => `applied ${labelled(one)}`);
      const names = applied.map(labelled);
      answer(command, { applied: names }, lines.length > 0 ? lines : ['The schema is up to date.']);
      if (behind.length === 0) return;
      throw new CommandFailed(`These shards are behind, and were left as they are: ${withReasons(behind)}.`);
    });
  group
    .command('down')
    .description('revert the latest migration and drop the data in its tables')
    .action(async (_, command: Command) => {
      const { names: reverted, away } = await onEach((administrator) => migrateDown(administrator, MIGRATIONS));
      const lines = reverted.map((name) => `reverted ${name}`);
      answer(command, { reverted }, lines.length > 0 ? lines : ['There is no migration to revert.']);
      expectAllReached(away);
    });
  group
    .command('status')
    .description('list applied and pending migrations')
    .action(async (_, command: Command) => {
      const applied: string[] = [];
      const { names: pending, away } = await onEach(async (administrator, label) => {
        const status = await migrationStatus(administrator, MIGRATIONS);
        applied.push(...status.applied.map(label));
        return status.pending;
      });
      answer(command, { applied, pending }, [
        ...applied.map((name) => `applied  ${name}`),
        ...pending.map((name) => `pending  ${name}`),
      ]);
      expectAllReached(away);
    });
  return group;
}

/**
 * Does something with each database that can be reached, the directory's first; answers the names of migrations that it tells, each
 * with the shard's where it is one.
 */
function onEach(
  use: (administrator: string, label: (name: string) => string) => Promise<readonly string[]>,
): Promise<{ names: string[]; away: ShardFailure[] }> {
  return withDatabase(async (server) => {
    const names: string[] = [];
    const away: ShardFailure[] = [];
    for (const { name: shard, administrator } of databasesOf(server)) {
      if (administrator === null)
        throw new CommandFailed(
          'Set DATABASE_ADMIN_URL, and adminUrl in SHARDS: the serving role may not see to that.',
        );
      const label = (name: string): string => labelled({ name, shard });
      try {
        names.push(...(await use(administrator, label)).map(label));
      } catch (error) {
        if (shard === DIRECTORY) throw error;
        away.push({ shard, reason: reasonOf(error) });
      }
    }
    return { names, away };
  });
}

/** The name of a migration, and where it was applied unless that is the directory's database. */
function labelled({ name, shard }: { readonly name: string; readonly shard: string }): string {
  return shard === DIRECTORY ? name : `${name} (${shard})`;
}
