import type { Command } from 'commander';
import { Option } from 'commander';
import { password, Users } from '@app/identity';
import { currency, Database, email, newId, text } from '@app/kernel';
import type { Plan } from '@app/workspace';
import { PLANS, Workspaces } from '@app/workspace';
import { answer, table } from './answer.js';
import { withApplication } from './application.js';
import { commandGroup } from './command-group.js';
import { CommandFailed } from './failure.js';
import { valueOf } from './option-value.js';
import { addCopyCommands } from './workspace-copy.command.js';

interface CreateOptions {
  readonly name: string;
  readonly ownerEmail: string;
  readonly password?: string;
  readonly baseCurrency: string;
  readonly plan: Plan;
}

/** Workspaces and their owners. */
export function workspaceCommand(): Command {
  const group = commandGroup('workspace', 'workspaces and their owners');
  group
    .command('create')
    .description('create a workspace, and its owner if the e-mail is new')
    .requiredOption('--name <name>', 'the name that its owner sees', valueOf(text(1, 120)))
    .requiredOption('--owner-email <address>', 'who owns it', valueOf(email()))
    .option(
      '--password <password>',
      'the password of an owner who has none yet; without one they cannot sign in',
      valueOf(password()),
    )
    .option('--base-currency <code>', 'the currency of every total', valueOf(currency()), 'MXN')
    .addOption(new Option('--plan <plan>', 'what its owner pays for').choices(PLANS).default('free'))
    .action(async (options: CreateOptions, command: Command) => {
      const created = await create(options);
      answer(command, created, [`workspace  ${created.workspaceId}`, `owner      ${created.userId}`]);
    });
  group
    .command('list')
    .description('list the workspaces, oldest first')
    .action(async (_, command: Command) => {
      const workspaces = await withApplication((app) => app.get(Workspaces).listAll());
      const listed = workspaces.map(({ id, name, baseCurrency, plan, createdAt }) => ({
        id,
        name,
        baseCurrency,
        plan,
        createdAt: createdAt.toISOString(),
      }));
      const rows = listed.map(({ id, baseCurrency, plan, createdAt, name }) => [
        id,
        baseCurrency,
        plan,
        createdAt,
        name,
      ]);
      answer(command, listed, table([['ID', 'BASE', 'PLAN', 'CREATED', 'NAME'], ...rows]));
    });
  addCopyCommands(group);
  return group;
}

function create(options: CreateOptions): Promise<{ workspaceId: string; userId: string }> {
  return withApplication((app) => {
    const workspaceId = newId();
    return app.get(Database).transaction({ workspaceId }, async (work) => {
      await app.get(Workspaces).create(work, options.name, options.baseCurrency, options.plan);
      const userId = await app.get(Users).makeOwner(work, options.ownerEmail, options.password ?? null);
      if (userId === null) {
        throw new CommandFailed(
          `${options.ownerEmail} has a password already, so that --password is refused; leave it out, or change it with user reset-password.`,
        );
      }
      return { workspaceId, userId };
    });
  });
}
