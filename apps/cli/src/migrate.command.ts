import type { Command } from 'commander';
import { migrateDown, migrationStatus } from '@app/kernel';
import type { DatabaseServer } from '@app/bootstrap';
import { MIGRATIONS, prepareDatabase } from '@app/bootstrap';
import { answer } from './answer.js';
import { withDatabase } from './application.js';
import { commandGroup } from './command-group.js';
import { CommandFailed } from './failure.js';

/** The schema. These commands load no context, and are the only ones that do not bring the schema up first. */
export function migrateCommand(): Command {
  const group = commandGroup('migrate', 'the schema of the database');
  group
    .command('up')
    .description('bring the schema up to date; safe when several do so at once')
    .action(async (_, command: Command) => {
      const applied = await withDatabase(prepareDatabase);
      const lines = applied.map((name) => `applied ${name}`);
      answer(command, { applied }, lines.length > 0 ? lines : ['The schema is up to date.']);
    });
  group
    .command('down')
    .description('revert the latest migration and drop the data in its tables')
    .action(async (_, command: Command) => {
      const reverted = await withDatabase((database) => migrateDown(administratorOf(database), MIGRATIONS));
      const lines = reverted.map((name) => `reverted ${name}`);
      answer(command, { reverted }, lines.length > 0 ? lines : ['There is no migration to revert.']);
    });
  group
    .command('status')
    .description('list applied and pending migrations')
    .action(async (_, command: Command) => {
      const status = await withDatabase((database) => migrationStatus(administratorOf(database), MIGRATIONS));
      const { applied, pending } = status;
      answer(command, { applied, pending }, [
        ...applied.map((name) => `applied  ${name}`),
        ...pending.map((name) => `pending  ${name}`),
      ]);
    });
  return group;
}

function administratorOf({ administrator }: DatabaseServer): string {
  if (administrator === null) throw new CommandFailed('Set DATABASE_ADMIN_URL: the serving role may not see to that.');
  return administrator;
}
