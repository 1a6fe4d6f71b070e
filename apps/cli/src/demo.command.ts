import type { Command } from 'commander';
import { seedDemoIfEmpty } from '@app/demo';
import { answer } from './answer.js';
import { withApplication } from './application.js';
import { commandGroup } from './command-group.js';
import { CommandFailed } from './failure.js';

export function demoCommand(): Command {
  const group = commandGroup('demo', 'the demo workspace');
  group
    .command('seed')
    .description('create the demo workspace in an empty database')
    .action(async (_, command: Command) => {
      const demo = await withApplication((app) => seedDemoIfEmpty(app));
      if (demo === null) throw new CommandFailed('The demo needs an empty database, but this one has workspaces.');
      const { workspaceId, email, password, apiKey } = demo;
      answer(command, { workspaceId, email, password, apiKey }, [
        `workspace  ${workspaceId}`,
        `email      ${email}`,
        `password   ${password}`,
        `API key    ${apiKey}`,
      ]);
    });
  return group;
}
