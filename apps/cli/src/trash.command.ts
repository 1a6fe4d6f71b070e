import type { Command } from 'commander';
import { Clock, timestamp } from '@app/kernel';
import { TrashPurge } from '@app/ledger';
import { answer } from './answer.js';
import { withApplication } from './application.js';
import { commandGroup } from './command-group.js';
import { idValue, valueOf } from './option-value.js';

export function trashCommand(): Command {
  const group = commandGroup('trash', 'trashed transactions');
  group
    .command('purge')
    .description('permanently delete transactions that have been in the trash for 30 days')
    .option('--workspace <id>', 'only this workspace', idValue)
    .option(
      '--as-of <timestamp>',
      'compute the 30 days from this time, such as 2026-11-20T10:32:27Z',
      valueOf(timestamp()),
    )
    .action(async ({ workspace, asOf }: { workspace?: string; asOf?: string }, command: Command) => {
      const purged = await withApplication((app) => {
        return app.get(TrashPurge).purge(workspace ?? null, asOf === undefined ? app.get(Clock).now() : new Date(asOf));
      }, workspace);
      answer(command, { purged }, [`purged ${purged} ${purged === 1 ? 'transaction' : 'transactions'}`]);
    });
  return group;
}
