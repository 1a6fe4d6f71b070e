import type { Command } from 'commander';
import { Option } from 'commander';
import type { OwnerRefusal } from '@app/identity';
import { password, Users } from '@app/identity';
import { currency, Database, email, newId, text } from '@app/kernel';
import type { Plan } from '@app/workspace';
import { PLANS, Workspaces } from '@app/workspace';
import { answer, table } from './answer.js';
import { withApplication } from './application.js';
import { commandGroup } from './command-group.js';
import { CommandFailed } from './failure.js';
import { valueOf } from './option-value.js';
import { ownersPassword } from './owner-password.js';
import { addCopyCommands } from './workspace-copy.command.js';

interface CreateOptions {
  readonly name: string;
  readonly ownerEmail: string;
  readonly password?: string;
  readonly baseCurrency: string;
  readonly plan: Plan;
  readonly existingOwner?: true;
}

const REFUSALS: Readonly<Record<OwnerRefusal, string>> = {
  'has-password': 'already has a password. Leave out --password, or set a new password with user reset-password.',
  'unproven-address':
    'belongs to a user who signed up and has not verified the email. Give them a code from user address-code first, or add --existing-owner if you know the user.',
};

export function workspaceCommand(): Command {
  const group = commandGroup('workspace', 'workspaces and their owners');
  group
    .command('create')
    .description('create a workspace, and its owner if the email is new')
    .requiredOption('--name <name>', 'name of the workspace', valueOf(text(1, 120)))
    .requiredOption('--owner-email <address>', 'email of the owner', valueOf(email()))
    .option(
      '--password <password>',
      'password for an owner who has none; an owner without a password cannot sign in',
      valueOf(password()),
    )
    .option('--existing-owner', 'accept an owner who signed up and has not verified the email')
    .option('--base-currency <code>', 'currency of totals and budgets', valueOf(currency()), 'MXN')
    .addOption(new Option('--plan <plan>', 'subscription plan').choices(PLANS).default('free'))
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

async function create(options: CreateOptions): Promise<{ workspaceId: string; userId: string }> {
  if (options.password !== undefined) ownersPassword(options.password, [options.ownerEmail, options.name]);
  return withApplication((app) => {
    const workspaceId = newId();
    return app.get(Database).transaction({ workspaceId, secrets: true }, async (work) => {
      await app.get(Workspaces).create(work, options.name, options.baseCurrency, options.plan);
      const { ownerEmail, password: secret = null, existingOwner = false } = options;
      if (existingOwner && (await app.get(Users).idOf(ownerEmail)) === null)
        throw new CommandFailed(`No user has ${ownerEmail} yet. Leave out --existing-owner to create the owner.`);
      const owner = await app.get(Users).makeOwner(work, ownerEmail, secret, existingOwner);
      if ('refused' in owner) throw new CommandFailed(`${ownerEmail} ${REFUSALS[owner.refused]}`);
      return { workspaceId, userId: owner.id };
    });
  });
}
