import type { Command } from 'commander';
import { Clock, timestamp } from '@app/kernel';
import { Trash } from '@app/ledger';
import { answer } from './answer.js';
import { withApplication } from './application.js';
import { commandGroup } from './command-group.js';
import { requireWorkspace } from './known-workspace.js';
import { idValue, valueOf } from './option-value.js';

/** The trash of transactions. */
export function trashCommand(): Command {
  const group = commandGroup('trash', 'the trash of transactions');
  group
    .command('purge')
    .description('delete permanently the transactions that have been in the trash for 30 days')
    .option('--workspace <id>', 'in one workspace only', idValue)
    .option('--as-of <timestamp>', 'as if it were that moment, such as 2026-11-20T10:32:27Z', valueOf(timestamp()))
    .action(async (options: { workspace?: string; asOf?: string }, command: Command) => {
      const purged = await withApplication(async (app) => {
        if (options.workspace !== undefined) await requireWorkspace(app, options.workspace);
        const asOf = options.asOf === undefined ? app.get(Clock).now() : new Date(options.asOf);
        return app.get(Trash).purge(options.workspace ?? null, asOf);
      });
      answer(command, { purged }, [`purged ${purged} ${purged === 1 ? 'transaction' : 'transactions'}`]);
    });
  return group;
}
