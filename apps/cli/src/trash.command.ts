import type { Command } from 'commander';
import { Clock, timestamp } from '@app/kernel';
import { TrashPurge } from '@app/ledger';
import { answer } from './answer.js';
import { withApplication } from './application.js';
import { commandGroup } from './command-group.js';
import { idValue, valueOf } from './option-value.js';

/** The trash of transactions. */
export function trashCommand(): Command {
  const group = commandGroup('trash', 'the trash of transactions');
  group
    .command('purge')
    .description('delete permanently the transactions that have been in the trash for 30 days')
    .option('--workspace <id>', 'in one workspace only', idValue)
    .option('--as-of <timestamp>', 'as if it were that moment, such as 2026-11-20T10:32:27Z', valueOf(timestamp()))
    .action(async ({ workspace, asOf }: { workspace?: string; asOf?: string }, command: Command) => {
      const purged = await withApplication((app) => {
        return app.get(TrashPurge).purge(workspace ?? null, asOf === undefined ? app.get(Clock).now() : new Date(asOf));
      }, workspace);
      answer(command, { purged }, [`purged ${purged} ${purged === 1 ? 'transaction' : 'transactions'}`]);
    });
  return group;
}
