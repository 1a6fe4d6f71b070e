import type { INestApplicationContext } from '@nestjs/common';
import type { Command } from 'commander';
import type { Person } from '@app/identity';
import { Access, AccountLog, AddressCodes, generatedPassword, password, SecondFactors, Users } from '@app/identity';
import { email } from '@app/kernel';
import { answer } from './answer.js';
import { withApplication } from './application.js';
import { commandGroup } from './command-group.js';
import { CommandFailed } from './failure.js';
import { idValue, valueOf } from './option-value.js';
import { ownersPassword } from './owner-password.js';

interface UserOptions {
  readonly email: string;
  readonly password?: string;
  readonly workspace?: string;
  readonly endAccess?: true;
}

const PASSWORD_HELP = 'password (default: a random one, which is printed once)';

export function userCommand(): Command {
  const group = commandGroup('user', 'users of the developer area');
  group
    .command('create')
    .description('create a user who can sign in')
    .requiredOption('--email <address>', 'email of the user', valueOf(email()))
    .option('--password <password>', PASSWORD_HELP, valueOf(password()))
    .option('--workspace <id>', 'ID of a workspace that the user will own', idValue)
    .action(async (options: UserOptions, command: Command) => {
      const secret = secretFor(options);
      const created = await withApplication((app) => create(app, options, secret), options.workspace);
      print(command, created, options.password === undefined ? secret : null);
    });
  group
    .command('reset-password')
    .description('set a new password and end the sessions of the user')
    .requiredOption('--email <address>', 'email of the user', valueOf(email()))
    .option('--password <password>', PASSWORD_HELP, valueOf(password()))
    .option(
      '--end-access',
      'also revoke the keys and grants of the user, and of an owner the keys from the command line; always done if the email is unverified',
    )
    .action(async (options: UserOptions, command: Command) => {
      const secret = secretFor(options);
      const person = await withApplication(async (app) => {
        const user = await app.get(Users).setPassword(options.email, secret);
        if (user === null) return null;
        // Anyone may have signed up with an email address that was never verified. They would otherwise keep their
        // access.
        const endsAccess = options.endAccess === true || !user.isProven;
        const memberships = endsAccess ? await app.get(Users).membershipsOf(user.id) : [];
        await app.get(Access).passwordChanged(user.id, memberships);
        return user;
      });
      if (person === null) throw new CommandFailed(`No user has the email ${options.email}.`);
      print(command, person, options.password === undefined ? secret : null);
    });
  group
    .command('reset-second-factor')
    .description('disable two-factor login for a user who lost their phone and recovery codes')
    .requiredOption(
      '--email <address>',
      'email of the user; verify the identity of the requester first',
      valueOf(email()),
    )
    .action(async (options: { email: string }, command: Command) => {
      const outcome = await withApplication(async (app) => {
        const id = await app.get(Users).idOf(options.email);
        if (id === null) return null;
        const wasOn = await app.get(SecondFactors).end(id);
        if (wasOn) await app.get(AccountLog).changed(id);
        return { userId: id, wasOn };
      });
      if (outcome === null) throw new CommandFailed(`No user has the email ${options.email}.`);
      if (!outcome.wasOn) throw new CommandFailed(`The user ${options.email} has no second factor.`);
      answer(command, { userId: outcome.userId, email: options.email.toLowerCase() }, [`user  ${outcome.userId}`]);
    });
  group
    .command('address-code')
    .description('create a code that verifies the email of a user on their account page')
    .requiredOption('--email <address>', 'email of the user; give the code only to its owner', valueOf(email()))
    .action(async (options: { email: string }, command: Command) => {
      const code = await withApplication((app) => app.get(AddressCodes).issue(options.email));
      if (code === null) throw new CommandFailed(`No user has the email ${options.email}.`);
      answer(command, { email: options.email.toLowerCase(), code }, [`code  ${code}`]);
    });
  return group;
}

function secretFor({ email: address, password: chosen }: UserOptions): string {
  return chosen === undefined ? generatedPassword() : ownersPassword(chosen, [address]);
}

async function create(app: INestApplicationContext, options: UserOptions, secret: string): Promise<Person> {
  const person = await app.get(Users).create(options.email, secret, options.workspace);
  if (person === null) throw new CommandFailed(`A user with the email ${options.email} already exists.`);
  return person;
}

function print(command: Command, { id, email: address }: Person, generated: string | null): void {
  const value = { userId: id, email: address, ...(generated === null ? {} : { password: generated }) };
  const lines = [`user      ${id}`, `email     ${address}`, ...(generated === null ? [] : [`password  ${generated}`])];
  answer(command, value, lines);
}
