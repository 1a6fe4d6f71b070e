import type { Command } from 'commander';
import { OAuthClients } from '@app/identity';
import { answer, table } from './answer.js';
import { withApplication } from './application.js';
import { commandGroup } from './command-group.js';
import { CommandFailed } from './failure.js';

export function clientCommand(): Command {
  const group = commandGroup('client', 'apps that registered with the OAuth server');
  group
    .command('list')
    .description('list the apps, oldest first')
    .action(async (_, command: Command) => {
      const clients = await withApplication((app) => app.get(OAuthClients).list());
      const rows = clients.map(({ id, createdAt, lastUsedAt, name, redirectUris }) => [
        id,
        createdAt,
        lastUsedAt ?? 'never',
        name,
        redirectUris.join(' '),
      ]);
      answer(command, clients, table([['ID', 'CREATED', 'LAST USED', 'NAME', 'RETURNS TO'], ...rows]));
    });
  group
    .command('revoke')
    .description('delete an app and end its grants; its next request is rejected')
    .argument('<id>', 'ID of the app')
    .action(async (id: string, _, command: Command) => {
      const revoked = await withApplication((app) => app.get(OAuthClients).revoke(id));
      if (revoked === null) throw new CommandFailed(`There is no app ${id}.`);
      const { grantsEnded } = revoked;
      answer(command, { id, revoked: true, grantsEnded }, [`revoked ${id}, grants ended: ${grantsEnded}`]);
    });
  return group;
}
