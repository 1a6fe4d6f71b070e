import type { Command } from 'commander';
import { Option } from 'commander';
import { ApiKeys } from '@app/identity';
import type { CoarseScope } from '@app/kernel';
import { text } from '@app/kernel';
import { answer, table } from './answer.js';
import { withApplication } from './application.js';
import { commandGroup } from './command-group.js';
import { CommandFailed } from './failure.js';
import { idValue, valueOf } from './option-value.js';

const SCOPES: readonly CoarseScope[] = ['read_only', 'read_write'];

export function keyCommand(): Command {
  const group = commandGroup('key', 'API keys of a workspace');
  group
    .command('create')
    .description('create a key and print its value, which is not shown again')
    .requiredOption('--workspace <id>', 'ID of the workspace', idValue)
    .requiredOption('--name <name>', 'name of the key', valueOf(text(1, 120)))
    .addOption(new Option('--scope <scope>', 'scope of the key').choices(SCOPES).makeOptionMandatory())
    .action(async (options: { workspace: string; name: string; scope: CoarseScope }, command: Command) => {
      const { workspace } = options;
      const { id, name, scope, key } = await withApplication(
        (app) => app.get(ApiKeys).create(workspace, options.name, options.scope),
        workspace,
      );
      answer(command, { id, name, scope, key }, [`id     ${id}`, `name   ${name}`, `scope  ${scope}`, `key    ${key}`]);
    });
  group
    .command('list')
    .description('list the active keys of a workspace')
    .requiredOption('--workspace <id>', 'ID of the workspace', idValue)
    .action(async ({ workspace }: { workspace: string }, command: Command) => {
      const keys = await withApplication((app) => app.get(ApiKeys).list(workspace), workspace);
      const rows = keys.map((key) => [
        key.id,
        `…${key.lastFour}`,
        key.scope,
        key.createdAt,
        key.lastUsedAt ?? 'never',
        key.name,
      ]);
      answer(command, keys, table([['ID', 'KEY', 'SCOPE', 'CREATED', 'LAST USED', 'NAME'], ...rows]));
    });
  group
    .command('revoke')
    .description('revoke a key; the next request with it is rejected')
    .argument('<id>', 'ID of the key', idValue)
    .action(async (id: string, _, command: Command) => {
      const revoked = await withApplication((app) => app.get(ApiKeys).revoke(id));
      if (!revoked) throw new CommandFailed(`There is no active key ${id}.`);
      answer(command, { id, revoked }, [`revoked ${id}`]);
    });
  return group;
}
