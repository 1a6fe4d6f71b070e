import { userInfo } from 'node:os';
import type { INestApplicationContext } from '@nestjs/common';
import { Clock, createLog, newId, runAudited } from '@app/kernel';
import type { AuditContext, Log, Settings } from '@app/kernel';
import type { DatabaseServer } from '@app/bootstrap';
import { nestLogger, prepareDatabase, settingsOfProcess, withDatabaseServer } from '@app/bootstrap';
import { Workspaces } from '@app/workspace';
import { CommandFailed } from './failure.js';

/** Does work with the database: the operator's own, or the embedded one, started if it does not run. */
export function withDatabase<T>(
  use: (database: DatabaseServer, settings: Settings, log: Log) => Promise<T>,
): Promise<T> {
  const settings = settingsOfProcess();
  // On standard error the administrator expects what went wrong, not what went well, unless they ask for it.
  const log = createLog(process.env['LOG_LEVEL'] ? settings.logLevel : 'warn');
  return withDatabaseServer(settings, log, (database) => use(database, settings, log));
}

/**
 * Does work with the service's contexts on a database whose schema is current; the schema is brought up first, so that
 * any command may be the first one. The contexts are loaded only here: what needs none of them starts at once.
 * @param workspaceId the workspace in whose name it is done; one that does not exist is refused before
 */
export function withApplication<T>(
  use: (app: INestApplicationContext) => Promise<T>,
  workspaceId?: string,
): Promise<T> {
  return withDatabase(async (database, settings, log) => {
    await prepareDatabase(database);
    const { NestFactory } = await import('@nestjs/core');
    const { CommandLineModule } = await import('./command-line.module.js');
    const app = await NestFactory.createApplicationContext(CommandLineModule.with(settings, database.url, log), {
      logger: nestLogger(log),
      abortOnError: false,
    });
    try {
      if (workspaceId !== undefined && !(await app.get(Workspaces).exists(workspaceId))) {
        throw new CommandFailed(`There is no workspace ${workspaceId}.`);
      }
      return await runAudited(actOfCommand(app.get(Clock).now()), () => use(app));
    } finally {
      await app.close();
    }
  });
}

/** The command as an act of the administrator whose account on the machine it runs under. */
function actOfCommand(at: Date): AuditContext {
  const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  return {
    id: newId(),
    at,
    actor: { kind: 'command_line', id: null, name: accountName() },
    action: words.slice(0, 2).join(' '),
    resourceId: null,
    fields: [],
    requestId: null,
  };
}

/** A container may run under an account that has a number and no name. */
function accountName(): string | null {
  try {
    return userInfo().username;
  } catch {
    return null;
  }
}
