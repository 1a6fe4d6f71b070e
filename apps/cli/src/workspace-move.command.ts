import type { Command } from 'commander';
import { databasesOf } from '@app/bootstrap';
import type { MoveReport } from '@app/kernel';
import { MoveRefused, WorkspaceMoves } from '@app/kernel';
import { answer } from './answer.js';
import { withApplication } from './application.js';
import { CommandFailed } from './failure.js';
import { idValue } from './option-value.js';

interface MoveOptions {
  readonly workspace: string;
  readonly to: string;
}

/** Adds the command that moves a workspace to another shard. */
export function addMoveCommand(group: Command): void {
  group
    .command('move')
    .description(
      'move a workspace to another shard while it is used; writes stop for less than two seconds. Given again, it goes on where it was interrupted; moved to where it is, a move is given up',
    )
    .requiredOption('--workspace <id>', 'which workspace', idValue)
    .requiredOption('--to <shard>', 'a name in SHARDS, or directory')
    .action(async (options: MoveOptions, command: Command) => {
      const report = await move(options);
      answer(command, report, lines(options, report));
    });
}

function move({ workspace, to }: MoveOptions): Promise<MoveReport> {
  return withApplication(async (app, server) => {
    const databases = new Map(databasesOf(server).map((database) => [database.name, database]));
    const administratorOf = (shard: string): string => {
      const address = databases.get(shard)?.administrator;
      if (address) return address;
      throw new CommandFailed(
        databases.has(shard)
          ? `Set the administrator's address of ${shard}: adminUrl in SHARDS, or DATABASE_ADMIN_URL.`
          : `SHARDS names no shard ${shard}.`,
      );
    };
    administratorOf(to);
    try {
      return await app.get(WorkspaceMoves).move(workspace, to, administratorOf);
    } catch (error) {
      if (error instanceof MoveRefused) throw new CommandFailed(error.message);
      throw error;
    }
  }, workspace);
}

function lines({ to }: MoveOptions, { source, target, copied, followed, stoppedMs }: MoveReport): string[] {
  if (to === source) return [`the move to ${target} was given up; the workspace is in ${source}`];
  return [
    `moved from ${source} to ${target}`,
    `rows copied: ${copied}, rows that changed meanwhile: ${followed}`,
    `writes were stopped for ${stoppedMs} ms`,
  ];
}
