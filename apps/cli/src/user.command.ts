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

const PASSWORD_HELP = 'their password; without it a random one is generated and shown once';

/** People who sign in to the developer area. */
export function userCommand(): Command {
  const group = commandGroup('user', 'people who sign in to the developer area');
  group
    .command('create')
    .description('create a user who can sign in')
    .requiredOption('--email <address>', 'their e-mail', valueOf(email()))
    .option('--password <password>', PASSWORD_HELP, valueOf(password()))
    .option('--workspace <id>', 'the id of a workspace that they will own', idValue)
    .action(async (options: UserOptions, command: Command) => {
      const secret = secretFor(options);
      const created = await withApplication((app) => create(app, options, secret), options.workspace);
      print(command, created, options.password === undefined ? secret : null);
    });
  group
    .command('reset-password')
    .description('set a new password for a user, and end their sessions')
    .requiredOption('--email <address>', 'their e-mail', valueOf(email()))
    .option('--password <password>', PASSWORD_HELP, valueOf(password()))
    .option(
      '--end-access',
      'revoke every key and end every grant of their workspaces too; done in any case while their e-mail is not proven',
    )
    .action(async (options: UserOptions, command: Command) => {
      const secret = secretFor(options);
      const person = await withApplication(async (app) => {
        const found = await app.get(Users).setPassword(options.email, secret);
        if (found === null) return null;
        // Somebody else may have signed up with the e-mail, and would keep what they made.
        const endsAccess = options.endAccess === true || !found.isProven;
        const workspaceIds = endsAccess ? await app.get(Users).workspacesOf(found.id) : [];
        await app.get(Access).passwordChanged(found.id, workspaceIds);
        return found;
      });
      if (person === null) throw new CommandFailed(`No user has the e-mail ${options.email}.`);
      print(command, person, options.password === undefined ? secret : null);
    });
  group
    .command('reset-second-factor')
    .description('turn the second factor of a user off who has lost their phone and their recovery codes')
    .requiredOption('--email <address>', 'their e-mail; make sure first who is asking', valueOf(email()))
    .action(async (options: { email: string }, command: Command) => {
      const outcome = await withApplication(async (app) => {
        const id = await app.get(Users).idOf(options.email);
        if (id === null) return null;
        const wasOn = await app.get(SecondFactors).end(id);
        if (wasOn) await app.get(AccountLog).changed(id);
        return { userId: id, wasOn };
      });
      if (outcome === null) throw new CommandFailed(`No user has the e-mail ${options.email}.`);
      if (!outcome.wasOn) throw new CommandFailed(`The user ${options.email} has no second factor.`);
      answer(command, { userId: outcome.userId, email: options.email.toLowerCase() }, [`user  ${outcome.userId}`]);
    });
  group
    .command('address-code')
    .description('make a code by which a user proves, on their account page, that their e-mail is theirs')
    .requiredOption('--email <address>', 'their e-mail; hand the code to its holder alone', valueOf(email()))
    .action(async (options: { email: string }, command: Command) => {
      const code = await withApplication((app) => app.get(AddressCodes).issue(options.email));
      if (code === null) throw new CommandFailed(`No user has the e-mail ${options.email}.`);
      answer(command, { email: options.email.toLowerCase(), code }, [`code  ${code}`]);
    });
  return group;
}

function secretFor({ email: address, password: given }: UserOptions): string {
  return given === undefined ? generatedPassword() : ownersPassword(given, [address]);
}

async function create(app: INestApplicationContext, options: UserOptions, secret: string): Promise<Person> {
  const person = await app.get(Users).create(options.email, secret, options.workspace);
  if (person === null) throw new CommandFailed(`A user with the e-mail ${options.email} already exists.`);
  return person;
}

/** Prints the password only if it was generated: the caller knows one that they chose. */
function print(command: Command, { id, email: address }: Person, generated: string | null): void {
  const value = { userId: id, email: address, ...(generated === null ? {} : { password: generated }) };
  const lines = [`user      ${id}`, `e-mail    ${address}`, ...(generated === null ? [] : [`password  ${generated}`])];
  answer(command, value, lines);
}
