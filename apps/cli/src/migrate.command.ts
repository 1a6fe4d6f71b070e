import type { Command } from 'commander';
import { migrateDown, migrationStatus } from '@app/kernel';
import { MIGRATIONS, prepareDatabase } from '@app/bootstrap';
import { answer } from './answer.js';
import { withDatabase } from './application.js';
import { commandGroup } from './command-group.js';
import { CommandFailed } from './failure.js';

/** Returns the migration commands. Unlike all other commands, they do not load contexts or migrate the schema first. */
export function migrateCommand(): Command {
  const group = commandGroup('migrate', 'database schema');
  group
    .command('up')
    .description('migrate the schema to the current version; safe to run concurrently')
    .action(async (_, command: Command) => {
      const applied = await withDatabase(prepareDatabase);
      const lines = applied.map((name) => `applied ${name}`);
      answer(command, { applied }, lines.length > 0 ? lines : ['The schema is up to date.']);
    });
  group
    .command('down')
    .description('revert the last migration and drop the data in its tables')
    .action(async (_, command: Command) => {
      const reverted = await asAdministrator((address) => migrateDown(address, MIGRATIONS));
      const lines = reverted.map((name) => `reverted ${name}`);
      answer(command, { reverted }, lines.length > 0 ? lines : ['There is no migration to revert.']);
    });
  group
    .command('status')
    .description('list applied and pending migrations')
    .action(async (_, command: Command) => {
      const { applied, pending } = await asAdministrator((address) => migrationStatus(address, MIGRATIONS));
      answer(command, { applied, pending }, [
        ...applied.map((name) => `applied  ${name}`),
        ...pending.map((name) => `pending  ${name}`),
      ]);
    });
  return group;
}

/** @throws CommandFailed if no administrator URL is set */
function asAdministrator<T>(use: (address: string) => Promise<T>): Promise<T> {
  return withDatabase(({ administrator }) => {
    if (administrator === null)
      throw new CommandFailed('Set DATABASE_ADMIN_URL: the role in DATABASE_URL cannot migrate the schema.');
    return use(administrator);
  });
}
