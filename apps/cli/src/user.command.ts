import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import type { Person } from '@app/identity';
import { generatedPassword, password, Users } from '@app/identity';
import { Database, email } from '@app/kernel';
import { answer } from './answer.js';
import { withApplication } from './application.js';
import { commandGroup } from './command-group.js';
import { CommandFailed } from './failure.js';
import { requireWorkspace } from './known-workspace.js';
import { idValue, valueOf } from './option-value.js';

interface UserOptions {
  readonly email: string;
  readonly password?: string;
  readonly workspace?: string;
}

const PASSWORD_HELP = 'their password; without one it is made up and shown this once';

/** People who sign in to the developer area. */
export function userCommand(): Command {
  const group = commandGroup('user', 'people who sign in to the developer area');
  group
    .command('create')
    .description('make a person who can sign in')
    .requiredOption('--email <address>', 'their address', valueOf(email()))
    .option('--password <password>', PASSWORD_HELP, valueOf(password()))
    .option('--workspace <id>', 'a workspace that they are to own', idValue)
    .action(async (options: UserOptions, command: Command) => {
      const secret = options.password ?? generatedPassword();
      const made = await withApplication((app) => create(app, options, secret));
      tell(command, made, options.password === undefined ? secret : null);
    });
  group
    .command('reset-password')
    .description('give a person a new password, and end their sessions')
    .requiredOption('--email <address>', 'their address', valueOf(email()))
    .option('--password <password>', PASSWORD_HELP, valueOf(password()))
    .action(async (options: UserOptions, command: Command) => {
      const secret = options.password ?? generatedPassword();
      const person = await withApplication((app) => app.get(Users).setPassword(options.email, secret));
      if (person === null) throw new CommandFailed(`Nobody has the address ${options.email}.`);
      tell(command, person, options.password === undefined ? secret : null);
    });
  return group;
}

async function create(app: INestApplicationContext, options: UserOptions, secret: string): Promise<Person> {
  const { workspace } = options;
  if (workspace !== undefined) await requireWorkspace(app, workspace);
  const person = await app.get(Users).create(options.email, secret);
  if (person === null) throw new CommandFailed(`Somebody has the address ${options.email} already.`);
  if (workspace !== undefined) {
    await app.get(Database).transaction({ workspaceId: workspace }, (work) => app.get(Users).own(work, person.id));
  }
  return person;
}

/** A password is told only where it was made up: whoever gave one knows it. */
function tell(command: Command, { id, email: address }: Person, madeUp: string | null): void {
  const value = { userId: id, email: address, ...(madeUp === null ? {} : { password: madeUp }) };
  const lines = [`user      ${id}`, `e-mail    ${address}`, ...(madeUp === null ? [] : [`password  ${madeUp}`])];
  answer(command, value, lines);
}
